/** Fastify with limits, request log, trusted proxies, and the address it listens on. */
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Settings } from './config.ts'
import { StartError } from './errors.ts'
import { loggedAddress } from './log.ts'
import { normalUrl } from './web/normal-url.ts'
import { type HeaderMap, unroutedHandlers } from './web/security-headers.ts'

const BODY_BYTES_MAX = 1024 * 1024
/** Longer than any address that Node accepts, so that all get to the 404 page. */
const PARAMETER_LENGTH_MAX = 65_536
/** Time for a client to send its headers and body. */
const REQUEST_MS_MAX = 30_000
/** Time after which a client that neither sends nor reads is disconnected. */
const STALL_MS_MAX = 30_000
/** Each is an open file, and git, content and state need files too. */
const CONNECTIONS_MAX = 4_000
const RETRY_SECONDS = '5'
const IDLE_MS_MAX = 65_000
const SWEEP_EVERY_MS = 25
/** Less than `CLOSE_MS_MAX` of main.ts, so a stalled client does not get the process killed. */
const LAST_ANSWERS_MS_MAX = 8_000

export interface HttpServerOptions {
  settings: Pick<Settings, 'logLevel' | 'trustProxy'>
  /** Receives the log lines (JSON); stdout if absent. */
  logTo?: { write(line: string): void }
}

/** Creates the server, without routes. @param headers of every answer */
export function createHttpServer(
  { settings, logTo }: HttpServerOptions,
  headers: HeaderMap,
): FastifyInstance {
  const app = Fastify({
    ...unroutedHandlers(headers),
    // The Host header is not used. As a server option the time also limits headers.
    http: { requireHostHeader: false, requestTimeout: REQUEST_MS_MAX },
    routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
    // Requests on keep-alive connections are answered normally until the close.
    return503OnClosing: false,
    rewriteUrl: ({ url }) => normalUrl(url ?? '/'),
    // Fastify's two lines a request would cost more than the answer; see `logRequests`.
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would cost a tenth of an answer, to add an id that nothing reads.
    childLoggerFactory: (logger) => logger,
    logger: {
      level: settings.logLevel,
      serializers: { path: loggedAddress, url: loggedAddress, query: loggedAddress },
      ...(logTo && { stream: logTo }),
    },
    trustProxy: settings.trustProxy,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    connectionTimeout: STALL_MS_MAX,
    keepAliveTimeout: IDLE_MS_MAX,
  })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  app.server.maxConnections = CONNECTIONS_MAX
  logRequests(app, ['debug', 'trace'].includes(settings.logLevel))
  waitForHandlers(app)
  endConnectionsOnClose(app)
  return app
}

/** The time of a stalled client does not run while its answer is made; 503 says when to try again. */
function waitForHandlers(app: FastifyInstance): void {
  app.addHook('preHandler', ({ raw: { socket } }, _reply, done) => {
    socket.setTimeout(0)
    done()
  })
  app.addHook('onSend', ({ raw: { socket } }, reply, payload, done) => {
    if (socket.timeout === 0) socket.setTimeout(app.server.timeout)
    if (reply.statusCode === 503) reply.header('retry-after', RETRY_SECONDS)
    done(null, payload)
  })
}

/** Logs each answered request: writes at `info`, reads at `debug`. */
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
 * Closes idle connections while the server closes. Node closes the connections that are idle at the
 * start of the close, but not those that become idle later: they would delay the exit by the
 * keep-alive time.
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
    // Node counts a browser's preconnected socket as busy, since it sent no headers yet.
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

/** Binds the port; returns the address for a browser. @throws StartError with the bad setting */
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

/** The address for a browser on this machine; localhost for a server on all interfaces. */
export function localAddress(
  { server }: FastifyInstance,
  { host, port }: Pick<Settings, 'host' | 'port'>,
): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const bound = server.address()
  return `http://${name}:${bound !== null && typeof bound === 'object' ? bound.port : port}`
}
