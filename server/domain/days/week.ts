/** Weeks from Monday to Sunday by their ISO 8601 names, `2026-W47`. */
import { addDays, type Day, daysBetween, startOfWeek } from './day.ts'

/** The name of the week that a day is in: the year of its Thursday, and its number there. */
export function weekOf(day: Day): string {
  const monday = startOfWeek(day, 1)
  const year = addDays(monday, 3).slice(0, 4)
  const number = Math.round(daysBetween(firstMonday(year), monday) / 7) + 1
  return `${year}-W${String(number).padStart(2, '0')}`
}

/** The week with January 4 in it is a year's first. */
function firstMonday(year: string): Day {
  return startOfWeek(`${year}-01-04`, 1)
}
