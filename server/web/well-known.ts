/** `/.well-known/`: who else tells about this site. Each is 404 without its setting. */
import type { FastifyInstance } from 'fastify'
import { BRIDGED_PATHS } from '#domain/addresses.ts'
import { PUBLIC_HEADERS } from '../answers/cached-answer.ts'
import { NotFoundError } from '../errors.ts'
import type { SiteDeps } from './feeds/feed-routes.ts'

/** Registers the addresses that a bridge to the fediverse answers. */
export function registerWellKnown(
  app: FastifyInstance,
  { generation }: Pick<SiteDeps, 'generation'>,
): void {
  for (const path of BRIDGED_PATHS) {
    app.get(path, ({ originalUrl }, reply) => {
      const { bridge } = generation().snapshot.site
      if (bridge === undefined) throw new NotFoundError()
      const query = originalUrl.slice(originalUrl.search(/\?|$/))
      return reply.headers(PUBLIC_HEADERS).redirect(bridge + path + query, 302)
    })
  }
}
