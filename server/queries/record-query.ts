/** Options of the record, and its cursor. */
import * as z from 'zod'
import { text } from '#domain/answers/parts.ts'
import { isDay } from '#domain/days/day.ts'
import { comparePlaces, type PlacedEntry, type RecordPlace } from '#domain/record/record-entries.ts'
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
export function formatPlace({ day, at, step, kind, id }: RecordPlace): string {
  return Buffer.from([day, at, step, kind, id].join(' ')).toString('base64url')
}

/** @throws BadRequestError for a text that `formatPlace` does not produce */
function parsePlace(text: string): RecordPlace {
  const named = Buffer.from(text, 'base64url').toString('utf8')
  const [, day = '', at, step, name, id = ''] =
    /^(\S+) (-?\d{1,16}) (\d{1,9}) (\w+) (.+)$/s.exec(named) ?? []
  const kind = RECORD_KINDS.find((one) => one === name)
  if (kind !== undefined && isDay(day)) {
    const place = { day, at: Number(at), step: Number(step), kind, id }
    if (formatPlace(place) === text) return place
  }
  throw new BadRequestError('The cursor is not one that this site gave out.')
}

/** Index of the first entry older than the cursor, whose entry need not exist any more. */
export function startAfter(entries: readonly PlacedEntry[], cursor: RecordPlace): number {
  const start = entries.findIndex(({ place }) => comparePlaces(place, cursor) > 0)
  return start < 0 ? entries.length : start
}
