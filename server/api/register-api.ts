/**
 * Registers the calls on an app: guards run before bodies are read, schemas validate the input, a
 * known address with another method gets 405.
 */
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendAnswer } from '../answers/cached-answer.ts'
import { publicHeaders } from '../answers/public-headers.ts'
import { AppError, BadRequestError, NotFoundError } from '../errors.ts'
import { checkParams, checkQuery, isRead } from '../queries/read.ts'
import type { ApiDeps, Call } from './call.ts'
import { CALLS, type CallRow } from './calls.ts'
import { checkBody } from './check-input.ts'
import { handleApiError } from './error-handler.ts'
import { JSON_TYPE, PREFIX, sendRead } from './send-read.ts'

const DOCUMENT_PATH = '/api/openapi.json'
const JSON_BODY_TYPE = /^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i

/** Registers the API and the health checks. */
export async function registerApi(app: FastifyInstance, deps: ApiDeps): Promise<void> {
  await app.register(async (api) => {
    registerJsonBody(api)
    api.setErrorHandler(handleApiError)
    await refuseUnknown(api)
    for (const row of CALLS) {
      const registerBody = isRead(row[3]) ? undefined : row[3].registerBody
      if (!registerBody) registerCall(api, row, deps)
      else {
        await api.register(async (others) => {
          registerBody(others)
          registerCall(others, row, deps)
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
  deps: ApiDeps,
): void {
  const bodyLimit = isRead(call) ? undefined : call.bodyLimit
  const isAdmin = guard === 'admin'
  async function onRequest(request: FastifyRequest, reply: FastifyReply) {
    reply.header('cache-control', 'no-store')
    if (isAdmin) await deps.auth.requireAdmin(request)
  }
  async function handler(request: FastifyRequest, reply: FastifyReply) {
    return isRead(call)
      ? sendRead(call, { request, reply, deps, isAdmin })
      : answerCall(call, request, reply, deps)
  }
  api.route({
    ...{ method, url, handler },
    ...((isAdmin || call.isUncached) && { onRequest }),
    ...(bodyLimit !== undefined && { bodyLimit }),
  })
}

async function answerCall(call: Call, request: FastifyRequest, reply: FastifyReply, deps: ApiDeps) {
  const params = checkParams(call.params, request.params)
  const query = checkQuery(call.query, request.url)
  const body = checkBody(call, request.body)
  const answer = await call.handle({ params, query, body, request }, deps)
  const { data, meta, statusCode = call.statusCode ?? 200 } = answer
  return reply.code(statusCode).send({ data, ...(meta && { meta }) })
}

function registerDocument(api: FastifyInstance, deps: ApiDeps): void {
  const { generation, answers, securityHeaders } = deps
  let document: string | undefined
  api.get(DOCUMENT_PATH, async (request, reply) => {
    const current = generation()
    const ready = await answers.get({
      key: DOCUMENT_PATH,
      generation: current.id,
      async make() {
        const { buildOpenApi } = await import('./openapi.ts')
        document ??= buildOpenApi(CALLS)
        const headers = { 'content-type': JSON_TYPE, ...publicHeaders(current), ...securityHeaders }
        return { statusCode: 200, headers, body: Buffer.from(document) }
      },
    })
    sendAnswer(request, reply, ready)
  })
}

/**
 * Refuses unknown requests before the body is read: 405 for an address with other methods, else
 * 404.
 */
async function refuseUnknown(api: FastifyInstance): Promise<void> {
  const methodsOf = new Map<string, string[]>([[DOCUMENT_PATH, ['GET', 'HEAD']]])
  for (const [method, url] of CALLS) {
    // Fastify adds HEAD to each GET.
    const accepted = method === 'GET' ? [method, 'HEAD'] : [String(method)]
    methodsOf.set(url, [...(methodsOf.get(url) ?? []), ...accepted])
  }
  const patterns = [...methodsOf].map(([url, methods]) => {
    return { pattern: new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`), methods }
  })
  const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? ''
  const refusal = (methods: readonly string[]) => {
    const allow = methods.join(', ')
    const sentence = `This address takes only ${allow}.`
    return new AppError(405, 'method_not_allowed', sentence, { headers: { allow } })
  }
  // The router would take `PUT /api/posts/tags` for a post.
  api.addHook('onRequest', async (request) => {
    const methods = methodsOf.get(pathOf(request))
    if (methods && !methods.includes(request.method)) throw refusal(methods)
  })
  async function refuse(request: FastifyRequest) {
    const path = pathOf(request)
    const match = patterns.find(({ pattern }) => pattern.test(path))
    throw match ? refusal(match.methods) : new NotFoundError('There is no such call.')
  }
  for (const prefix of [PREFIX, '/healthz', '/readyz']) {
    await api.register(
      async (unknown) => {
        unknown.addHook('onRequest', refuse)
        unknown.setNotFoundHandler(refuse)
      },
      { prefix },
    )
  }
}
