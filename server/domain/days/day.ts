/**
 * Calendar days as text, `YYYY-MM-DD`. A day has no zone and no time: differences are counted in
 * UTC day numbers, so that no clock change can make a day 23 or 25 hours long.
 */

/** A calendar day `YYYY-MM-DD` in the site's zone. */
export type Day = string

const DAY_MS = 86_400_000
const DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/

/** Days from 1970-01-01 to `day`; consecutive days differ by one. */
export function dayNumber(day: Day): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
}

/** The day with this day number. */
export function dayFromNumber(number: number): Day {
  return new Date(number * DAY_MS).toISOString().slice(0, 10)
}

/** Range of valid days: a mistyped year is no day. */
export const FIRST_DAY: Day = '1900-01-01'
export const LAST_DAY: Day = '2199-12-31'

/** Whether the text is a day in the calendar, of the years 1900 to 2199; 2026-02-30 is not. */
export function isDay(text: string): boolean {
  if (!DAY_PATTERN.test(text) || text < FIRST_DAY || text > LAST_DAY) return false
  const number = dayNumber(text)
  return !Number.isNaN(number) && dayFromNumber(number) === text
}

/** `count` days after `day`; before it when negative. */
export function addDays(day: Day, count: number): Day {
  return dayFromNumber(dayNumber(day) + count)
}

/** Days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return dayNumber(to) - dayNumber(from)
}

/** 0 for Sunday to 6 for Saturday. */
export function weekday(day: Day): number {
  return weekdayOf(dayNumber(day))
}

/** The weekday of the day with this number. */
export function weekdayOf(number: number): number {
  // 1970-01-01 was a Thursday.
  return (((number + 4) % 7) + 7) % 7
}

/** First day of `day`'s week; `firstWeekday` is 0 for Sunday, 1 for Monday. */
export function startOfWeek(day: Day, firstWeekday: 0 | 1): Day {
  return addDays(day, -((weekday(day) - firstWeekday + 7) % 7))
}

/** The same day of the month `count` months later, or that month's last day. */
export function addMonths(day: Day, count: number): Day {
  const year = Number(day.slice(0, 4))
  const month = Number(day.slice(5, 7)) - 1 + count
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const date = Math.min(Number(day.slice(8, 10)), lastOfMonth)
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)
}

const MONTHS =
  'January February March April May June July August September October November December'.split(' ')
/** The names in `site.yaml`. */
export const WEEKDAY_NAMES = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const
export type Weekday = (typeof WEEKDAY_NAMES)[number]

/** Long US format, `November 20, 2026`. */
export function formatLongDay(day: Day): string {
  return `${MONTHS[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8, 10))}, ${day.slice(0, 4)}`
}

/** `Friday, November 20, 2026`. */
export function formatFullDay(day: Day): string {
  const name = WEEKDAY_NAMES[weekday(day)] ?? ''
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}, ${formatLongDay(day)}`
}

/** `Nov 20, 2026`. */
export function formatShortDay(day: Day): string {
  return `${formatMonth(day)} ${Number(day.slice(8, 10))}, ${day.slice(0, 4)}`
}

/** The month in three letters, `Nov`. */
export function formatMonth(day: Day): string {
  return (MONTHS[Number(day.slice(5, 7)) - 1] ?? '').slice(0, 3)
}
