/**
 * How often a password may be tried. An attempt counts as a failure from its beginning until it
 * turns out well, so that a thousand at once get no more tries than ten one after another. What is
 * counted is kept in a file, so that a restart neither forgives an attacker nor forgets the owner.
 */
import * as z from 'zod'
import { BoundedMap } from '../bounded-map.ts'
import { TooManyRequestsError } from '../errors.ts'
import type { Log } from '../log.ts'
import { readStateFile, writeStateFile } from '../state-file.ts'
import { addressGroup, addressNetwork } from './address-group.ts'

interface LoginAttempt {
  /** The password was right: the failures of the address are forgotten, and it is known from then on. */
  succeed(): void
  /** The password was never looked at: the attempt does not count. */
  abandon(): void
}

export interface LoginLimit {
  /** @throws TooManyRequestsError with the seconds to wait. */
  begin(address: string): LoginAttempt
  /** Resolves once what was counted so far is in the file, or could not be written. */
  kept(): Promise<void>
}

interface LoginLimitOptions {
  /** Milliseconds since 1970. */
  now(): number
  /** Where the counts are kept; without, they end with the process. */
  kept?: { file: string; log: Log }
}

/** Ten failures in 15 minutes from one address. */
const FAILURES_MAX = 10
const WINDOW_MS = 15 * 60_000
/** From one network of 65,536 such addresses: fewer than would hold up everybody. */
const FAILURES_OF_NETWORK_MAX = 20
/** From all addresses together; one that logged in lately is let through all the same, so that an
 * attacker with many addresses cannot lock the owner out. */
const FAILURES_OF_ALL_MAX = 30
const WINDOW_OF_ALL_MS = 60_000
const KNOWN_MS = 30 * 86_400_000
const ADDRESSES_MAX = 10_000
const KNOWN_ADDRESSES_MAX = 1_000

const times = z.number().array()
const keptForm = z.object({
  /** Of each address or network, in milliseconds since 1970. */
  failures: z.record(z.string(), times),
  all: times,
  /** When each address logged in last. */
  known: z.record(z.string(), z.number()),
})
type Kept = z.infer<typeof keptForm>

/** Creates the limit with what the file has counted. */
export function createLoginLimit(options: LoginLimitOptions): LoginLimit {
  return new CountedLogins(options)
}

class CountedLogins implements LoginLimit {
  readonly #now: () => number
  readonly #kept: LoginLimitOptions['kept']
  /** By address and by network. */
  readonly #failures = new BoundedMap<string, number[]>(ADDRESSES_MAX)
  readonly #known = new BoundedMap<string, number>(KNOWN_ADDRESSES_MAX)
  #ofAll: number[]
  /** Whether the file lacks what was counted since, and the writing of it. */
  #isStale = false
  #writing: Promise<void> | null = null

  constructor({ now, kept }: LoginLimitOptions) {
    this.#now = now
    this.#kept = kept
    const before = kept === undefined ? null : readCounts(kept, now())
    for (const [source, list] of Object.entries(before?.failures ?? {})) {
      this.#failures.set(source, list)
    }
    for (const [group, time] of Object.entries(before?.known ?? {})) this.#known.set(group, time)
    this.#ofAll = before?.all ?? []
  }

  begin(address: string): LoginAttempt {
    const group = addressGroup(address)
    const network = addressNetwork(address)
    const at = this.#now()
    const own = this.#recent(group, at)
    const near = network === null ? [] : this.#recent(network, at)
    this.#ofAll = within(this.#ofAll, WINDOW_OF_ALL_MS, at)
    refuseWhenFull(own, FAILURES_MAX, WINDOW_MS, at)
    if ((this.#known.get(group) ?? Number.NEGATIVE_INFINITY) < at - KNOWN_MS) {
      refuseWhenFull(near, FAILURES_OF_NETWORK_MAX, WINDOW_MS, at)
      refuseWhenFull(this.#ofAll, FAILURES_OF_ALL_MAX, WINDOW_OF_ALL_MS, at)
    }
    const lists = [own, this.#ofAll, near]
    for (const list of lists) list.push(at)
    this.#failures.set(group, own)
    if (network !== null) this.#failures.set(network, near)
    this.#keep()
    return {
      succeed: () => {
        this.#forget([network], at)
        this.#failures.delete(group)
        this.#known.set(group, this.#now())
        this.#keep()
      },
      abandon: () => {
        this.#forget([group, network], at)
        this.#keep()
      },
    }
  }

  async kept(): Promise<void> {
    await this.#writing
  }

  #recent(source: string, at: number): number[] {
    return within(this.#failures.get(source) ?? [], WINDOW_MS, at)
  }

  #forget(sources: readonly (string | null)[], time: number): void {
    forget(this.#ofAll, time)
    for (const source of sources) {
      if (source !== null) forget(this.#failures.get(source) ?? [], time)
    }
  }

  /** Writes what is counted; what comes meanwhile is written once, after. */
  #keep(): void {
    this.#isStale = true
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null
    })
  }

  async #write(): Promise<void> {
    while (this.#isStale && this.#kept !== undefined) {
      this.#isStale = false
      const { file, log } = this.#kept
      const text = JSON.stringify(this.#counts())
      await writeStateFile(file, `${text}\n`).catch((error: unknown) => {
        log.warn(
          { err: error },
          'Failed logins could not be stored; they count until the next start',
        )
      })
    }
  }

  #counts(): Kept {
    const at = this.#now()
    const failures = this.#failures
      .entries()
      .map(([source, list]) => [source, within(list, WINDOW_MS, at)] as const)
    return {
      failures: Object.fromEntries(failures.filter(([, list]) => list.length > 0)),
      all: within(this.#ofAll, WINDOW_OF_ALL_MS, at),
      known: Object.fromEntries(this.#known.entries().filter(([, time]) => time >= at - KNOWN_MS)),
    }
  }
}

/** What the file has; a file that cannot be read has nothing, which is logged. */
function readCounts({ file, log }: { file: string; log: Log }, at: number): Kept | null {
  try {
    const text = readStateFile(file)
    if (text === null) return null
    const { failures, all, known } = keptForm.parse(JSON.parse(text))
    const past = (list: number[]) => list.filter((time) => time <= at)
    // A clock that was set back must not hold anybody up until it is there again.
    return {
      failures: Object.fromEntries(
        Object.entries(failures).map(([source, list]) => [source, past(list)]),
      ),
      all: past(all),
      known: Object.fromEntries(Object.entries(known).filter(([, time]) => time <= at)),
    }
  } catch (error) {
    log.warn({ err: error }, 'The list of failed logins cannot be read and starts empty')
    return null
  }
}

function within(list: readonly number[], windowMs: number, at: number): number[] {
  return list.filter((time) => time > at - windowMs)
}

function refuseWhenFull(list: readonly number[], max: number, windowMs: number, at: number) {
  if (list.length < max) return
  const oldest = list[list.length - max] ?? at
  const seconds = Math.max(1, Math.ceil((oldest + windowMs - at) / 1000))
  throw new TooManyRequestsError('Too many failed logins. Please try again later.', seconds)
}

function forget(list: number[], time: number): void {
  const index = list.lastIndexOf(time)
  if (index >= 0) list.splice(index, 1)
}
