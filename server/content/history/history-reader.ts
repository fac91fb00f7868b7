/**
 * Follows HEAD and reads what the history says of the content. One commit is one change of what is
 * known, however many posts and projects it touches.
 */
import type { CommitId, MainLineReading, Repository } from '../../git/repository.ts'
import type { Log } from '../../log.ts'
import { Debounce } from '../../workers/debounce.ts'
import { Line } from '../../workers/line.ts'
import type { ContentHistoryFacts } from '../index/content-parts.ts'
import { HISTORY_FOLDERS, HistoryReading } from './history-reading.ts'
import type { KeptHistory } from './kept-history.ts'
import { KnownHistory } from './known-history.ts'
import type { PostLine } from './post-lines.ts'
import type { VersionReader } from './version-reader.ts'

/** Reading the history is git's work: not after each of many saves. */
const AFTER_MS = 100
const EVERY_MS = 1_000

/** Commits after which the reading is stored again. */
const KEEP_COMMITS = 100

interface HistoryReaderDeps {
  repository: Repository
  versions: VersionReader
  /** Null keeps nothing. */
  kept: KeptHistory | null
  log: Log
  /** Gets what is known whenever it changes; a part that did not change is the same object. */
  onChange(history: ContentHistoryFacts): void
}

export class HistoryReader {
  readonly #deps: HistoryReaderDeps
  readonly #debounce: Debounce
  readonly #known = new KnownHistory()
  #reading: HistoryReading
  /** Whether a kept reading was looked for. */
  #hasLooked = false
  /** Commits that are read and not kept. */
  #unkept = 0
  #writing: Promise<void> = Promise.resolve()
  #isUpdating = false
  /** Whether git is asked for what may be the whole history. */
  #isLong = false
  /** One step at a time: a save goes between two steps of a long reading. */
  readonly #steps = new Line()
  #isClosed = false

  constructor(deps: HistoryReaderDeps) {
    const { log } = deps
    this.#deps = deps
    this.#reading = this.#readingFrom(null)
    const failure = 'The history of the content could not be read'
    const times = { quietMs: AFTER_MS, everyMs: EVERY_MS }
    this.#debounce = new Debounce(() => this.update(), { ...times, failure, log })
  }

  /** Asks for `update`, soon. */
  ask(): void {
    this.#debounce.ask()
  }

  /** Reads what is new. Never rejects: what cannot be read is logged and read the next time. */
  async update(): Promise<void> {
    if (this.#isUpdating) return this.ask()
    this.#isUpdating = true
    try {
      await this.#takeKept()
      while (!this.#isClosed && (await this.#steps.run(() => this.#readSome())));
      // What is being written down must not change meanwhile.
      if (this.#unkept >= KEEP_COMMITS) await this.#steps.run(() => this.#keep())
    } catch (error) {
      this.#warn(error)
    } finally {
      this.#isUpdating = false
    }
    await this.#writing
  }

  /**
   * What is known once the newest commits are read, if that takes no git process: a save waits for
   * it. Null if nothing is new, or it has to be read in the background. Never rejects.
   */
  async readNews(): Promise<ContentHistoryFacts | null> {
    if (this.#isLong || this.#reading.readTo === null) return null
    try {
      return await this.#steps.run(async () => {
        const head = this.#isClosed ? null : await this.#deps.repository.head()
        if (head === null || !(await this.#readNear(head))) return null
        // Edits compare texts: they are left to the reading in the background.
        return this.#known.learn(this.#reading, this.#known.now.edits)
      })
    } catch (error) {
      this.#warn(error)
      return null
    }
  }

  /** The line of a post's file, as far as history has been read. */
  lineAt(path: string): PostLine | undefined {
    return this.#reading.lines.at(path)
  }

  /** Resolves when nothing more is written. */
  close(): Promise<void> {
    this.#isClosed = true
    this.#debounce.close()
    return this.#writing
  }

  /** Begins with what was kept, once. */
  async #takeKept(): Promise<void> {
    const { repository, kept } = this.#deps
    if (this.#hasLooked || kept === null) return
    const origin = await repository.historyOrigin()
    const reading = await kept.read(origin, (beginsAt) => this.#readingFrom(beginsAt))
    this.#hasLooked = true
    if (reading !== null) this.#reading = reading
  }

  async #keep(): Promise<void> {
    const { repository, kept } = this.#deps
    if (kept === null || this.#isClosed) return
    const text = await kept.textOf(this.#reading, await repository.historyOrigin())
    this.#unkept = 0
    // Saves do not wait for the disk.
    this.#writing = kept.write(text)
  }

  /** Returns whether there may be more to read. */
  async #readSome(): Promise<boolean> {
    const head = await this.#deps.repository.head()
    if (head !== null && head !== this.#reading.readTo) {
      const isWhole = await this.#readTo(head)
      // Reading all edits takes long; report the rest now.
      if (isWhole) this.#tell()
    }
    if (this.#reading.hasUnread()) {
      if (this.#known.now.facts === null) this.#tell()
      await this.#reading.edits.readSome()
      return true
    }
    this.#tell()
    return false
  }

  /** Reads what is new. @returns true if the whole history was read again */
  async #readTo(head: CommitId): Promise<boolean> {
    if (await this.#readNear(head)) return false
    const range = { since: this.#reading.readTo, to: head }
    this.#isLong = true
    try {
      const news = await this.#deps.repository.mainLine(HISTORY_FOLDERS, range)
      await this.#add(news, head)
      return news.isWhole
    } finally {
      this.#isLong = false
    }
  }

  /** Reads what is new where that takes no git process. @returns whether it does */
  async #readNear(head: CommitId): Promise<boolean> {
    const since = this.#reading.readTo
    if (since === null) return false
    const commits = await this.#deps.repository.nearLine(HISTORY_FOLDERS, { since, to: head })
    if (commits === null) return false
    await this.#add({ isWhole: false, beganAt: null, commits }, head)
    return true
  }

  async #add({ isWhole, beganAt, commits }: MainLineReading, head: CommitId): Promise<void> {
    const before = this.#reading
    // After a rewrite of history some of it is no longer on the branch: all is read again.
    const reading = isWhole ? this.#readingFrom(beganAt, before.readTo !== null) : before
    try {
      await reading.add(commits, head)
      this.#reading = reading
      this.#unkept = isWhole ? Number.POSITIVE_INFINITY : this.#unkept + commits.length
    } catch (error) {
      // What was read in part is read again from the beginning.
      if (!isWhole) this.#reading = this.#readingFrom(null, true)
      throw error
    }
  }

  #warn(error: unknown): void {
    // One cut off by the end is no fault.
    if (this.#isClosed) return
    this.#deps.log.warn({ err: error }, 'The history of the content could not be read')
  }

  #readingFrom(beginsAt: number | null, isAgain = false): HistoryReading {
    return new HistoryReading(this.#deps, { beginsAt, isAgain })
  }

  #tell(): void {
    const known = this.#known.learn(this.#reading)
    if (known !== null && !this.#isClosed) this.#deps.onChange(known)
  }
}
