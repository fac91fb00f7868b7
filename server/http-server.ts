/** Fastify with its limits, its log and the proxies that it trusts. */
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Settings } from './config.ts'
import { loggedAddress } from './log.ts'
import { normalUrl } from './web/normal-url.ts'
import { type HeaderMap, unroutedOptions } from './web/security-headers.ts'

const BODY_BYTES_MAX = 1024 * 1024
/** A client that is slower than this with its headers or its body is cut off. */
const REQUEST_MS_MAX = 30_000
/** So is a client that reads nothing of its answer for this long. */
const STANDSTILL_MS_MAX = 30_000
const IDLE_MS_MAX = 65_000

interface HttpServerOptions {
  settings: Pick<Settings, 'logLevel' | 'trustProxy'>
  /** Takes the lines of the log, which are JSON; the standard output if absent. */
  logTo?: { write(line: string): void }
  headers: HeaderMap
}

/** The server, without a route. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { settings, logTo, headers } = options
  const unrouted = unroutedOptions(headers)
  const app = Fastify({
    ...unrouted,
    // Given when the server is made, Node times the headers by it too, and the body at all.
    http: { ...unrouted.http, requestTimeout: REQUEST_MS_MAX },
    rewriteUrl: ({ url }) => normalUrl(url ?? '/'),
    // Its two lines for each request would cost more than the answer; see `logRequests`.
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level: settings.logLevel,
      redact: ['req.headers.authorization'],
      serializers: { path: loggedAddress, url: loggedAddress, query: loggedAddress },
      ...(logTo && { stream: logTo }),
    },
    trustProxy: trustedProxies(settings.trustProxy),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    connectionTimeout: STANDSTILL_MS_MAX,
    keepAliveTimeout: IDLE_MS_MAX,
  })
  logRequests(app, ['debug', 'trace'].includes(settings.logLevel))
  return app
}

/** A line for each request once it is answered: at `info` what may change something, else at `debug`. */
function logRequests(app: FastifyInstance, logsReads: boolean): void {
  app.addHook('onRequest', ({ method, raw: { url: path } }, { raw: response }, done) => {
    const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
    if (isRead && !logsReads) return done()
    const began = performance.now()
    response.once('close', () => {
      const ms = Math.round(performance.now() - began)
      const line = { method, path, status: response.statusCode, ms }
      app.log[isRead ? 'debug' : 'info'](line, 'Request')
    })
    done()
  })
}

/** Fastify takes a number of proxies too, but its types do not say so: as a function it is clear. */
function trustedProxies(setting: Settings['trustProxy']) {
  return typeof setting === 'number' ? (_: string, hop: number) => hop < setting : setting
}
