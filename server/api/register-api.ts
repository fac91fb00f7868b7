/**
 * Puts the calls on an app: guards before bodies are read, input checked by the call's schemas, one
 * form of answers, 405 for a known address with another method.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { sendAnswer } from '../answers/cached-answer.ts'
import { publicHeaders } from '../answers/public-headers.ts'
import { AppError, NotFoundError } from '../errors.ts'
import { checkParams, checkQuery, type PublicRead } from '../queries/read.ts'
import type { ApiDeps, Call } from './call.ts'
import { CALLS, type CallRow } from './calls.ts'
import { checkBody } from './check-input.ts'
import { handleApiError } from './error-handler.ts'
import { registerJsonBody } from './json-body.ts'
import { JSON_TYPE, PREFIX, sendRead } from './send-read.ts'

const DOCUMENT_PATH = '/api/openapi.json'

/** Puts the API and the health checks on an app. */
export async function registerApi(app: FastifyInstance, deps: ApiDeps): Promise<void> {
  await app.register(async (api) => {
    registerJsonBody(api)
    api.setErrorHandler(handleApiError)
    for (const row of CALLS) {
      const registerBody = 'answer' in row[3] ? undefined : row[3].registerBody
      if (!registerBody) registerCall(api, row, deps)
      else {
        await api.register(async (others) => {
          registerBody(others)
          registerCall(others, row, deps)
        })
      }
    }
    registerDocument(api, deps)
    refuseOtherMethods(api)
    await refuseUnknown(api)
  })
}

function registerCall(
  api: FastifyInstance,
  [method, url, guard, call]: CallRow,
  deps: ApiDeps,
): void {
  const bodyLimit = 'answer' in call ? undefined : call.bodyLimit
  const isPrivate = guard === 'admin' || call.isUncached === true
  async function onRequest(request: FastifyRequest, reply: FastifyReply) {
    reply.header('cache-control', 'no-store')
    if (guard === 'admin') await deps.auth.requireAdmin(request)
  }
  api.route({
    ...{ method, url, handler: handlerOf(call, deps) },
    ...(isPrivate && { onRequest }),
    ...(bodyLimit !== undefined && { bodyLimit }),
  })
}

function handlerOf(call: Call | PublicRead, deps: ApiDeps) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if ('answer' in call) return sendRead(call, { request, reply, deps })
    const params = checkParams(call.params, request.params)
    const query = checkQuery(call.query, request.url)
    const body = checkBody(call, request.body)
    const input = { params, query, body, request, reply }
    if (call.send) return call.send(input, deps)
    const answer = await call.handle?.(input, deps)
    if (answer === undefined) throw new Error(`The call has no handler: ${call.summary}`)
    const { data, meta, statusCode = call.statusCode ?? 200 } = answer
    return reply.code(statusCode).send({ data, ...(meta && { meta }) })
  }
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
 * Answers 405 to the other methods of each address, before a body is read. No call takes OPTIONS:
 * below /api what has no route is asked for again by that method (`refuseUnknown`), so that an
 * address needs one route to refuse and not six.
 */
function refuseOtherMethods(api: FastifyInstance): void {
  const methodsOf = new Map<string, HTTPMethods[]>([[DOCUMENT_PATH, ['GET', 'HEAD']]])
  for (const [method, url] of CALLS) {
    // Fastify answers HEAD wherever there is a GET.
    const own = method === 'GET' ? [method, 'HEAD'] : [method]
    methodsOf.set(url, [...(methodsOf.get(url) ?? []), ...own])
  }
  for (const [url, methods] of methodsOf) {
    const allow = methods.join(', ')
    const refuse = async () => {
      const sentence = `This address takes only ${allow}.`
      throw new AppError(405, 'method_not_allowed', sentence, { headers: { allow } })
    }
    const others = url.startsWith(PREFIX) ? methodsOfPattern(url) : api.supportedMethods
    const refused = new Set(['OPTIONS', ...others].filter((name) => !methods.includes(name)))
    // HEAD comes with GET.
    if (refused.has('GET')) refused.delete('HEAD')
    api.route({ method: [...refused], url, onRequest: refuse, handler: refuse })
  }
}

/** Methods of the addresses with a parameter where this one has a word: `/posts/tags` is no post. */
function methodsOfPattern(url: string): HTTPMethods[] {
  const word = url.slice(url.lastIndexOf('/') + 1)
  return CALLS.filter(([, other]) => other.replace(/:\w+$/, word) === url).map(([name]) => name)
}

/** Answers 404 to everything else below /api, before a body is read. */
async function refuseUnknown(api: FastifyInstance): Promise<void> {
  async function refuse({ method, raw }: FastifyRequest, reply: FastifyReply) {
    if (method === 'OPTIONS') throw new NotFoundError('There is no such call.')
    reply.hijack()
    raw.method = 'OPTIONS'
    api.routing(raw, reply.raw)
  }
  await api.register(
    async (unknown) => {
      unknown.addHook('onRequest', refuse)
      unknown.setNotFoundHandler(refuse)
    },
    { prefix: PREFIX },
  )
}
