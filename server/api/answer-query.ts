/**
 * Public reads: the bytes of an answer are made once and sent as they are, so that a warm read is
 * a look-up. Tokens are not looked at; clients send what they have.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendAnswer } from '../answers/cached-answer.ts'
import { publicHeaders } from '../answers/public-headers.ts'
import { sendLongList } from '../queries/list-text.ts'
import { answerQuery, longListOf, revisionOf } from '../queries/queries.ts'
import type { ApiDeps } from './call.ts'

export const PREFIX = '/api'
export const JSON_TYPE = 'application/json; charset=utf-8'

/** Answers a query. @throws NotFoundError, BadRequestError */
export async function sendQuery(
  request: FastifyRequest,
  reply: FastifyReply,
  { generation, contextOf, answers, securityHeaders }: ApiDeps,
): Promise<void> {
  const current = generation()
  const context = contextOf(current)
  const path = pathOf(request)
  const headers = {
    'content-type': JSON_TYPE,
    ...securityHeaders,
    ...publicHeaders(current),
    vary: 'Authorization',
  }
  const list = longListOf(path, context)
  if (list !== null) return sendLongList(request, reply, { list, rendering: context, headers })
  const make = async () => {
    const body = Buffer.from(JSON.stringify(await answerQuery(path, context)))
    const isFallback = context.hasFallbacks?.() === true
    return { statusCode: 200, headers, body, isFallback, revision: revisionOf(path, context) }
  }
  const key = PREFIX + path
  sendAnswer(request, reply, await answers.get({ key, generation: current.id, make }))
}

/** The query that a request asks for: its address without `/api`. */
export function pathOf(request: FastifyRequest): string {
  return (request.raw.url ?? '').slice(PREFIX.length)
}
