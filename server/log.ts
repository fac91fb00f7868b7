/** What parts of the server need of a logger; Fastify's pino logger has this shape. */
export interface Log {
  debug(details: object, message: string): void
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** A logger that keeps silent, for commands and tests. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** Tokens of preview links are JWTs; begun where a word begins, so that each is read once. */
const PREVIEW_TOKEN = /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+/g
/** An address may be as long as its sender likes. */
const LOGGED_LENGTH_MAX = 300

/** An address for a log line, not longer than that: the log gives no preview link away. */
export function loggedAddress(address: unknown): unknown {
  if (typeof address !== 'string') return address
  const shown = address.replace(PREVIEW_TOKEN, '[preview]')
  return shown.length > LOGGED_LENGTH_MAX ? `${shown.slice(0, LOGGED_LENGTH_MAX)}…` : shown
}
