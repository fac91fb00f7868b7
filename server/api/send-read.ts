/**
 * Sends public reads as cached bytes, so that a warm read is a look-up. Tokens are not checked:
 * clients may send outdated ones. Reads for the admin are not cached.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { knownSearch, splitUrl } from '#domain/addresses.ts'
import {
  buildAnswer,
  NO_STORE,
  PUBLIC_HEADERS,
  sendAnswer,
  sendStream,
} from '../answers/cached-answer.ts'
import { NotFoundError } from '../errors.ts'
import { listText, mustStream } from '../queries/list-text.ts'
import { inputOf } from '../queries/queries.ts'
import type { PublicRead } from '../queries/read.ts'
import type { ApiDeps } from './call.ts'

const PREFIX = '/api'
export const JSON_TYPE = 'application/json; charset=utf-8'

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  deps: ApiDeps
  isAdmin: boolean
}

/** Sends the answer of a read. @throws NotFoundError, BadRequestError, HistoryPendingError */
export async function sendRead(
  read: PublicRead,
  { request, reply, deps, isAdmin }: Exchange,
): Promise<unknown> {
  const { generation, contextOf, answers } = deps
  const current = generation()
  const context = contextOf(current)
  const input = { ...inputOf(read, request.params, request.url), context }
  if (read.isUncached) return reply.headers(read.headers ?? {}).send(await read.answer(input))
  const headers = {
    'content-type': JSON_TYPE,
    vary: 'Authorization',
    ...(isAdmin ? NO_STORE : PUBLIC_HEADERS),
  }
  const list = read.list?.(input)
  if (list && mustStream(list)) {
    return sendStream(request, reply, { chunks: listText(list, context), headers })
  }
  const make = async () => {
    const body = Buffer.from(JSON.stringify(await read.answer(input)))
    const isFallback = context.hasFallbacks?.() === true
    return { statusCode: 200, headers, body, isFallback, revision: read.revision?.(input) ?? null }
  }
  try {
    const { path, search } = splitUrl(request.url)
    const key = path + knownSearch(search, Object.keys(read.query?.shape ?? {}))
    const answer = isAdmin
      ? await buildAnswer(await make())
      : await answers.get({ key, generation: current.id, make })
    return sendAnswer(request, reply, answer)
  } catch (error) {
    const moved = error instanceof NotFoundError ? read.moved?.(input) : null
    if (!moved) throw error
    return reply.headers(PUBLIC_HEADERS).redirect(PREFIX + moved, 301)
  }
}
