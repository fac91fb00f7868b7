/**
 * Follows HEAD and reads new commits: those of a save from the save itself, all others by one `git
 * log`.
 */
import type { CommitId, LogCommit, NewCommits, Repository } from '../../git/repository.ts'
import type { Log } from '../../log.ts'
import { Debounce } from '../../workers/debounce.ts'
import { JobQueue } from '../../workers/job-queue.ts'
import type { ContentHistoryFacts } from '../index/build-snapshot.ts'
import { HISTORY_PATHS, Timeline, type TimelineSource } from './timeline.ts'

/** Debounced: `git log` need not run after each of many commits. */
const AFTER_MS = 100
const EVERY_MS = 1_000
const FAILURE = 'The history of the content could not be read'

interface HistoryFollowerDeps extends TimelineSource {
  repository: Pick<Repository, 'head'>
  log: Log
  /** Called with the facts after a move of HEAD was read. */
  onChange(history: ContentHistoryFacts): void
}

export class HistoryFollower {
  readonly #deps: HistoryFollowerDeps
  readonly #debounce: Debounce
  /** One step at a time. */
  readonly #queue = new JobQueue()
  #timeline: Timeline
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
   * Reads the commits of a save, which waits for it. Null if they do not follow the last one read:
   * then they are read in the background, since the whole history might have to be. Never rejects.
   */
  async readOwn(commits: readonly LogCommit[]): Promise<ContentHistoryFacts | null> {
    const [parent, to] = [commits[0]?.parents[0], commits.at(-1)?.commit]
    const isRead = () => this.#timeline.readTo === to
    const isNext = () => this.#timeline.readTo === parent
    if (parent === undefined || to === undefined || !(isRead() || isNext())) return null
    return this.#run(async () => {
      if (isNext()) {
        // Only git detects renames.
        if (commits.some(mayRename)) await this.#readRange(parent, to)
        else await this.#add({ beganAt: null, commits }, to)
      }
      // A move of HEAD may have been read meanwhile, with the save's commits in it.
      return isRead() ? this.#timeline.facts() : null
    })
  }

  /** Reads the commits up to HEAD. Never rejects. */
  async readToHead(): Promise<void> {
    await this.#run(() => this.#readToHead())
  }

  /** The result so far. */
  get timeline(): Timeline {
    return this.#timeline
  }

  close(): void {
    this.#isClosed = true
    this.#debounce.close()
  }

  /** One read at a time. A failure is logged, and the next read repeats it. */
  async #run<T>(read: () => Promise<T>): Promise<T | null> {
    try {
      return await this.#queue.run(read)
    } catch (err) {
      // A read that the shutdown cut off is no fault.
      if (!this.#isClosed) this.#deps.log.warn({ err }, FAILURE)
      return null
    }
  }

  async #readToHead(): Promise<void> {
    const head = this.#isClosed ? null : await this.#deps.repository.head()
    if (head === null || head === this.#timeline.readTo) return
    await this.#readRange(this.#timeline.readTo, head)
    if (!this.#isClosed) this.#deps.onChange(this.#timeline.facts())
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
    this.#timeline = timeline
  }
}

function mayRename({ changes }: LogCommit): boolean {
  return (
    changes.some(({ before }) => before === null) && changes.some(({ after }) => after === null)
  )
}
