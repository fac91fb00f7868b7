/** The part of Fastify's pino logger that the server uses. */
export interface Log {
  debug(details: object, message: string): void
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** A logger without output, for commands and tests. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** Tokens of preview links (JWTs); the lookbehind keeps the search linear. */
const PREVIEW_TOKEN = /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+/g
/** The sender decides how long an address is. */
const LOGGED_LENGTH_MAX = 300

/** An address for a log line: truncated, and without tokens of preview links. */
export function loggedAddress(address: unknown): unknown {
  if (typeof address !== 'string') return address
  const shown = address.replace(PREVIEW_TOKEN, '[preview]')
  return shown.length > LOGGED_LENGTH_MAX ? `${shown.slice(0, LOGGED_LENGTH_MAX)}…` : shown
}
