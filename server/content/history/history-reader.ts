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
  #isClosed = false

  constructor(deps: HistoryReaderDeps) {
    this.#deps = deps
    this.#reading = new HistoryReading(deps, null)
    const options = { quietMs: AFTER_MS, everyMs: EVERY_MS, failure: FAILURE, log: deps.log }
    this.#debounce = new Debounce(
      async () => void (await this.#step(() => this.#readToHead())),
      options,
    )
  }

  /** Asks for what is new to be read, soon. */
  ask(): void {
    this.#debounce.ask()
  }

  /**
   * What is known once the commits of a save are read; the save waits for it. Null if they do not
   * follow what is read: then they are read in the background. Never rejects.
   */
  async readOwn(made: readonly LogCommit[]): Promise<ContentHistoryFacts | null> {
    const ends = [made[0]?.parents[0], made.at(-1)?.commit]
    // Anything else may be the whole history.
    return ends.includes(this.#reading.readTo ?? '') ? this.#step(() => this.#addOwn(made)) : null
  }

  /** What is read so far. */
  get reading(): HistoryReading {
    return this.#reading
  }

  close(): void {
    this.#isClosed = true
    this.#debounce.close()
  }

  /** One read after another. What cannot be read is logged and read the next time. */
  async #step<T>(read: () => Promise<T>): Promise<T | null> {
    try {
      return await this.#steps.run(read)
    } catch (err) {
      // One cut off by the end is no fault.
      if (!this.#isClosed) this.#deps.log.warn({ err }, FAILURE)
      return null
    }
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
    else await this.#add({ isWhole: false, beganAt: null, commits: [...made] }, to)
    return this.#reading.known()
  }

  async #readToHead(): Promise<void> {
    const head = this.#isClosed ? null : await this.#deps.repository.head()
    if (head === null || head === this.#reading.readTo) return
    await this.#readRange(this.#reading.readTo, head)
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
