/**
 * Limits login attempts by address. An attempt counts as a failure until its password is verified,
 * so parallel attempts get no more tries than sequential ones.
 */
import { LRUCache } from 'lru-cache'
import { TooManyRequestsError } from '../errors.ts'

const FAILURES_MAX = 10
const WINDOW_MS = 15 * 60_000
const ADDRESSES_MAX = 10_000

export class LoginLimit {
  /** Failures by address group; an entry expires 15 minutes after its first failure. */
  readonly #failures: LRUCache<string, number>

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#failures = new LRUCache({
      max: ADDRESSES_MAX,
      ttl: WINDOW_MS,
      noUpdateTTL: true,
      ttlResolution: 0,
      perf: { now },
    })
  }

  /** Counts an attempt. @throws TooManyRequestsError with the seconds to wait */
  begin(address: string): void {
    const group = addressGroup(address)
    const failures = this.#failures.get(group) ?? 0
    if (failures >= FAILURES_MAX) {
      const seconds = Math.max(1, Math.ceil(this.#failures.getRemainingTTL(group) / 1000))
      throw new TooManyRequestsError('Too many failed logins. Please try again later.', seconds)
    }
    this.#failures.set(group, failures + 1)
  }

  /** Clears the failures of an address after a successful login. */
  succeed(address: string): void {
    this.#failures.delete(addressGroup(address))
  }
}

/**
 * The group of an IP address: an IPv4 address alone, an IPv6 address by its /64, the size of one
 * household's network. An IPv4-mapped IPv6 address counts as IPv4.
 */
export function addressGroup(address: string): string {
  const ipv4 = /(?:^|^::ffff:)(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (ipv4 !== undefined) return ipv4
  const [first = [], rest = []] = address
    .replace(/%.*$/, '')
    .split('::')
    .map((words) => words.split(':').filter(Boolean))
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - rest.length) }, () => '0')
  return `${[...first, ...zeros, ...rest].slice(0, 4).join(':')}::/64`
}
