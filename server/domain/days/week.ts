/** Weeks from Monday to Sunday by their ISO 8601 names, `2026-W47`. */
import { addDays, type Day, daysBetween, startOfWeek } from './day.ts'

/** A week's name: the year that its Thursday is in, and its number there. */
export type Week = string

/** The week that a day is in. */
export function weekOf(day: Day): Week {
  const monday = startOfWeek(day, 1)
  const year = addDays(monday, 3).slice(0, 4)
  const number = Math.round(daysBetween(firstMonday(year), monday) / 7) + 1
  return `${year}-W${String(number).padStart(2, '0')}`
}

/** The Monday of a week; null for a text that names none, as `2026-W54`. */
export function mondayOf(week: Week): Day | null {
  const [, year, number] = /^(\d{4})-W(\d{2})$/.exec(week) ?? []
  if (year === undefined || number === undefined) return null
  const monday = addDays(firstMonday(year), (Number(number) - 1) * 7)
  return weekOf(monday) === week ? monday : null
}

/** The week with January 4 in it is a year's first. */
function firstMonday(year: string): Day {
  return startOfWeek(`${year}-01-04`, 1)
}
