/**
 * How often a password may be tried from one address. An attempt counts as a failure until its
 * password has proved right, so that a thousand parallel attempts get no more tries than ten in a
 * row.
 */
import { LRUCache } from 'lru-cache'
import { TooManyRequestsError } from '../errors.ts'

const FAILURES_MAX = 10
const WINDOW_MS = 15 * 60_000
const ADDRESSES_MAX = 10_000

export class LoginLimit {
  /** Failures by address group; an entry ends 15 minutes after its first failure. */
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

  /** Forgets the failures of an address: its password was right. */
  succeed(address: string): void {
    this.#failures.delete(addressGroup(address))
  }
}

/**
 * The group that an IP address counts in: an IPv4 address alone, an IPv6 address with its /64, which
 * one household has whole. An IPv4 address written as IPv6 is the IPv4 one.
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
