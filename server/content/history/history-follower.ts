/** Follows HEAD; reads the commits of a save from the save itself, all others by `git log`. */
import type { CommitId, LogCommit, NewCommits, Repository } from '../../git/repository.ts'
import type { Log } from '../../log.ts'
import { Debounce } from '../../workers/debounce.ts'
import { JobQueue } from '../../workers/job-queue.ts'
import { type ContentHistoryFacts, NO_HISTORY } from '../index/build-snapshot.ts'
import { HISTORY_PATHS, Timeline, type TimelineSource } from './timeline.ts'

/** Debounced: `git log` need not run after each of many commits. */
const AFTER_MS = 100
const EVERY_MS = 1_000
const FAILURE = 'The history of the content could not be read'

interface HistoryFollowerDeps extends TimelineSource {
  repository: Pick<Repository, 'head'>
  log: Log
  /** Called after a move of HEAD was read. */
  onChange(): void
}

export class HistoryFollower {
  readonly #deps: HistoryFollowerDeps
  readonly #debounce: Debounce
  readonly #queue = new JobQueue()
  #timeline: Timeline
  #facts = NO_HISTORY
  #isClosed = false

  constructor(deps: HistoryFollowerDeps) {
    this.#deps = deps
    this.#timeline = new Timeline(deps, null)
    const options = { quietMs: AFTER_MS, everyMs: EVERY_MS, failure: FAILURE, log: deps.log }
    this.#debounce = new Debounce(() => this.readToHead(), options)
  }

  /** Requests a read of new commits, soon. */
  schedule(): void {
    this.#debounce.schedule()
  }

  /**
   * Reads the commits of a save, which waits for it, if they follow the last one read; otherwise they
   * are read in the background, since the whole history might have to be. Never rejects.
   */
  async readOwn(commits: readonly LogCommit[]): Promise<void> {
    const [parent, to] = [commits[0]?.parents[0], commits.at(-1)?.commit]
    const isNext = () => this.#timeline.readTo === parent
    if (parent === undefined || to === undefined || !isNext()) return
    await this.#run(async () => {
      // A move of HEAD may have been read meanwhile, with the save's commits in it.
      if (!isNext()) return
      // Only git detects renames.
      if (commits.some(mayRename)) await this.#readRange(parent, to)
      else await this.#add({ beganAt: null, commits }, to)
    })
  }

  /** Reads the commits up to HEAD. Never rejects. */
  async readToHead(): Promise<void> {
    await this.#run(() => this.#readToHead())
  }

  /** The facts after the last complete read; the same object until a commit changes content. */
  get facts(): ContentHistoryFacts {
    return this.#facts
  }

  get timeline(): Timeline {
    return this.#timeline
  }

  close(): void {
    this.#isClosed = true
    this.#debounce.close()
  }

  /** One read at a time. A failure is logged, and the next read repeats it. */
  async #run(read: () => Promise<void>): Promise<void> {
    try {
      await this.#queue.run(read)
    } catch (err) {
      // A read that the shutdown cut off is no fault.
      if (!this.#isClosed) this.#deps.log.warn({ err }, FAILURE)
    }
  }

  async #readToHead(): Promise<void> {
    const head = this.#isClosed ? null : await this.#deps.repository.head()
    if (head === null || head === this.#timeline.readTo) return
    await this.#readRange(this.#timeline.readTo, head)
    if (!this.#isClosed) this.#deps.onChange()
  }

  async #readRange(since: CommitId | null, to: CommitId): Promise<void> {
    await this.#add(await this.#deps.history().newCommits(HISTORY_PATHS, { since, to }), to)
  }

  async #add({ beganAt, commits }: NewCommits, to: CommitId): Promise<void> {
    // After a rewrite of history all is read again.
    const timeline = beganAt === null ? this.#timeline : new Timeline(this.#deps, beganAt)
    await timeline.add(commits, to).catch((error) => {
      // A partial result is discarded, so that all is read again.
      this.#timeline = new Timeline(this.#deps, null)
      throw error
    })
    const isNew = timeline !== this.#timeline || commits.length > 0
    this.#timeline = timeline
    if (isNew) this.#facts = timeline.facts()
  }
}

function mayRename({ changes }: LogCommit): boolean {
  return (
    changes.some(({ before }) => before === null) && changes.some(({ after }) => after === null)
  )
}
