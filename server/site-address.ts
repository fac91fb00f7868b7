/** Where the site is: the port that it listens on, and its address in links and for a person. */
import type { FastifyInstance } from 'fastify'
import type { Settings } from './config.ts'

/** Binds the port and warns of settings that a public site should not leave as they are. */
export async function listenAt(
  fastify: FastifyInstance,
  settings: Settings,
  address: SiteAddress,
): Promise<void> {
  const { log } = fastify
  await fastify.listen({ host: settings.host, port: settings.port })
  const bound = fastify.server.address()
  if (typeof bound === 'object' && bound !== null) address.setPort(bound.port)
  if (settings.trustProxy === true) {
    log.warn(
      'TRUST_PROXY=true lets every visitor choose the address that failed logins count for: name the number of proxies, or their addresses',
    )
  }
  if (settings.siteUrl === null) {
    const { local } = address
    log.warn({ address: local }, 'SITE_URL is not set: links in feeds and cards use this address')
  }
}

/** Where the site is, for links in answers and for the person who started it. */
export class SiteAddress {
  readonly #settings: Settings
  /**
   * Right from the start, unless the port is yet to be found: a page asked for before `listen`
   * returns is cached with the address it was made with.
   */
  #port: number

  constructor(settings: Settings) {
    this.#settings = settings
    this.#port = settings.port
  }

  setPort(port: number): void {
    this.#port = port
  }

  /** For a browser on this machine: a server on all interfaces is at localhost. */
  get local(): string {
    const { host } = this.#settings
    const isEverywhere = host === '0.0.0.0' || host === '::'
    const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
    return `http://${name}:${this.#port}`
  }

  /** Without a slash at its end. */
  get url(): string {
    return this.#settings.siteUrl ?? this.local
  }
}
