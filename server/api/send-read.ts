/**
 * Sends public reads as cached bytes, so that a warm read is a look-up. Tokens are not checked:
 * clients may send outdated ones. Reads for the admin are not cached.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { buildAnswer, sendAnswer } from '../answers/cached-answer.ts'
import { publicHeaders } from '../answers/public-headers.ts'
import { NotFoundError } from '../errors.ts'
import { isLong, sendLongList } from '../queries/list-text.ts'
import { inputOf } from '../queries/queries.ts'
import type { PublicRead } from '../queries/read.ts'
import type { ApiDeps } from './call.ts'

export const PREFIX = '/api'
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
  const { generation, contextOf, answers, securityHeaders } = deps
  const current = generation()
  const context = contextOf(current)
  const input = { ...inputOf(read, request.params, request.url), context }
  if (read.isUncached) {
    const answer = await read.answer(input)
    return reply.headers(read.headers ?? {}).send(answer)
  }
  const common = publicHeaders(current)
  const headers = {
    'content-type': JSON_TYPE,
    ...securityHeaders,
    ...(isAdmin ? { 'cache-control': 'no-store' } : { ...common, vary: 'Authorization' }),
  }
  const list = read.list?.(input)
  if (list && isLong(list)) {
    return sendLongList(request, reply, { list, rendering: context, headers })
  }
  const make = async () => {
    const body = Buffer.from(JSON.stringify(await read.answer(input)))
    const isFallback = context.hasFallbacks?.() === true
    return { statusCode: 200, headers, body, isFallback, revision: read.revision?.(input) ?? null }
  }
  try {
    const key = request.raw.url ?? ''
    const answer = isAdmin
      ? await buildAnswer(await make())
      : await answers.get({ key, generation: current.id, make })
    return sendAnswer(request, reply, answer)
  } catch (error) {
    const moved = error instanceof NotFoundError ? read.moved?.(input) : null
    if (!moved) throw error
    return reply.headers(common).redirect(PREFIX + moved, 301)
  }
}
