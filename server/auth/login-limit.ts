/**
 * How often a password may be tried. An attempt counts as a failure from its beginning until it
 * turns out well, so that a thousand at once get no more tries than ten one after another.
 */
import { TooManyRequestsError } from '../errors.ts'
import { addressGroup } from './address-group.ts'

export interface LoginAttempt {
  /** The password was right: the address starts anew and is known from then on. */
  succeed(): void
  /** The password was never looked at: the attempt does not count. */
  abandon(): void
}

export interface LoginLimit {
  /** @throws TooManyRequestsError with the seconds to wait. */
  begin(address: string): LoginAttempt
}

/** Contract §3: ten failures in 15 minutes from one address. */
const FAILURES_MAX = 10
const WINDOW_MS = 15 * 60_000
/** From all addresses together; one that logged in lately is let through all the same, so that an
 * attacker with many addresses cannot lock the owner out (write-path §2.8). */
const FAILURES_OF_ALL_MAX = 30
const WINDOW_OF_ALL_MS = 60_000
const KNOWN_MS = 30 * 86_400_000
const ADDRESSES_MAX = 10_000
const KNOWN_ADDRESSES_MAX = 1_000

/** Creates the limit with nothing counted yet. @param now milliseconds since 1970 */
export function createLoginLimit({ now }: { now(): number }): LoginLimit {
  const failures = new Map<string, number[]>()
  const known = new Map<string, number>()
  let ofAll: number[] = []

  function begin(address: string): LoginAttempt {
    const group = addressGroup(address)
    const at = now()
    const own = (failures.get(group) ?? []).filter((time) => time > at - WINDOW_MS)
    ofAll = ofAll.filter((time) => time > at - WINDOW_OF_ALL_MS)
    refuseWhenFull(own, FAILURES_MAX, WINDOW_MS, at)
    if ((known.get(group) ?? Number.NEGATIVE_INFINITY) < at - KNOWN_MS) {
      refuseWhenFull(ofAll, FAILURES_OF_ALL_MAX, WINDOW_OF_ALL_MS, at)
    }
    own.push(at)
    ofAll.push(at)
    put(failures, group, own, ADDRESSES_MAX)
    return {
      succeed() {
        failures.delete(group)
        forget(ofAll, at)
        put(known, group, now(), KNOWN_ADDRESSES_MAX)
      },
      abandon() {
        forget(failures.get(group) ?? [], at)
        forget(ofAll, at)
      },
    }
  }

  return { begin }
}

function refuseWhenFull(times: readonly number[], max: number, windowMs: number, at: number) {
  if (times.length < max) return
  const oldest = times[times.length - max] ?? at
  const seconds = Math.max(1, Math.ceil((oldest + windowMs - at) / 1000))
  throw new TooManyRequestsError('Too many failed logins. Please try again later.', seconds)
}

function forget(times: number[], time: number): void {
  const index = times.lastIndexOf(time)
  if (index >= 0) times.splice(index, 1)
}

/** Sets an entry as the newest; beyond the bound the oldest goes. */
function put<Value>(map: Map<string, Value>, key: string, value: Value, max: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > max && oldest !== undefined) map.delete(oldest)
}
