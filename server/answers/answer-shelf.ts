/** Answers by key, bounded by their bytes; what was not asked for lately goes first. */
import { answerBytes, type CachedAnswer } from './cached-answer.ts'

interface ShelfEntry {
  answer: CachedAnswer
  bytes: number
  /** Asked for since the last sweep passed it. */
  isUsed: boolean
}

export class AnswerShelf {
  readonly #entries = new Map<string, ShelfEntry>()
  readonly #bytesMax: number
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  get bytes(): number {
    return this.#bytes
  }

  get(key: string): ShelfEntry | undefined {
    return this.#entries.get(key)
  }

  /** Puts an answer in place of the one with its key, unless it alone is too large. */
  set(key: string, entry: ShelfEntry): void {
    this.#drop(key)
    if (entry.bytes > this.#bytesMax) return
    this.#entries.set(key, entry)
    this.#bytes += entry.bytes
    this.#evict()
  }

  /** Counts an answer again that has got another form. */
  measure(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    const bytes = answerBytes(entry.answer)
    this.#bytes += bytes - entry.bytes
    entry.bytes = bytes
    this.#evict()
  }

  clear(): void {
    this.#entries.clear()
    this.#bytes = 0
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }

  /** Second chance: an entry used since the last look goes to the end of the line instead. */
  #evict(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= this.#bytesMax) return
      if (entry.isUsed) {
        entry.isUsed = false
        this.#entries.delete(key)
        this.#entries.set(key, entry)
      } else this.#drop(key)
    }
  }
}
