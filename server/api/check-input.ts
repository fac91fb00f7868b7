/** Validates bodies and reads the headers of writes. */
import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import { text } from '#domain/answers/parts.ts'
import type { KeyedRequest } from '../content/records.ts'
import { BadRequestError, ValidationError } from '../errors.ts'
import type { Call } from './call.ts'

const KEY_LENGTH_MAX = 255

/**
 * Validates a body; a missing one counts as `{}`. @throws ValidationError with a message for each
 * invalid field, BadRequestError for a body that is no object
 */
export function checkBody({ body: schema }: Pick<Call, 'body'>, body: unknown): unknown {
  const checked = schema?.safeParse(body ?? {})
  if (checked === undefined || checked.success) return checked?.data
  const fields: Record<string, string> = {}
  for (const { path, message } of checked.error.issues) {
    const [field] = path
    if (field === undefined) throw new BadRequestError('The body must be a JSON object.')
    fields[String(field)] ??= message
  }
  throw new ValidationError(fields)
}

type Defined<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> }

/** Drops fields that are undefined. */
export function omitUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(defined) as Defined<Fields> // those that are left
}

/**
 * The revision that an edit is based on: `revision` of the body, else the first of If-Match. Null
 * without one, or for `*`.
 */
export function baseRevision(
  { headers }: FastifyRequest,
  inBody: string | null | undefined,
): string | null {
  // In our ETags a digest of the answer follows the revision; some clients send no quotes.
  const [, tag] = /^\s*(?:W\/)?"?([^",.\s]+)/.exec(headers['if-match'] ?? '') ?? []
  return inBody || (tag === undefined || tag === '*' ? null : tag)
}

/** See draft-ietf-httpapi-idempotency-key. */
export const keyHeaders = z.object({
  'Idempotency-Key': text
    .min(1)
    .max(KEY_LENGTH_MAX)
    .optional()
    .describe('A retry within a day gets the result of the first request'),
})

/** The idempotency key and the body of a request; null without a key. @throws BadRequestError */
export function keyedRequest({ headers, body }: FastifyRequest): KeyedRequest | null {
  const header = headers['idempotency-key']
  if (header === undefined) return null
  const key = String(header)
  if (key === '' || key.length > KEY_LENGTH_MAX) {
    throw new BadRequestError(`An Idempotency-Key has 1 to ${KEY_LENGTH_MAX} characters.`)
  }
  return { key, body: JSON.stringify(body ?? null, sortKeys) }
}

/** Replacer that sorts keys: the order of fields does not matter. */
function sortKeys(_: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const fields = Object.entries(value)
  return Object.fromEntries(fields.sort(([one], [other]) => (one < other ? -1 : 1)))
}
