/**
 * Follows HEAD and reads what the history says of the content: deadline moves, former ids of posts
 * and edits. One commit is one change of what is known, however many of these it touches.
 */
import type { CommitId, Repository } from '../../git/repository.ts'
import type { Log } from '../../log.ts'
import { Debounce } from '../../workers/debounce.ts'
import type { ContentHistoryFacts } from '../index/content-parts.ts'
import { DeadlineMoves } from './deadline-moves.ts'
import { PostHistory } from './post-history.ts'
import type { PostLine } from './post-lines.ts'
import type { VersionReader } from './version-reader.ts'

/** Reading the history is git's work: not after each of many saves. */
const AFTER_MS = 100
const EVERY_MS = 1_000

interface HistoryReaderDeps {
  repository: Repository
  versions: VersionReader
  log: Log
  /** Gets what is known whenever it changes; a part that did not change is the same object. */
  onChange(history: ContentHistoryFacts): void
}

export class HistoryReader {
  readonly #deps: HistoryReaderDeps
  readonly #moves: DeadlineMoves
  readonly #posts: PostHistory
  readonly #debounce: Debounce
  #known: ContentHistoryFacts = { moves: new Map(), renames: new Map(), edits: new Map() }
  #readTo: CommitId | null = null
  #isClosed = false

  constructor(deps: HistoryReaderDeps) {
    const { repository, versions, log } = deps
    this.#deps = deps
    this.#moves = new DeadlineMoves(repository)
    this.#posts = new PostHistory(repository, versions)
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
    try {
      while (!this.#isClosed && (await this.#readSome()));
    } catch (error) {
      // One cut off by the end is no fault.
      if (this.#isClosed) return
      this.#deps.log.warn({ err: error }, 'The history of the content could not be read')
    }
  }

  /** The line of a post's file, as far as history has been read. */
  lineAt(path: string): PostLine | undefined {
    return this.#posts.lineAt(path)
  }

  close(): void {
    this.#isClosed = true
    this.#debounce.close()
  }

  /** Returns whether there may be more to read. */
  async #readSome(): Promise<boolean> {
    const head = await this.#deps.repository.head()
    if (head !== null && head !== this.#readTo) {
      const [isRead, isWhole] = await Promise.all([this.#moves.read(head), this.#posts.read(head)])
      if (isRead) this.#readTo = head
      // All edits take their time; moves and renames are known already.
      if (isWhole) this.#tell()
      return true
    }
    if (this.#posts.hasUnread()) {
      await this.#posts.readSomeEdits()
      return true
    }
    this.#tell()
    return false
  }

  #tell(): void {
    const { moves, renames, edits } = this.#known
    const known = {
      moves: sameOr(moves, this.#moves.all()),
      renames: sameOr(renames, this.#posts.renames()),
      // Answers are cached by snapshot, and what has changed in a post is read from its line.
      edits: this.#posts.takeNews() ? this.#posts.edits() : sameOr(edits, this.#posts.edits()),
    }
    const isSame = known.moves === moves && known.renames === renames && known.edits === edits
    if (this.#isClosed || isSame) return
    this.#known = known
    this.#deps.onChange(known)
  }
}

/** The old map when both say the same. */
function sameOr<V>(old: ReadonlyMap<string, V>, next: ReadonlyMap<string, V>) {
  return JSON.stringify([...old]) === JSON.stringify([...next]) ? old : next
}
