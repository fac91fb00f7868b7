/** Options of the record, and its cursor. */
import * as z from 'zod'
import { text } from '#domain/answers/parts.ts'
import type { PlacedEntry } from '#domain/record/record-entries.ts'
import { RECORD_KINDS, type RecordKind } from '#domain/record/record-entry.ts'
import { BadRequestError } from '../errors.ts'
import { LIMIT_MAX, limitOption } from './list-query.ts'
import { optionalParam } from './read.ts'

export const recordOptions = z.object({
  limit: limitOption.transform((limit) => limit ?? LIMIT_MAX),
  cursor: optionalParam(parsePlace).describe('`meta.next_cursor` of the previous page'),
  kind: z
    .array(text)
    .default([])
    .transform(parseKinds)
    .describe(`Any of ${RECORD_KINDS.join(', ')}`),
})

/** The kinds in their fixed order, deduplicated; empty for all of them. */
function parseKinds(names: readonly string[]): RecordKind[] {
  const unknown = names.find((name) => !RECORD_KINDS.some((kind) => kind === name))
  if (unknown !== undefined) {
    throw new BadRequestError(`The kind must be one of ${RECORD_KINDS.join(', ')}.`)
  }
  const kinds = RECORD_KINDS.filter((kind) => names.includes(kind))
  return kinds.length === RECORD_KINDS.length ? [] : kinds
}

/** The cursor after an entry; newer entries do not change it. */
export function formatPlace({ place }: PlacedEntry): string {
  return Buffer.from(place).toString('base64url')
}

/** @throws BadRequestError for a text that `formatPlace` does not produce */
function parsePlace(text: string): string {
  const place = Buffer.from(text, 'base64url').toString('utf8')
  if (/^\d{4}-\d\d-\d\d \S+Z \d+ \w+ ./.test(place)) return place
  throw new BadRequestError('The cursor is not one that this site gave out.')
}
