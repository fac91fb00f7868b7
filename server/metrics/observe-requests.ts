/**
 * Looks at each request from its first line to the end of its answer: a log line for it, and its
 * place in the metrics. What changes something is logged at `info`, what is only read at `debug`,
 * since a line for each read would cost more than the answer.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../log.ts'
import type { Metrics } from './metrics.ts'

type ObserveRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  isCached: boolean,
) => void

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const HEALTH = new Set(['/healthz', '/readyz', '/metrics'])

export function observeRequests(deps: {
  log: () => Log
  logsReads: boolean
  metrics: Metrics | null
}): ObserveRequest {
  const { log, logsReads, metrics } = deps
  return (request, response, isCached) => {
    const { method = '', url = '' } = request
    const isRead = READS.has(method)
    const isLogged = !isRead || logsReads
    if (!isLogged && metrics === null) return
    const began = performance.now()
    response.once('close', () => {
      const ms = performance.now() - began
      const { statusCode } = response
      const kind = kindOf(url, isRead)
      metrics?.countRequest({ kind, statusCode, isCached, seconds: ms / 1000 })
      if (!isLogged) return
      const details = {
        method,
        path: url,
        status: statusCode,
        ms: Math.round(ms),
        cached: isCached,
      }
      if (isRead) log().debug(details, 'Request')
      else log().info(details, 'Request')
    })
  }
}

/** What kind of answer an address has; a login is no save. */
function kindOf(url: string, isRead: boolean): string {
  const path = url.split('?', 1)[0] ?? ''
  if (HEALTH.has(path)) return 'health'
  if (path.startsWith('/api/auth/')) return 'login'
  if (path.startsWith('/api/')) return isRead ? 'api' : 'write'
  if (path.startsWith('/assets/')) return 'asset'
  if (path.startsWith('/media/')) return 'media'
  return /\.(?:xml|json|ics|svg|png|txt|ico|webmanifest)$/.test(path) ? 'feed' : 'page'
}
