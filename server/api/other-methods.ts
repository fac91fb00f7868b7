/** Known addresses with a method they do not have: 405 naming those they do (contract §3). */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/**
 * Answers every method that an address has no call for with 405, before a body is read.
 * @param calls method and address of each call on the app
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  calls: readonly (readonly [method: string, url: string])[],
): void {
  const known = new Map<string, Set<string>>()
  for (const [method, url] of calls) {
    const methods = known.get(url) ?? new Set()
    // Fastify answers HEAD wherever there is a GET.
    for (const name of method === 'GET' ? ['GET', 'HEAD'] : [method]) methods.add(name)
    known.set(url, methods)
  }
  for (const [url, methods] of known) {
    const allow = [...methods].join(', ')
    const refuse = async () => {
      throw new AppError(405, 'method_not_allowed', `This address takes only ${allow}.`, {
        headers: { allow },
      })
    }
    const others = app.supportedMethods.filter((method) => !methods.has(method))
    app.route({ method: others, url, schema: { hide: true }, onRequest: refuse, handler: refuse })
  }
}
