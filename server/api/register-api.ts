/** Registers the calls on an app: guards run before bodies are read, schemas validate the input. */
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { knownSearch, splitUrl } from '#domain/addresses.ts'
import {
  buildAnswer,
  NO_STORE,
  PUBLIC_HEADERS,
  sendAnswer,
  sendStream,
} from '../answers/cached-answer.ts'
import { BadRequestError, NotFoundError } from '../errors.ts'
import { listText, mustStream } from '../queries/list-text.ts'
import { inputOf } from '../queries/queries.ts'
import { isRead, type PublicRead } from '../queries/read.ts'
import type { ApiDeps, Call, CallAnswer } from './call.ts'
import { CALLS, type CallRow } from './calls.ts'
import { checkBody } from './check-input.ts'
import { KeyedAnswers } from './keyed-answers.ts'

const PREFIX = '/api'
const JSON_TYPE = 'application/json; charset=utf-8'
const JSON_BODY_TYPE = /^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i

/** Registers the API and the health checks. */
export async function registerApi(app: FastifyInstance, deps: ApiDeps): Promise<void> {
  const keyed = new KeyedAnswers(deps.store.now)
  await app.register(async (api) => {
    registerJsonBody(api)
    for (const row of CALLS) {
      const registerBody = isRead(row[3]) ? undefined : row[3].registerBody
      if (!registerBody) registerCall(api, row, { deps, keyed })
      else {
        await api.register(async (others) => {
          registerBody(others)
          registerCall(others, row, { deps, keyed })
        })
      }
    }
    registerDocument(api, deps)
  })
}

/**
 * Parses only JSON bodies. Forms and plain text, which other sites may send without a preflight,
 * get 415. An empty body with a JSON type is allowed.
 */
function registerJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(JSON_BODY_TYPE, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined)
    if (!isUtf8(body)) return done(new BadRequestError('The body is not valid UTF-8.'))
    // Fastify's parser refuses prototype poisoning.
    parse(request, body.toString(), done)
  })
}

function registerCall(
  api: FastifyInstance,
  [method, url, guard, call]: CallRow,
  { deps, keyed }: { deps: ApiDeps; keyed: KeyedAnswers },
): void {
  const bodyLimit = isRead(call) ? undefined : call.bodyLimit
  const isCached = isRead(call) && guard === 'visitor' && !call.uncachedHeaders
  const isAdmin = guard === 'admin'
  async function onRequest(request: FastifyRequest, reply: FastifyReply) {
    reply.header('cache-control', 'no-store')
    if (isAdmin) await deps.auth.requireAdmin(request)
  }
  async function handler(request: FastifyRequest, reply: FastifyReply) {
    if (isRead(call)) return sendRead(call, request, reply, { deps, isAdmin })
    const make = () => answerOf(call, request, deps)
    const answer = await (call.isKeyed ? keyed.once(request, make) : make())
    const { data, meta, statusCode = call.statusCode ?? 200 } = answer
    return reply.code(statusCode).send({ data, ...(meta && { meta }) })
  }
  api.route({
    method,
    url,
    handler,
    ...(!isCached && { onRequest }),
    ...(bodyLimit !== undefined && { bodyLimit }),
  })
}

/**
 * Sends the answer of a read; of a public one as cached bytes, so that a warm read is a look-up.
 * Tokens are not checked there: clients may send outdated ones.
 */
async function sendRead(
  read: PublicRead,
  request: FastifyRequest,
  reply: FastifyReply,
  { deps, isAdmin }: { deps: ApiDeps; isAdmin: boolean },
): Promise<unknown> {
  const context = deps.context()
  const input = { ...inputOf(read, request.params, request.url), context }
  if (read.uncachedHeaders) {
    return reply.headers(read.uncachedHeaders).send(await read.answer(input))
  }
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
    return { statusCode: 200, headers, body, revision: read.revision?.(input) ?? null }
  }
  try {
    if (isAdmin) return sendAnswer(request, reply, await buildAnswer(await make()))
    const { path, search } = splitUrl(request.url)
    const key = path + knownSearch(search, Object.keys(read.query?.shape ?? {}))
    return await deps.answers.send(request, reply, { key, context, make })
  } catch (error) {
    const moved = error instanceof NotFoundError ? read.moved?.(input) : null
    if (!moved) throw error
    return reply.headers(PUBLIC_HEADERS).redirect(PREFIX + moved, 301)
  }
}

async function answerOf(call: Call, request: FastifyRequest, deps: ApiDeps): Promise<CallAnswer> {
  const input = inputOf(call, request.params, request.url)
  return call.handle({ ...input, body: checkBody(call, request.body), request }, deps)
}

function registerDocument(api: FastifyInstance, { answers, context }: ApiDeps): void {
  const key = `${PREFIX}/openapi.json`
  const headers = { 'content-type': JSON_TYPE, ...PUBLIC_HEADERS }
  const make = async () => {
    const { buildOpenApi } = await import('./openapi.ts')
    return { statusCode: 200, headers, body: Buffer.from(buildOpenApi(CALLS)) }
  }
  api.get(key, (request, reply) => answers.send(request, reply, { key, context: context(), make }))
}
