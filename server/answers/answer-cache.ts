/** LRU cache of answers by canonical address, bounded in bytes; a new generation clears it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type AnswerParts, buildAnswer, type CachedAnswer, sendAnswer } from './cached-answer.ts'

interface AnswerRequest {
  /** Canonical address: its path, and of its query the known options alone. */
  key: string
  /** What it is made of: number of the generation, which grows, and whether a part was missing. */
  context: { readonly id: number; hasFallbacks(): boolean }
  make(): Promise<AnswerParts>
}

export class AnswerCache {
  readonly #answers: LRUCache<string, CachedAnswer, () => Promise<CachedAnswer>>
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
      fetchMethod: (_key, _stale, { context: make }) => make(),
      // A request that began in an older generation still gets its answer.
      ignoreFetchAbort: true,
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
  async get({ key, context, make }: AnswerRequest): Promise<CachedAnswer> {
    if (context.id > this.#generation) {
      this.#generation = context.id
      this.#answers.clear()
    }
    const makeAnswer = async () => buildAnswer(await make(), context.hasFallbacks())
    // The request began in an older generation: its answer is not cached.
    if (context.id < this.#generation) return makeAnswer()
    const answer = await this.#answers.forceFetch(key, { context: makeAnswer })
    if (!answer.isCacheable) this.#answers.delete(key)
    return answer
  }

  /** Sends the cached answer, or a new one. @throws errors of `make` */
  async send(request: FastifyRequest, reply: FastifyReply, wanted: AnswerRequest) {
    return sendAnswer(request, reply, await this.get(wanted))
  }

  #cached(key: string, generation: () => { id: number }): CachedAnswer | undefined {
    // First the answer: the first generation takes milliseconds, which a health check need not wait.
    const answer = this.#answers.get(key)
    return answer && generation().id === this.#generation ? answer : undefined
  }
}
