/**
 * Ready answers by key, kept while the parts they were made of are the same objects. Shared by the
 * API and the pages. Bounded by bytes; addresses with options, which visitors choose, share a part
 * of them, so that whoever tries many cannot drive out the others.
 */
import { AnswerShelf, type ShelfEntry } from './answer-shelf.ts'
import {
  type AnswerParts,
  addBrotli,
  buildReadyAnswer,
  type ReadyAnswer,
  readyAnswerBytes,
  retag,
} from './cached-answer.ts'

export interface AnswerRequest {
  /**
   * Address in one spelling: two spellings of one answer are kept twice. A key with a slash at its
   * start is the whole address of a public answer, and may be sent to whoever asks for it.
   */
  key: string
  /** The moment asked about: within one, nothing is checked again. A number, for an object would
   * keep a whole old snapshot in memory as long as one answer of it is kept. */
  generation: number
  /** Names the site's content at that moment; an answer that is kept on gets it too. */
  tag?: string
  /** The parts the answer is made of, compared one by one with `Object.is`. */
  dependencies(): readonly unknown[]
  make(): Promise<AnswerParts>
}

export interface ReadyAnswers {
  /** The answer when it was made, or found unchanged, in this generation: the hot path. */
  held(key: string, generation: number): ReadyAnswer | undefined
  /** The kept answer when its parts are the same. */
  kept(request: Omit<AnswerRequest, 'make'>): ReadyAnswer | undefined
  /** The kept answer when its parts are the same, else a new one; asked twice, made once. */
  get(request: AnswerRequest): Promise<ReadyAnswer>
  /** Bytes held. */
  size(): number
  /** Resolves when no brotli form waits to be made. */
  idle(): Promise<void>
  close(): void
}

interface UnderWay {
  dependencies: readonly unknown[]
  answer: Promise<ReadyAnswer>
}

/** After an answer is made: visitors of the moment come first, brotli then. */
const BROTLI_DELAY_MS = 100
const BROTLI_WAITING_MAX = 1000
/** Of the bytes, those for addresses with options. */
const CHOSEN_SHARE = 1 / 4

/** Creates an empty keeper of at most `maxBytes`. */
export function createReadyAnswers({ maxBytes }: { maxBytes: number }): ReadyAnswers {
  return new KeptAnswers(maxBytes)
}

class KeptAnswers implements ReadyAnswers {
  readonly #fixed: AnswerShelf
  readonly #chosen: AnswerShelf
  readonly #underWay = new Map<string, UnderWay>()
  readonly #waiting = new Map<string, ShelfEntry>()
  #timer: NodeJS.Timeout | undefined
  #brotliRound = Promise.resolve()
  #isClosed = false

  constructor(maxBytes: number) {
    this.#chosen = new AnswerShelf(maxBytes * CHOSEN_SHARE)
    this.#fixed = new AnswerShelf(maxBytes * (1 - CHOSEN_SHARE))
  }

  held(key: string, generation: number): ReadyAnswer | undefined {
    const entry = this.#shelfOf(key).get(key)
    if (entry?.generation !== generation) return undefined
    entry.isUsed = true
    return entry.ready
  }

  kept(request: Omit<AnswerRequest, 'make'>): ReadyAnswer | undefined {
    const { key, generation, tag } = request
    const entry = this.#shelfOf(key).get(key)
    if (!entry) return undefined
    if (entry.generation !== generation) {
      if (!areSame(entry.dependencies, request.dependencies())) return undefined
      entry.generation = generation
      if (tag !== undefined) retag(entry.ready, tag)
    }
    entry.isUsed = true
    return entry.ready
  }

  async get(request: AnswerRequest): Promise<ReadyAnswer> {
    const kept = this.kept(request)
    if (kept) return kept
    const { key } = request
    const dependencies = request.dependencies()
    const begun = this.#underWay.get(key)
    if (begun && areSame(begun.dependencies, dependencies)) return begun.answer
    const answer = this.#make(request, dependencies).finally(() => {
      if (this.#underWay.get(key)?.dependencies === dependencies) this.#underWay.delete(key)
    })
    this.#underWay.set(key, { dependencies, answer })
    return answer
  }

  size(): number {
    return this.#fixed.bytes + this.#chosen.bytes
  }

  async idle(): Promise<void> {
    clearTimeout(this.#timer)
    this.#startBrotli()
    await this.#brotliRound
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#waiting.clear()
    this.#fixed.clear()
    this.#chosen.clear()
  }

  #shelfOf(key: string): AnswerShelf {
    return key.includes('?') ? this.#chosen : this.#fixed
  }

  async #make(request: AnswerRequest, dependencies: readonly unknown[]): Promise<ReadyAnswer> {
    const { key, generation } = request
    const parts = await request.make()
    const ready = await buildReadyAnswer(parts)
    const bytes = readyAnswerBytes(ready)
    // A newer make may have begun meanwhile: then this answer serves those who waited, no more.
    const isNewest = this.#underWay.get(key)?.dependencies === dependencies
    if (isNewest && parts.isProvisional !== true) {
      this.#keep(key, { generation, dependencies, ready, bytes, isUsed: false })
    }
    return ready
  }

  #keep(key: string, entry: ShelfEntry): void {
    if (this.#isClosed) return
    this.#shelfOf(key).set(key, entry)
    if (this.#waiting.size < BROTLI_WAITING_MAX) this.#waiting.set(key, entry)
    this.#timer ??= setTimeout(() => this.#startBrotli(), BROTLI_DELAY_MS).unref()
  }

  #startBrotli(): void {
    this.#timer = undefined
    this.#brotliRound = this.#brotliRound.then(() => this.#compressWaiting())
  }

  async #compressWaiting(): Promise<void> {
    for (const [key, entry] of this.#waiting) {
      this.#waiting.delete(key)
      if (this.#isClosed) return
      const shelf = this.#shelfOf(key)
      if (shelf.get(key) !== entry) continue
      await addBrotli(entry.ready)
      if (shelf.get(key) === entry) shelf.measure(key)
    }
  }
}

/** Whether two lists of parts are the same ones. */
export function areSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((part, index) => Object.is(part, b[index]))
}
