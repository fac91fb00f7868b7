/** Fastify with its limits, its log, the proxies that it trusts and the place where it listens. */
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Settings } from './config.ts'
import { StartError } from './errors.ts'
import { loggedAddress } from './log.ts'
import { normalUrl } from './web/normal-url.ts'
import { type HeaderMap, unroutedOptions } from './web/security-headers.ts'

const BODY_BYTES_MAX = 1024 * 1024
/** A client that is slower than this with its headers or its body is cut off. */
const REQUEST_MS_MAX = 30_000
/** So is a client that reads nothing of its answer for this long. */
const STANDSTILL_MS_MAX = 30_000
const IDLE_MS_MAX = 65_000
const SWEEP_EVERY_MS = 25
/** Before the process is ended by force, so that a client that stalls does not make that happen. */
const LAST_ANSWERS_MS_MAX = 8_000

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
  endConnectionsOnClose(app)
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

/**
 * Lets a closing server come to its end. Node closes the connections that are idle when the close
 * begins, but not one that becomes idle with its last answer: that one would hold the process for
 * the whole of the keep-alive time.
 */
function endConnectionsOnClose(app: FastifyInstance): void {
  const { server } = app
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const endIdle = () => {
    server.closeIdleConnections()
    // For Node a browser's spare connection is busy with headers that it never sent.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
  app.addHook('preClose', async () => {
    const sweep = setInterval(endIdle, SWEEP_EVERY_MS)
    const end = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS_MAX)
    server.once('close', () => {
      clearInterval(sweep)
      clearTimeout(end)
    })
  })
}

/** Fastify takes a number of proxies too, but its types do not say so: as a function it is clear. */
function trustedProxies(setting: Settings['trustProxy']) {
  return typeof setting === 'number' ? (_: string, hop: number) => hop < setting : setting
}

/**
 * Binds the port and warns of settings that a public site should not leave as they are.
 * @returns the address for a person @throws StartError naming the setting that is at fault
 */
export async function listenAt(app: FastifyInstance, settings: Settings): Promise<string> {
  const { host, port, trustProxy, siteUrl } = settings
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') throw error
    throw new StartError(
      error.code === 'EADDRINUSE' || error.code === 'EACCES'
        ? `PORT: got "${port}", takes a port that is free (${error.message})`
        : `HOST: got ${JSON.stringify(host)}, takes an address of this machine (${error.message})`,
    )
  })
  const address = localAddress(app, settings)
  if (trustProxy === true) {
    app.log.warn(
      'TRUST_PROXY=true lets every visitor choose the address that failed logins count for: name the number of proxies, or their addresses',
    )
  }
  if (siteUrl === null) {
    app.log.warn({ address }, 'SITE_URL is not set: links in feeds and cards use this address')
  }
  return address
}

/** For a browser on this machine: a server on all interfaces is at localhost. */
export function localAddress(
  { server }: FastifyInstance,
  { host, port }: Pick<Settings, 'host' | 'port'>,
): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const bound = server.address()
  return `http://${name}:${bound !== null && typeof bound === 'object' ? bound.port : port}`
}
