/**
 * Creates with an `Idempotency-Key`: a request that is sent again is answered with what the first
 * one made, also while that one is under way. The keys of a day, while the server runs.
 */
import { RepositoryError } from '../../errors.ts'
import type { KeyedRequest, PostRecord, ProjectRecord, Saved } from '../records.ts'

const KEY_AGE_MS_MAX = 24 * 60 * 60 * 1000
/** Keys that are kept, the newest. */
const KEYS_MAX = 1_000

/** A key that was sent with another body before. Nothing was made again. */
export class KeyReusedError extends Error {
  /** What the first request made. */
  readonly current: PostRecord | ProjectRecord

  constructor(current: PostRecord | ProjectRecord) {
    super('This was made already, from another text. Nothing was made a second time.')
    this.name = 'KeyReusedError'
    this.current = current
  }
}

interface KeyedCreate<T> {
  body: string
  /** When it began, in milliseconds since 1970. */
  at: number
  saved: Promise<Saved<T>>
}

/** The keyed creates of one kind of record. */
export class MadeOnce<T extends PostRecord | ProjectRecord> {
  readonly #now: () => number
  readonly #creates = new Map<string, KeyedCreate<T>>()

  /** @param now the clock, in milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now
  }

  /** @param request null for one without a key: it makes something each time. @throws KeyReusedError */
  async create(request: KeyedRequest | null, make: () => Promise<Saved<T>>): Promise<Saved<T>> {
    if (request === null) return make()
    const { key, body } = request
    const known = this.#creates.get(key)
    if (known !== undefined && known.at > this.#now() - KEY_AGE_MS_MAX) {
      const saved = await known.saved
      if (known.body !== body) throw new KeyReusedError(saved.value)
      return saved
    }
    const saved = make()
    this.#creates.delete(key)
    this.#creates.set(key, { body, at: this.#now(), saved })
    const [oldest] = this.#creates.keys()
    if (this.#creates.size > KEYS_MAX && oldest !== undefined) this.#creates.delete(oldest)
    try {
      return await saved
    } catch (error) {
      const mayStand = error instanceof RepositoryError && error.code === 'outcome_unknown'
      if (!mayStand) this.#creates.delete(key)
      throw error
    }
  }
}
