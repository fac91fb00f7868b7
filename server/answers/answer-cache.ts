/**
 * Answers by address. An answer belongs to one generation, a snapshot on a day: when either changes,
 * all of them go. Shared by the API, the pages and the feeds, bounded by bytes alone: what was not
 * asked for lately goes first, so visitors who make up addresses drive out nothing that is read.
 */
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import {
  type AnswerParts,
  answerBytes,
  buildAnswer,
  type CachedAnswer,
  sendAnswer,
} from './cached-answer.ts'

interface AnswerRequest {
  /** A key that begins with a slash is the whole address of an answer, and is sent to anyone. */
  key: string
  /** Number of the generation that is asked about; a later one has a larger number. */
  generation: number
  make(): Promise<AnswerParts>
}

export class AnswerCache {
  readonly #answers: LRUCache<string, CachedAnswer>
  readonly #making = new Map<string, Promise<CachedAnswer>>()
  /** Of all that is cached or being made. */
  #generation = 0

  /** An empty cache of at most `maxBytes`, an answer of at most a quarter of them. */
  constructor({ maxBytes }: { maxBytes: number }) {
    this.#answers = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(maxBytes / 4),
      sizeCalculation: answerBytes,
    })
  }

  /** Answers each request for a cached address before its route does. */
  register(app: FastifyInstance, generation: () => { id: number }): void {
    app.addHook('onRequest', (request, reply, done) => {
      const { method, url = '' } = request.raw
      const isRead = method === 'GET' || method === 'HEAD'
      const answer = isRead && url.startsWith('/') ? this.#cached(url, generation().id) : undefined
      if (answer === undefined) done()
      else sendAnswer(request, reply, answer)
    })
  }

  /** The cached answer, else a new one; asked twice, made once. @throws what `make` throws */
  async get(request: AnswerRequest): Promise<CachedAnswer> {
    const { key, generation, make } = request
    if (generation > this.#generation) {
      this.#generation = generation
      this.#making.clear()
      this.#answers.clear()
    }
    // The request began before the last change: its answer is for it alone.
    if (generation < this.#generation) return buildAnswer(await make())
    const known = this.#answers.get(key) ?? this.#making.get(key)
    if (known) return known
    const making = this.#make(request).finally(() => {
      if (this.#making.get(key) === making) this.#making.delete(key)
    })
    this.#making.set(key, making)
    return making
  }

  #cached(key: string, generation: number): CachedAnswer | undefined {
    return generation === this.#generation ? this.#answers.get(key) : undefined
  }

  async #make({ key, generation, make }: AnswerRequest): Promise<CachedAnswer> {
    const answer = await buildAnswer(await make())
    if (generation === this.#generation && answer.isStored) this.#answers.set(key, answer)
    return answer
  }
}
