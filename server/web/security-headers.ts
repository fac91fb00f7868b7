/**
 * Security headers of every answer, including errors and files. They do not depend on the request,
 * so they are built once: a hook sets them on Fastify's replies, and answers before routing add them
 * here.
 */
import { createHash } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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

/**
 * The headers for a site at `siteUrl`, with HSTS if it is https.
 */
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

/** Sets `headers` on all of Fastify's answers, including errors. */
export function registerSecurityHeaders(app: FastifyInstance, headers: HeaderMap): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  // Without a listener Node itself answers an unknown `Expect`.
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { ...headers, 'content-length': '0' })
    response.end()
  })
}

/** Errors before routing by code: status and a sentence (ASCII). */
const REQUEST_FAULTS: Record<string, readonly [number, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long.'],
  HPE_HEADER_OVERFLOW: [431, 'The request has too much in it.'],
}
const BAD_REQUEST = [400, 'The request could not be read.'] as const

/** Longer than any address that Node accepts, so that all get to the 404 page. */
const PARAMETER_LENGTH_MAX = 65_536

/**
 * Server options for the cases in which Node or Fastify would answer without our hooks: malformed
 * HTTP, addresses that cannot be decoded, a missing Host, requests while closing.
 */
export function unroutedOptions(headers: HeaderMap) {
  const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return {
    clientErrorHandler(error: Error & { code?: string }, socket: Socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
      const [statusCode, sentence] = REQUEST_FAULTS[error.code ?? ''] ?? BAD_REQUEST
      const body = failureText(sentence)
      socket.end(
        `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${headerLines.join('')}connection: close\r\n` +
          `content-type: ${JSON_TYPE}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      )
    },
    frameworkErrors(_error: Error, _request: FastifyRequest, reply: FastifyReply) {
      reply
        .headers({ ...headers, 'cache-control': 'no-cache' })
        .code(400)
        .type(JSON_TYPE)
      reply.send(failureText('The address is not valid.'))
    },
    routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
    // The Host header is not used.
    http: { requireHostHeader: false },
    // Requests on keep-alive connections are answered normally until the close.
    return503OnClosing: false,
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

function failureText(sentence: string): string {
  return JSON.stringify({ error: sentence, code: 'bad_request' })
}
