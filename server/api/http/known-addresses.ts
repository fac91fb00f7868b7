/**
 * Which methods an address has: for 405 on a known address with another method.
 * Routes for every refused method would be six times as many as those that do something.
 */
import { AppError } from '../../errors.ts'

export interface KnownAddresses {
  /** @throws AppError 405 when the path is an address that has calls, but not with this method. */
  refuseOtherMethods(method: string, path: string): void
}

/** Creates the list. @param calls method and address, `:name` for a part that is open */
export function createKnownAddresses(
  calls: readonly (readonly [method: string, url: string, ...rest: unknown[]])[],
): KnownAddresses {
  const plain = new Map<string, Set<string>>()
  const open: { pattern: RegExp; methods: Set<string> }[] = []
  for (const url of new Set(calls.map(([, address]) => address))) {
    const methods = new Set(calls.filter(([, address]) => address === url).map(([name]) => name))
    // Fastify answers HEAD wherever there is a GET.
    if (methods.has('GET')) methods.add('HEAD')
    if (!url.includes(':')) plain.set(url, methods)
    else open.push({ pattern: new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`), methods })
  }

  /** A plain address wins over an open one: `/posts/tags` is no post. */
  function methodsOf(path: string): ReadonlySet<string> {
    const own = plain.get(path)
    if (own) return own
    const matching = open.filter(({ pattern }) => pattern.test(path))
    return new Set(matching.flatMap(({ methods }) => [...methods]))
  }

  return {
    refuseOtherMethods(method, path) {
      const methods = methodsOf(path)
      if (methods.size === 0 || methods.has(method)) return
      const allow = [...methods].join(', ')
      throw new AppError(405, 'method_not_allowed', `This address takes only ${allow}.`, {
        headers: { allow },
      })
    },
  }
}
