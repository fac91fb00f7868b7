/** The key that makes a create repeatable (draft-ietf-httpapi-idempotency-key). */
import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { KeyedRequest } from '../../content/store.ts'
import { BadRequestError } from '../../errors.ts'

const KEY_LENGTH_MAX = 255

/** The header, for the OpenAPI document. */
export const keyHeaders = z.object({
  'Idempotency-Key': z.string().min(1).max(KEY_LENGTH_MAX).optional().meta({
    description:
      'Names the request: repeated within a day with the same body, it is answered with what it made',
  }),
})

/** A request that names itself; null for one without a key. @throws BadRequestError */
export function keyedRequest({ headers, body }: FastifyRequest): KeyedRequest | null {
  const given = headers['idempotency-key']
  if (given === undefined) return null
  const key = String(given)
  if (key === '' || key.length > KEY_LENGTH_MAX) {
    throw new BadRequestError(`An Idempotency-Key has 1 to ${KEY_LENGTH_MAX} characters.`)
  }
  return { key, body: JSON.stringify(body ?? null, inOrder) }
}

/** The same fields in another order are the same body. */
function inOrder(_: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const fields = Object.entries(value)
  return Object.fromEntries(fields.sort(([one], [other]) => (one < other ? -1 : 1)))
}
