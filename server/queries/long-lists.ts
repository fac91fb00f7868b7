/**
 * Sends lists that are too long to be made at once: as a stream that begins at once, until the list
 * is kept like any other answer. Those that many may ask for are written once for all who ask
 * meanwhile, and then kept; the others are written for each, since they could fill the memory.
 */
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerCache, AnswerRequest } from '../answers/answer-cache.ts'
import { type AnswerParts, startStream } from '../answers/cached-answer.ts'
import { createPromptGzip, ListBuild, readableText } from '../answers/list-build.ts'
import { charactersOf, listText, type PostList } from './list-text.ts'
import type { QueryContext } from './query-context.ts'

interface LongAnswer {
  list: PostList
  context: QueryContext
  headers: AnswerParts['headers']
  /** How the list is kept; null when it is not to be kept. */
  keeping: Omit<AnswerRequest, 'make'> | null
}

/** Lists that are written at once for several readers and for keeping. */
const BUILDS_MAX = 8
/** Characters of markdown in a list that is kept; compressed it is a fraction of that. */
const KEPT_CHARACTERS_MAX = 48 * 1024 * 1024

export class LongLists {
  readonly #answers: AnswerCache
  readonly #builds = new Map<string, { build: ListBuild; generation: number }>()

  constructor(answers: AnswerCache) {
    this.#answers = answers
  }

  /** Sends a list that is not kept, or not yet. */
  async send(request: FastifyRequest, reply: FastifyReply, answer: LongAnswer): Promise<void> {
    const { response, isGzip } = startStream(request, reply, answer.headers)
    if (request.method === 'HEAD') return
    const build = this.#buildOf(answer)
    try {
      if (build === null) {
        const text = readableText(listText(answer.list, answer.context))
        await (isGzip ? pipeline(text, createPromptGzip(), response) : pipeline(text, response))
      } else {
        build.join(response)
        const bytes = build.read()
        await (isGzip ? pipeline(bytes, response) : pipeline(bytes, createGunzip(), response))
      }
    } catch (error) {
      if (!isGone(error)) request.log.error({ err: error }, 'A list broke off')
    }
  }

  #buildOf({ list, context, headers, keeping }: LongAnswer): ListBuild | null {
    if (keeping === null || charactersOf(list.posts) > KEPT_CHARACTERS_MAX) return null
    const { key, generation } = keeping
    const begun = this.#builds.get(key)
    if (begun?.generation === generation && !begun.build.isOver) return begun.build
    if (this.#builds.size >= BUILDS_MAX) return null
    const build = new ListBuild(listText(list, context))
    this.#builds.set(key, { build, generation })
    const make = async () => {
      const body = await build.body
      return { statusCode: 200, headers, body, isFallback: context.hasFallbacks?.() === true }
    }
    this.#answers
      .get({ ...keeping, make })
      // Its readers hear of it.
      .catch(() => {})
      .finally(() => {
        if (this.#builds.get(key)?.build === build) this.#builds.delete(key)
      })
    return build
  }
}

/** Whether a stream ended because its reader went away: there is nobody left to tell. */
function isGone(error: unknown): boolean {
  const { name, code } = error as NodeJS.ErrnoException
  return name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET'
}
