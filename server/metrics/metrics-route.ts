/** `GET /metrics` for clients with the token of the setting; absent without the setting. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { UnauthorizedError } from '../errors.ts'
import type { Metrics, SiteFacts } from './metrics.ts'

const TEXT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export function registerMetrics(
  app: FastifyInstance,
  { metrics, token, facts }: { metrics: Metrics; token: string; facts: () => SiteFacts },
): void {
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!hasToken(request, token)) throw new UnauthorizedError('The token is not right.')
    return reply.type(TEXT_TYPE).send(metrics.text(facts()))
  })
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}
