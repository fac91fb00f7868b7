/** What parts of the server need of a logger; Fastify's pino logger has this shape. */
export interface Log {
  debug(details: object, message: string): void
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** A logger that keeps silent, for commands and tests. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** As `server/auth/preview-links.ts` makes them. */
const PREVIEW_TOKEN = /[\w-]+\.[0-9a-f]{32}(?![0-9a-f])/g

/** An address for a log line: the log gives no preview link away. */
export function loggedAddress(address: unknown): unknown {
  return typeof address === 'string' ? address.replace(PREVIEW_TOKEN, '[preview]') : address
}
