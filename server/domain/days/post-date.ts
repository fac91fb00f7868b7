/** Parses dates of front matter into an instant and a day. */
import { type Day, FIRST_DAY, isDay, LAST_DAY } from './day.ts'
import { dayAt, formatInstant, formatWithOffset, instantOf, startOfDay } from './zone.ts'

export interface PostDate {
  /** Milliseconds since 1970. */
  instant: number
  /** ISO 8601 with offset. */
  iso: string
  day: Day
}

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|z|[+-]\d{2}:?\d{2}|[+-]\d{1,2})?)?$/

/**
 * Parses a date. With an offset the day is the written one; with `Z` it is that of the site's zone;
 * without an offset the time is in the site's zone, a bare day is midnight there. Null for an
 * invalid date: `2026-13-45` is not rolled over.
 */
export function parsePostDate(text: string, timeZone: string): PostDate | null {
  const match = DATE_TIME.exec(text.trim())
  const day = match?.[1]
  if (!match || !day || !isDay(day)) return null
  const [, , hour, minute, second = '00', offset] = match
  if (hour === undefined || minute === undefined) {
    return dateAt(startOfDay(day, timeZone), timeZone)
  }
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const wallMs = Date.parse(`${day}T${hour.padStart(2, '0')}:${minute}:${second}Z`)
  if (offset === undefined) return dateAt(instantOf(wallMs, timeZone), timeZone)
  if (offset === 'Z' || offset === 'z') return dateAt(wallMs, timeZone)
  const ahead = parseOffset(offset)
  if (ahead === null) return null
  return { instant: wallMs - ahead, iso: formatWithOffset(wallMs - ahead, ahead), day }
}

/** The date of an instant in the site's zone. */
export function dateAt(instant: number, timeZone: string): PostDate {
  return { instant, iso: formatInstant(instant, timeZone), day: dayAt(instant, timeZone) }
}

/** Clamps an instant to the range of valid days: commit times may be wrong. */
export function clampInstant(instant: number): number {
  const first = Date.parse(`${FIRST_DAY}T23:59:59Z`)
  return Math.min(Math.max(instant, first), Date.parse(`${LAST_DAY}T00:00:00Z`))
}

/** In milliseconds; null for one beyond 18 hours. */
function parseOffset(text: string): number | null {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{1,2}):?(\d\d)?$/.exec(text) ?? []
  const total = Number(hours) * 60 + Number(minutes)
  if (Number(minutes) > 59 || total > 18 * 60) return null
  return (sign === '-' ? -1 : 1) * total * 60_000
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const SPELLINGS = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/,
  /^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/i,
  /^(?<day>\d{1,2})\.? (?<month>[a-z]{3,9})\.?,? (?<year>\d{4})$/i,
]

/**
 * A day as other site generators write it: `Jul 08 2022`, `July 8, 2022`, `8 July 2022`, `2022/7/8`
 * or `2022-7-8`; null for anything else. `07/08/2022` is ambiguous.
 */
export function spelledDay(text: string): Day | null {
  const spelled = SPELLINGS.map((pattern) => pattern.exec(text)?.groups).find(Boolean)
  if (spelled === undefined) return null
  const { year, month = '', day = '' } = spelled
  const number = Number(month) || MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const written = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(written) ? written : null
}
