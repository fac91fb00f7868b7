/**
 * Answers by address, each for one generation: when the snapshot or the day changes, all of them
 * go. Shared by the API, the pages and the feeds. Bounded by bytes; addresses with options, which
 * visitors choose, share a part of them, so that trying many cannot drive out the others.
 */
import { Line } from '../workers/line.ts'
import { AnswerShelf } from './answer-shelf.ts'
import {
  type AnswerParts,
  addBrotli,
  answerBytes,
  buildAnswer,
  type CachedAnswer,
} from './cached-answer.ts'

export interface AnswerRequest {
  /**
   * Address in one spelling: two spellings of one answer are cached twice. A key that begins with a
   * slash is the whole address of a public answer, and may be sent to anyone.
   */
  key: string
  /** Number of the generation that is asked about; a later one has a larger number. */
  generation: number
  make(): Promise<AnswerParts>
}

/** After an answer is made: visitors come first, brotli then. */
const BROTLI_DELAY_MS = 100
const BROTLI_WAITING_MAX = 1000
/** Of the bytes, those for addresses with options. */
const OPTIONS_SHARE = 1 / 4

export class AnswerCache {
  readonly #plain: AnswerShelf
  readonly #withOptions: AnswerShelf
  readonly #underWay = new Map<string, Promise<CachedAnswer>>()
  /** Keys alone: an answer that leaves its shelf meanwhile takes no memory here. */
  readonly #waiting = new Set<string>()
  /** Of all that is cached or under way. */
  #generation = 0
  #timer: NodeJS.Timeout | undefined
  readonly #brotliRounds = new Line()
  #isClosed = false

  /** An empty cache of at most `maxBytes`. */
  constructor({ maxBytes }: { maxBytes: number }) {
    this.#withOptions = new AnswerShelf(maxBytes * OPTIONS_SHARE)
    this.#plain = new AnswerShelf(maxBytes * (1 - OPTIONS_SHARE))
  }

  /** Bytes of all cached answers. */
  get size(): number {
    return this.#plain.bytes + this.#withOptions.bytes
  }

  /** The answer if it was made in this generation: the hot path. */
  cached(key: string, generation: number): CachedAnswer | undefined {
    if (generation !== this.#generation) return undefined
    const entry = this.#shelfOf(key).get(key)
    if (!entry) return undefined
    entry.isUsed = true
    return entry.answer
  }

  /** The cached answer, else a new one; asked twice, made once. @throws what `make` throws */
  async get(request: AnswerRequest): Promise<CachedAnswer> {
    const { key, generation, make } = request
    if (generation > this.#generation) this.#begin(generation)
    // The request began before the last change: its answer is for it alone.
    if (generation < this.#generation) return buildAnswer(await make())
    const cached = this.cached(key, generation) ?? this.#underWay.get(key)
    if (cached) return cached
    const answer = this.#make(request).finally(() => {
      if (this.#underWay.get(key) === answer) this.#underWay.delete(key)
    })
    this.#underWay.set(key, answer)
    return answer
  }

  /** Resolves when no brotli form waits to be made. */
  async idle(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#startBrotli()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#clear()
  }

  #begin(generation: number): void {
    this.#generation = generation
    this.#clear()
  }

  #clear(): void {
    this.#underWay.clear()
    this.#waiting.clear()
    this.#plain.clear()
    this.#withOptions.clear()
  }

  #shelfOf(key: string): AnswerShelf {
    return key.includes('?') ? this.#withOptions : this.#plain
  }

  async #make({ key, generation, make }: AnswerRequest): Promise<CachedAnswer> {
    const parts = await make()
    const answer = await buildAnswer(parts)
    const isCurrent = generation === this.#generation && !this.#isClosed
    if (isCurrent && parts.isFallback !== true) this.#keep(key, answer)
    return answer
  }

  #keep(key: string, answer: CachedAnswer): void {
    const entry = { answer, bytes: answerBytes(answer), isUsed: false }
    this.#shelfOf(key).set(key, entry)
    if (this.#waiting.size < BROTLI_WAITING_MAX) this.#waiting.add(key)
    this.#timer ??= setTimeout(() => void this.#startBrotli(), BROTLI_DELAY_MS).unref()
  }

  #startBrotli(): Promise<void> {
    this.#timer = undefined
    return this.#brotliRounds.run(() => this.#compressWaiting())
  }

  async #compressWaiting(): Promise<void> {
    for (const key of this.#waiting) {
      this.#waiting.delete(key)
      if (this.#isClosed) return
      const shelf = this.#shelfOf(key)
      const entry = shelf.get(key)
      if (entry === undefined) continue
      await addBrotli(entry.answer)
      if (shelf.get(key) === entry) shelf.measure(key)
    }
  }
}
