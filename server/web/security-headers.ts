/** Security headers of every answer, including errors, files and malformed requests. */
import { createHash } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NO_STORE } from '../answers/cached-answer.ts'

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The author's markdown may embed images and videos of other sites.
  "img-src 'self' https: data:",
  "media-src 'self' https:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const PERMISSIONS_POLICY =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), ' +
  'magnetometer=(), microphone=(), midi=(), payment=(), usb=()'

const POLICY = 'content-security-policy'

/** Header names in lower case. */
export type HeaderMap = Readonly<Record<string, string>>

/** The headers for a site at `siteUrl`, with HSTS if it is https. */
export function securityHeaders(siteUrl: string): HeaderMap {
  return {
    [POLICY]: CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': PERMISSIONS_POLICY,
    'cross-origin-opener-policy': 'same-origin',
    // A year.
    ...(siteUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** The policy for an answer with this inline style sheet, such as an SVG. */
export function allowStyle(style: string): HeaderMap {
  const hash = createHash('sha256').update(style).digest('base64')
  return {
    [POLICY]: CONTENT_SECURITY_POLICY.replace("style-src 'self'", `$& 'sha256-${hash}'`),
  }
}

/** Of the admin's pages: never cached or indexed. */
export const ADMIN_PAGE_HEADERS = { ...NO_STORE, 'x-robots-tag': 'noindex, nofollow' }
/** Of pages that are visible only to people who know the address. */
export const PRIVATE_PAGE_HEADERS = { ...ADMIN_PAGE_HEADERS, 'referrer-policy': 'no-referrer' }

/** Errors before routing by code: status and a sentence (ASCII). */
const REQUEST_FAULTS: Record<string, readonly [number, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long.'],
  HPE_HEADER_OVERFLOW: [431, 'The request has too much in it.'],
}
const BAD_REQUEST = [400, 'The request could not be read.'] as const

/** Answers malformed HTTP and addresses that cannot be decoded, which no hook sees. */
export function unroutedHandlers(headers: HeaderMap) {
  return {
    clientErrorHandler(error: Error & { code?: string }, socket: Socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
      const [statusCode, sentence] = REQUEST_FAULTS[error.code ?? ''] ?? BAD_REQUEST
      const body = JSON.stringify({ error: sentence, code: 'bad_request' })
      const lines = Object.entries({
        ...headers,
        connection: 'close',
        'content-type': 'application/json; charset=utf-8',
        'content-length': body.length,
      }).map(([name, value]) => `${name}: ${value}`)
      const status = `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`
      socket.end([status, ...lines, '', body].join('\r\n'))
    },
    frameworkErrors(_error: Error, _request: FastifyRequest, reply: FastifyReply) {
      reply
        .headers({ ...headers, 'cache-control': 'no-cache' })
        .code(400)
        .send({ error: 'The address is not valid.', code: 'bad_request' })
    },
  }
}
