/** Refuses requests before their body is read: 405 where other methods are, 404 where nothing is. */
import type { FastifyInstance } from 'fastify'
import { splitUrl } from '#domain/addresses.ts'
import { AppError, NotFoundError } from '../errors.ts'

/** Register it before the routes, which it collects. @param isPage whether a url is a page's */
export function refuseRequests(app: FastifyInstance, isPage: (url: string) => boolean): void {
  const routes = new Map<string, { pattern: RegExp; methods: string[] }>()
  app.addHook('onRoute', ({ url, method }) => {
    const source = url.replace(/:\w+/g, '[^/]+').replace('*', '.*')
    const route = routes.get(url) ?? { pattern: new RegExp(`^${source}$`), methods: [] }
    route.methods.push(...[method].flat())
    routes.set(url, route)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const { url, method, is404: hasNoRoute } = request
    const { path } = splitUrl(url)
    // The route of the address itself first: the router would take `PUT /api/posts/tags` for a post.
    const route = routes.get(path) ?? (hasNoRoute ? routeAt(path) : undefined)
    if (route && !route.methods.includes(method)) return done(otherMethod(route.methods))
    if (hasNoRoute && /^\/api(?:\/|$)/.test(path)) {
      return done(new NotFoundError('There is no such call.'))
    }
    const isRead = method === 'GET' || method === 'HEAD'
    if (isRead || !hasNoRoute) return done()
    done(isPage(url) ? otherMethod(['GET', 'HEAD']) : new NotFoundError('There is nothing here.'))
  })
  const routeAt = (path: string) => [...routes.values()].find(({ pattern }) => pattern.test(path))
}

function otherMethod(methods: readonly string[]): AppError {
  const allow = [...methods].sort().join(', ')
  const sentence = `This address takes only ${allow}.`
  return new AppError(405, 'method_not_allowed', sentence, { headers: { allow } })
}
