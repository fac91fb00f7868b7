/** Validates bodies and reads the headers of writes. */
import type { FastifyRequest } from 'fastify'
import { BadRequestError, ValidationError } from '../errors.ts'
import type { Call } from './call.ts'

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
