/**
 * The dates of the starter pages, counted back from the day on which a site begins: its newest post
 * is of yesterday, so that a new site has a streak and deadlines ahead whenever it is begun. None is
 * of today: that post could lie in the future still, and would be counted as the owner's own.
 */
import { addDays, type Day, daysBetween } from '#domain/days/day.ts'
import { dateAt } from '#domain/days/post-date.ts'
import { dayAt, instantOf } from '#domain/days/zone.ts'

/** The day of the newest starter post, as it is written in its file. */
export const STARTER_DAY: Day = '2026-11-20'

const POST_DATE = /^date: (\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})\S*$/m
const DUE_DATE = /^due_date: (\d{4}-\d{2}-\d{2})$/m

/** The text with its date left out, to be compared with the starter's own. */
export const withoutDates = (text: string) =>
  text.replace(POST_DATE, 'date:').replace(DUE_DATE, 'due_date:')

/**
 * A starter file as it is on the day of a first start.
 * @param start `now` in milliseconds since 1970; `timeZone` is the one in which the site counts days
 */
export function datedBack(
  text: string,
  { now, timeZone }: { now: number; timeZone: string },
): string {
  const shift = daysBetween(STARTER_DAY, dayAt(now, timeZone)) - 1
  return text
    .replace(POST_DATE, (_, day: Day, clock: string) => {
      // The same hour on the owner's clock, wherever that is.
      const instant = instantOf(Date.parse(`${addDays(day, shift)}T${clock}Z`), timeZone)
      return `date: ${dateAt(instant, timeZone).iso}`
    })
    .replace(DUE_DATE, (_, day: Day) => `due_date: ${addDays(day, shift)}`)
}
