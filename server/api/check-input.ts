/** The body of a request in the form of a call's schema, and what its headers say of a write. */
import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { KeyedRequest } from '../content/records.ts'
import { BadRequestError, ValidationError } from '../errors.ts'
import type { Call } from './call.ts'

const KEY_LENGTH_MAX = 255

/**
 * The body. No body at all is one without fields.
 * @throws ValidationError with a sentence for each field at fault, BadRequestError for a body that
 *   has no fields
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

/** The fields that were given: without those that are undefined. */
export function given<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  // What is left out is what is undefined, so the rest has the narrower types.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Fields]?: Exclude<Fields[Key], undefined>
  }
}

/**
 * The revision that an edit began from: the body's, else that of If-Match, quoted, weak or
 * in an ETag; null when the edit names none, or any (`*`).
 */
export function editRevision(
  { headers }: FastifyRequest,
  inBody: string | null | undefined,
): string | null {
  if (inBody) return inBody
  const tag = headers['if-match']?.trim().replace(/^W\//, '').replace(/^"|"$/g, '')
  // In our ETags a digest of the whole answer follows the revision.
  const revision = tag?.split('.', 1)[0]
  return revision === undefined || revision === '' || revision === '*' ? null : revision
}

/** The header that makes a create repeatable (draft-ietf-httpapi-idempotency-key). */
export const keyHeaders = z.object({
  'Idempotency-Key': z.string().min(1).max(KEY_LENGTH_MAX).optional().meta({
    description:
      'Names the request: repeated within a day with the same body, it is answered with what it made',
  }),
})

/** A request that names itself; null for one without a key. @throws BadRequestError */
export function keyedRequest({ headers, body }: FastifyRequest): KeyedRequest | null {
  const header = headers['idempotency-key']
  if (header === undefined) return null
  const key = String(header)
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
