/** What parts of the server need of a logger; Fastify's pino logger has this shape. */
export interface Log {
  debug(details: object, message: string): void
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** A logger that keeps silent, for commands and tests. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
