/** Answers failures as `{error, code}`; unexpected ones are logged and get a fixed sentence. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** Messages of Fastify's errors. */
const REFUSALS: Record<number, { error: string; code: string }> = {
  400: { error: 'The request could not be read as JSON.', code: 'bad_request' },
  404: { error: 'Not found', code: 'not_found' },
  408: { error: 'The request took too long to arrive.', code: 'request_timeout' },
  413: { error: 'The request is too large.', code: 'too_large' },
  414: { error: 'The address is too long.', code: 'too_long' },
  416: { error: 'The file has no such range.', code: 'range_not_satisfiable' },
  415: { error: 'The request must be sent as JSON.', code: 'unsupported_media_type' },
  503: { error: 'The server is shutting down. Please try again.', code: 'unavailable' },
}
const UNAVAILABLE = 503
const FAULT = { error: 'Something went wrong on the server.', code: 'internal_error' }

/** Answers an error of a handler, a hook or Fastify. */
export function handleApiError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { statusCode, body, headers } = failureOf(error)
  if (statusCode >= 500) {
    const { method, url } = request
    // A temporary refusal, such as during a merge, is no fault of ours.
    const level = statusCode === UNAVAILABLE ? 'warn' : 'error'
    request.log[level]({ err: error, method, url }, 'A call failed')
  }
  // A file's headers are set before it fails.
  if (reply.getHeader('cache-control') !== 'no-store') reply.header('cache-control', 'no-cache')
  return reply.code(statusCode).headers(headers).send(body)
}

function failureOf(error: unknown) {
  if (error instanceof AppError) {
    const { statusCode, message, code, details, headers } = error
    return { statusCode, body: { error: message, code, ...details }, headers }
  }
  const statusCode = libraryStatus(error)
  const refusal = REFUSALS[statusCode]
  if (!refusal) return { statusCode: 500, body: FAULT, headers: {} }
  const { headers = {} } = error as { headers?: Record<string, string> } // of the file's range
  return { statusCode, body: refusal, headers }
}

/** Status of an error of Fastify, its body parser or its file server; 500 for any other. */
function libraryStatus(error: unknown): number {
  if (!(error instanceof Error) || !('statusCode' in error)) return 500
  // Errors of Fastify have this type; JSON errors of its parser lack the code.
  const { code, statusCode = 500, name } = error as FastifyError
  // The client disconnected while it sent the body: nothing is wrong.
  if (code === 'ECONNRESET') return 400
  // A path that leads out of the folder is answered like one without a file.
  if (code === 'FST_STATIC_FORBIDDEN_PATH') return 404
  const isFastify = typeof code === 'string' && code.startsWith('FST_')
  return isFastify || name === 'SyntaxError' || statusCode === 416 ? statusCode : 500
}
