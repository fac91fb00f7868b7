/**
 * Public reads: the bytes of an answer are made once and sent as they are, so that a warm read is
 * a look-up. Tokens are not looked at; clients send what they have.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { buildAnswer, sendAnswer } from '../answers/cached-answer.ts'
import { publicHeaders } from '../answers/public-headers.ts'
import type { Generation } from '../queries/generation.ts'
import { answerQuery, canonicalPath, longListOf, revisionOf } from '../queries/queries.ts'
import type { QueryContext } from '../queries/query-context.ts'
import type { ApiDeps } from './call.ts'

export const PREFIX = '/api'
export const JSON_TYPE = 'application/json; charset=utf-8'

/** Answers a query, from the cache where it can. */
export function sendQuery(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: ApiDeps,
): undefined | Promise<void> {
  const current = deps.generation()
  const cached = deps.answers.cached(request.raw.url ?? '', current.id)
  if (cached === undefined) return makeAnswer(request, reply, deps)
  sendAnswer(request, reply, cached)
  return undefined
}

async function makeAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: ApiDeps,
): Promise<void> {
  const { answers, longLists } = deps
  const current = deps.generation()
  const context = deps.contextOf(current)
  const path = canonicalPath(pathOf(request), context)
  const keeping = { key: PREFIX + path, generation: current.id }
  const cached = answers.cached(keeping.key, current.id)
  if (cached) return sendAnswer(request, reply, cached)
  const list = longListOf(path, context)
  if (list !== null) {
    const long = { list, context, headers: headersAt(current, deps) }
    return longLists.send(request, reply, { ...long, keeping: isForMany(path) ? keeping : null })
  }
  const make = () => queryAnswer(path, { context, headers: headersAt(current, deps) })
  sendAnswer(request, reply, await answers.get({ ...keeping, make }))
}

/** Answers a query that has too many answers to keep any. */
export async function sendUncachedQuery(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: ApiDeps,
): Promise<void> {
  const current = deps.generation()
  const more = { context: deps.contextOf(current), headers: headersAt(current, deps) }
  sendAnswer(request, reply, await buildAnswer(await queryAnswer(pathOf(request), more)))
}

async function queryAnswer(
  path: string,
  { context, headers }: { context: QueryContext; headers: Readonly<Record<string, string>> },
) {
  const body = Buffer.from(JSON.stringify(await answerQuery(path, context)))
  const isFallback = context.hasFallbacks?.() === true
  return { statusCode: 200, headers, body, isFallback, revision: revisionOf(path, context) }
}

function headersAt(current: Generation, { securityHeaders }: ApiDeps): Record<string, string> {
  const common = { 'content-type': JSON_TYPE, ...securityHeaders }
  return { ...common, ...publicHeaders(current), vary: 'Authorization' }
}

/** The query that a request asks for: its address without `/api`. */
export function pathOf(request: FastifyRequest): string {
  return (request.raw.url ?? '').slice(PREFIX.length)
}

/** There are too many filters of several tags, and places to read on from, to keep long lists of. */
function isForMany(path: string): boolean {
  const options = new URLSearchParams(path.split('?')[1])
  return !options.has('cursor') && options.getAll('tag').length <= 1
}
