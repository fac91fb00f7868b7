/** The options of the record and the part of it that they select. */
import { isDay } from '#domain/days/day.ts'
import { comparePlaces, type PlacedEntry, type RecordPlace } from '#domain/record/record-entries.ts'
import { RECORD_KINDS, type RecordKind } from '#domain/record/record-entry.ts'
import { BadRequestError } from '../errors.ts'
import { LIMIT_MAX, parseLimit } from './list-query.ts'

interface RecordQuery {
  limit: number
  /** The place after this one: everything strictly older. */
  cursor: RecordPlace | null
  /** Empty: all of them. */
  kinds: readonly RecordKind[]
}

/** Reads `limit`, `cursor` and `kind`. @throws BadRequestError with a sentence. */
export function parseRecordQuery(options: URLSearchParams): RecordQuery {
  const cursor = options.get('cursor')
  return {
    limit: parseLimit(options) ?? LIMIT_MAX,
    cursor: cursor === null ? null : parsePlace(cursor),
    kinds: parseKinds(options.getAll('kind')),
  }
}

/** The kinds in their own order, each once; none where all are asked for. */
function parseKinds(names: readonly string[]): RecordKind[] {
  const unknown = names.find((name) => !RECORD_KINDS.some((kind) => kind === name))
  if (unknown !== undefined) {
    throw new BadRequestError(`The kind must be one of ${RECORD_KINDS.join(', ')}.`)
  }
  const kinds = RECORD_KINDS.filter((kind) => names.includes(kind))
  return kinds.length === RECORD_KINDS.length ? [] : kinds
}

/** The cursor after an entry: it names the entry, so that it also goes on when newer ones came. */
export function formatPlace({ day, at, step, kind, id }: RecordPlace): string {
  return Buffer.from([day, at, step, kind, id].join(' ')).toString('base64url')
}

/** @throws BadRequestError when it is none that `formatPlace` gave. */
function parsePlace(text: string): RecordPlace {
  const named = Buffer.from(text, 'base64url').toString('utf8')
  const [, day = '', at, step, name, id = ''] =
    /^(\S+) (-?\d{1,16}) (\d{1,9}) (\w+) (.+)$/s.exec(named) ?? []
  const kind = RECORD_KINDS.find((known) => known === name)
  if (kind !== undefined && isDay(day)) {
    const place = { day, at: Number(at), step: Number(step), kind, id }
    if (formatPlace(place) === text) return place
  }
  throw new BadRequestError('The cursor is not one that this site gave out.')
}

/** Index of the first entry older than the place, whether or not its entry is still there. */
export function startAfter(entries: readonly PlacedEntry[], cursor: RecordPlace): number {
  const start = entries.findIndex(({ place }) => comparePlaces(place, cursor) > 0)
  return start < 0 ? entries.length : start
}
