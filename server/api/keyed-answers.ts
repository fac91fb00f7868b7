/** Answers again what a create with an `Idempotency-Key` was answered first. */
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { text } from '#domain/answers/parts.ts'
import { AppError, BadRequestError } from '../errors.ts'
import type { CallAnswer } from './call.ts'

const KEY_LENGTH_MAX = 255
const KEYS_MAX = 1_000
const KEY_AGE_MS_MAX = 24 * 60 * 60 * 1000
const REUSED = 'This was made already, from another text. Nothing was made a second time.'

/** See draft-ietf-httpapi-idempotency-key. */
export const keyHeaders = z.object({
  'Idempotency-Key': text
    .min(1)
    .max(KEY_LENGTH_MAX)
    .optional()
    .describe('A retry within a day gets the result of the first request'),
})

export class KeyedAnswers {
  readonly #answers: LRUCache<string, { digest: string; answer: Promise<CallAnswer> }>

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#answers = new LRUCache({ max: KEYS_MAX, ttl: KEY_AGE_MS_MAX, perf: { now } })
  }

  /**
   * Returns the answer of the same request within the last day, while the server runs; without a
   * key `make` always runs. @throws BadRequestError for a bad key, AppError 422 with `current` for a
   * key that was used with another body
   */
  async once(
    { headers, body, routeOptions }: FastifyRequest,
    make: () => Promise<CallAnswer>,
  ): Promise<CallAnswer> {
    const header = headers['idempotency-key']
    if (header === undefined) return make()
    if (header === '' || header.length > KEY_LENGTH_MAX) {
      throw new BadRequestError(`An Idempotency-Key has 1 to ${KEY_LENGTH_MAX} characters.`)
    }
    const key = `${routeOptions.url} ${header}`
    const digest = hash('sha256', JSON.stringify(body ?? null, sortKeys))
    const earlier = this.#answers.get(key)
    if (earlier !== undefined) {
      const answer = await earlier.answer
      if (earlier.digest === digest) return answer
      const details = { current: answer.data }
      throw new AppError(422, 'idempotency_key_reused', REUSED, { details })
    }
    const answer = make()
    this.#answers.set(key, { digest, answer })
    try {
      return await answer
    } catch (error) {
      const mayBeMade = error instanceof AppError && error.code === 'outcome_unknown'
      if (!mayBeMade) this.#answers.delete(key)
      throw error
    }
  }
}

/** Replacer that sorts keys: the order of fields does not matter. */
function sortKeys(_: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const fields = Object.entries(value)
  return Object.fromEntries(fields.sort(([one], [other]) => (one < other ? -1 : 1)))
}
