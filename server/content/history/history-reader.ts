/**
 * Follows HEAD and reads what the history says of the content: the commits of a save as it hands
 * them on, all others from one `git log`.
 */
import type { CommitId, LogCommit, MainLineReading, Repository } from '../../git/repository.ts'
import type { Log } from '../../log.ts'
import { Debounce } from '../../workers/debounce.ts'
import { Line } from '../../workers/line.ts'
import type { ContentHistoryFacts } from '../index/build-snapshot.ts'
import { HISTORY_FOLDERS, HistoryReading, type HistorySource } from './history-reading.ts'

/** Reading the history is git's work: not after each of many commits. */
const AFTER_MS = 100
const EVERY_MS = 1_000
const FAILURE = 'The history of the content could not be read'

interface HistoryReaderDeps extends HistorySource {
  repository: Repository
  log: Log
  /** Called whenever commits are read; the same object where nothing changed. */
  onChange(history: ContentHistoryFacts): void
}

export class HistoryReader {
  readonly #deps: HistoryReaderDeps
  readonly #debounce: Debounce
  /** One step at a time. */
  readonly #steps = new Line()
  #reading: HistoryReading
  /** Whether git is asked for what may be the whole history. */
  #isLong = false
  #isClosed = false

  constructor(deps: HistoryReaderDeps) {
    this.#deps = deps
    this.#reading = new HistoryReading(deps, null)
    const times = { quietMs: AFTER_MS, everyMs: EVERY_MS }
    this.#debounce = new Debounce(() => this.update(), {
      ...times,
      failure: FAILURE,
      log: deps.log,
    })
  }

  /** Asks for `update`, soon. */
  ask(): void {
    this.#debounce.ask()
  }

  /** Reads what is new. Never rejects: what cannot be read is logged and read the next time. */
  async update(): Promise<void> {
    try {
      await this.#steps.run(() => this.#readToHead())
    } catch (err) {
      // One cut off by the end is no fault.
      if (!this.#isClosed) this.#deps.log.warn({ err }, FAILURE)
    }
  }

  /**
   * What is known once the commits of a save are read; the save waits for it. Null if they do not
   * follow what is read: then they are read in the background. Never rejects.
   */
  async readOwn(made: readonly LogCommit[]): Promise<ContentHistoryFacts | null> {
    // A reading that begins where these commits do is as short as they are.
    const isShort = !this.#isLong || made[0]?.parents[0] === this.#reading.readTo
    if (!isShort || this.#isClosed) return null
    try {
      return await this.#steps.run(() => this.#addOwn(made))
    } catch (err) {
      this.#deps.log.warn({ err }, FAILURE)
      return null
    }
  }

  /** What is read so far. */
  get reading(): HistoryReading {
    return this.#reading
  }

  close(): void {
    this.#isClosed = true
    this.#debounce.close()
  }

  async #addOwn(made: readonly LogCommit[]): Promise<ContentHistoryFacts | null> {
    const { readTo } = this.#reading
    const to = made.at(-1)?.commit
    if (readTo === null || to === undefined) return null
    // HEAD told of them before the save did.
    if (readTo === to) return this.#reading.known()
    if (made[0]?.parents[0] !== readTo) return null
    // Which file of several was renamed is git's to say.
    if (made.some(mayRename)) await this.#readRange(readTo, to)
    else await this.#add({ isWhole: false, beganAt: null, commits: made.map(ofHistory) }, to)
    return this.#reading.known()
  }

  async #readToHead(): Promise<void> {
    const head = this.#isClosed ? null : await this.#deps.repository.head()
    if (head === null || head === this.#reading.readTo) return
    this.#isLong = true
    try {
      await this.#readRange(this.#reading.readTo, head)
    } finally {
      this.#isLong = false
    }
    if (!this.#isClosed) this.#deps.onChange(this.#reading.known())
  }

  async #readRange(since: CommitId | null, to: CommitId): Promise<void> {
    await this.#add(await this.#deps.repository.mainLine(HISTORY_FOLDERS, { since, to }), to)
  }

  async #add({ isWhole, beganAt, commits }: MainLineReading, to: CommitId): Promise<void> {
    // After a rewrite of history some of it is no longer on the branch: all is read again.
    const reading = isWhole ? new HistoryReading(this.#deps, beganAt) : this.#reading
    try {
      await reading.add(commits, to)
      this.#reading = reading
    } catch (error) {
      // What was read in part is read again from the beginning.
      if (!isWhole) this.#reading = new HistoryReading(this.#deps, null)
      throw error
    }
  }
}

function mayRename({ changes }: LogCommit): boolean {
  return (
    changes.some(({ before }) => before === null) && changes.some(({ after }) => after === null)
  )
}

/** A commit as `git log` tells it of the folders of the history. */
function ofHistory(commit: LogCommit): LogCommit {
  const changes = commit.changes.filter(({ path }) =>
    HISTORY_FOLDERS.some((folder) => path.startsWith(`${folder}/`)),
  )
  return { ...commit, changes }
}
