/** LRU cache of answers by canonical address, bounded in bytes; a new generation clears it. */
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type AnswerParts, buildAnswer, type CachedAnswer, sendAnswer } from './cached-answer.ts'

interface AnswerRequest {
  /** Canonical address: its path, and of its query the known options alone. */
  key: string
  /** Number of the generation; grows. */
  generation: number
  make(): Promise<AnswerParts>
}

export class AnswerCache {
  readonly #answers: LRUCache<string, CachedAnswer>
  readonly #pending = new Map<string, Promise<CachedAnswer>>()
  /** Generation of all cached and pending answers. */
  #generation = 0

  /** One answer takes at most a quarter of `maxBytes`. */
  constructor({ maxBytes }: { maxBytes: number }) {
    this.#answers = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(maxBytes / 4),
      // Approximate memory of an answer with its key.
      sizeCalculation: ({ body, zipped }, key) =>
        body.length + (zipped?.length ?? 0) + key.length * 2 + 4096,
    })
  }

  /** Sends cached answers of canonical addresses before the handler of their route runs. */
  register(app: FastifyInstance, generation: () => { id: number }): void {
    app.addHook('onRequest', (request, reply, done) => {
      const { method, url = '' } = request.raw
      const isRead = method === 'GET' || method === 'HEAD'
      const answer = isRead && url.startsWith('/') ? this.#cached(url, generation) : undefined
      if (answer === undefined) done()
      else void sendAnswer(request, reply, answer)
    })
  }

  /** The cached answer, or a new one; concurrent requests share it. @throws errors of `make` */
  async get({ key, generation, make }: AnswerRequest): Promise<CachedAnswer> {
    if (generation > this.#generation) {
      this.#generation = generation
      this.#pending.clear()
      this.#answers.clear()
    }
    // The request began in an older generation: its answer is not cached.
    if (generation < this.#generation) return buildAnswer(await make())
    const present = this.#answers.get(key) ?? this.#pending.get(key)
    if (present) return present
    const pending = make().then(buildAnswer)
    this.#pending.set(key, pending)
    try {
      const answer = await pending
      if (generation === this.#generation && answer.isCacheable) this.#answers.set(key, answer)
      return answer
    } finally {
      if (this.#pending.get(key) === pending) this.#pending.delete(key)
    }
  }

  #cached(key: string, generation: () => { id: number }): CachedAnswer | undefined {
    // First the answer: the first generation takes milliseconds, which a health check need not wait.
    const answer = this.#answers.get(key)
    return answer && generation().id === this.#generation ? answer : undefined
  }
}
