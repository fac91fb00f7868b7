/**
 * Converts between instants and wall clocks of a zone, by `Intl` with one cached formatter for each
 * zone; creating one costs more than a thousand calls.
 */
import type { Day } from './day.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone)
  if (cached) return cached
  // Sweden writes `2026-11-20 09:30:00`.
  const options = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const
  const formatter = new Intl.DateTimeFormat('sv-SE', options)
  formatters.set(timeZone, formatter)
  return formatter
}

/** Whether the runtime knows the zone, such as `Europe/Berlin`. */
export function isTimeZone(text: string): boolean {
  try {
    formatterOf(text)
    return true
  } catch {
    return false
  }
}

/** The zone's wall clock at an instant, as milliseconds in UTC. */
export function wallClockMs(instant: number, timeZone: string): number {
  const clock = formatterOf(timeZone).format(instant).replace(' ', 'T')
  return Date.parse(`${clock}Z`) + (((instant % 1000) + 1000) % 1000)
}

/** Offset of the zone from UTC at an instant, in milliseconds. */
function offsetMs(instant: number, timeZone: string): number {
  return wallClockMs(instant, timeZone) - instant
}

/**
 * The instant of a wall clock time (see `wallClockMs`). A time skipped by daylight saving uses the
 * offset before it, an ambiguous one the first: `Temporal`'s 'compatible'.
 */
export function instantOf(wallMs: number, timeZone: string): number {
  const before = wallMs - offsetMs(wallMs - 86_400_000, timeZone)
  const after = wallMs - offsetMs(wallMs + 86_400_000, timeZone)
  if (wallClockMs(before, timeZone) === wallMs) return before
  if (wallClockMs(after, timeZone) === wallMs) return after
  return before
}

/** The calendar day in the zone at an instant. */
export function dayAt(instant: number, timeZone: string): Day {
  return new Date(wallClockMs(instant, timeZone)).toISOString().slice(0, 10)
}

/** ISO 8601 in the zone with its offset, `2026-11-20T09:30:00+01:00`. */
export function formatInstant(instant: number, timeZone: string): string {
  return formatWithOffset(instant, offsetMs(instant, timeZone))
}

/** ISO 8601 with an offset (in milliseconds), without fractions. */
export function formatWithOffset(instant: number, offset: number): string {
  const wall = new Date(instant + offset).toISOString().slice(0, 19)
  const minutes = Math.round(Math.abs(offset) / 60_000)
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0')
  return [wall, offset < 0 ? '-' : '+', hours, ':', String(minutes % 60).padStart(2, '0')].join('')
}

/** The instant at which `day` begins in the zone. */
export function startOfDay(day: Day, timeZone: string): number {
  return instantOf(Date.parse(`${day}T00:00:00Z`), timeZone)
}
