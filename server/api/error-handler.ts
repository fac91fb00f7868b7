/**
 * Failures as the API sends them: `{error, code}`. What the catalogue of expected failures does not
 * know is a fault of ours: it is logged with everything and answered with a fixed sentence.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

interface Failing {
  statusCode: number
  body: { error: string; code: string }
  headers: Readonly<Record<string, string>>
}

/** Fastify's own refusals, in words for a person. */
const REFUSALS: Record<number, { error: string; code: string }> = {
  400: { error: 'The request could not be read as JSON.', code: 'bad_request' },
  404: { error: 'Not found', code: 'not_found' },
  408: { error: 'The request took too long to arrive.', code: 'request_timeout' },
  413: { error: 'The request is too large.', code: 'too_large' },
  414: { error: 'The address is too long.', code: 'too_long' },
  415: { error: 'The request must be sent as JSON.', code: 'unsupported_media_type' },
  503: { error: 'The server is shutting down. Please try again.', code: 'unavailable' },
}
const REFUSED_FOR_NOW = 503
const FAULT = { error: 'Something went wrong on the server.', code: 'internal_error' }

/** Answers whatever a handler, a hook or Fastify threw. */
export function handleApiError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { statusCode, body, headers } = failing(error)
  if (statusCode >= 500) {
    const { method, url } = request
    // Refused for the moment, as by a merge under way: worth knowing, no fault of ours.
    const level = statusCode === REFUSED_FOR_NOW ? 'warn' : 'error'
    request.log[level]({ err: error, method, url }, 'a call failed')
  }
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
  return reply.code(statusCode).headers(headers).send(body)
}

function failing(error: unknown): Failing {
  if (error instanceof AppError) {
    const { statusCode, message, code, details } = error
    return { statusCode, body: { error: message, code, ...details }, headers: error.headers }
  }
  const statusCode = fastifyStatus(error)
  const refusal = statusCode === null ? undefined : REFUSALS[statusCode]
  if (statusCode !== null && refusal) return { statusCode, body: refusal, headers: {} }
  return { statusCode: 500, body: FAULT, headers: {} }
}

/** The status of an error that Fastify or its body parser made, else null. */
function fastifyStatus(error: unknown): number | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null
  // Fastify's errors have this form; its parser's JSON errors lack only the code.
  const { code, statusCode, name } = error as FastifyError
  // The client went away with its body half sent: nobody is left to answer, and nothing is wrong.
  if (code === 'ECONNRESET') return 400
  const isFastify = typeof code === 'string' && code.startsWith('FST_')
  return isFastify || name === 'SyntaxError' ? (statusCode ?? null) : null
}
