/**
 * Headers that stand on every answer, errors and files included. They depend on
 * nothing a request says, so they are made once: a hook sets them on Fastify's replies, ready
 * answers carry them in their own headers, and answers written before routing take them here.
 */
import { createHash } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The author's markdown may name images and films of other sites.
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
 * The headers for a site at `siteUrl`; behind TLS they also tell browsers to stay there.
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

/** The headers with one more source in a rule of the policy. */
function allow(headers: HeaderMap, rule: string, source: string): HeaderMap {
  return { ...headers, [POLICY]: (headers[POLICY] ?? '').replace(rule, `$& ${source}`) }
}

/** For an answer that has this one style sheet in it, as an SVG. */
export function allowStyle(headers: HeaderMap, style: string): HeaderMap {
  const hash = createHash('sha256').update(style).digest('base64')
  return allow(headers, "style-src 'self'", `'sha256-${hash}'`)
}

const UNLISTED = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }

/** For the admin's pages, which show images that are not uploaded yet. */
export function adminPageHeaders(headers: HeaderMap): HeaderMap {
  return { ...allow(headers, "img-src 'self'", 'blob:'), ...UNLISTED }
}

/** For what only who has its address may see. */
export function privatePageHeaders(headers: HeaderMap): HeaderMap {
  return { ...headers, ...UNLISTED, 'referrer-policy': 'no-referrer' }
}

/** Sets `headers` on everything that Fastify answers, its error answers included. */
export function registerSecurityHeaders(app: FastifyInstance, headers: HeaderMap): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  // Node answers an unknown `Expect` by itself when nobody listens.
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { ...headers, 'content-length': '0' })
    response.end()
  })
}

/** Faults of a request that has no route yet: status and a sentence (ASCII). */
const REQUEST_FAULTS: Record<string, readonly [number, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long.'],
  HPE_HEADER_OVERFLOW: [431, 'The request has too much in it.'],
}
const BAD_REQUEST = [400, 'The request could not be read.'] as const

/** Longer than any address that Node lets through, so that each gets to the 404 page. */
const PARAMETER_LENGTH_MAX = 65_536

/**
 * Server options for the places where Node or Fastify would answer on their own, without hooks:
 * bytes that are not HTTP, addresses that cannot be decoded, a missing Host, requests while closing.
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
    // The Host header decides nothing here, so nothing needs it.
    http: { requireHostHeader: false },
    // What a kept-alive connection still asks for is answered before it is closed.
    return503OnClosing: false,
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

function failureText(sentence: string): string {
  return JSON.stringify({ error: sentence, code: 'bad_request' })
}
