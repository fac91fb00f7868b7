/** Parses days as other site generators write them, such as `Jul 08 2022` in Astro's starter. */
import { type Day, isDay } from './day.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i
const DAY_FIRST = /^(\d{1,2})\.? ([a-z]{3,9})\.?,? (\d{4})$/i
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/

/**
 * The day in `Jul 08 2022`, `July 8, 2022`, `8 July 2022`, `2022/7/8` or `2022-7-8`; null for
 * anything else. `07/08/2022` is ambiguous.
 */
export function spelledDay(text: string): Day | null {
  const [, year, month, day] = YEAR_FIRST.exec(text) ?? []
  if (year && month && day) return checkedDay(year, Number(month), day)
  const [, name, dayOfMonth, yearAfter] = MONTH_FIRST.exec(text) ?? swapped(DAY_FIRST.exec(text))
  if (!name || !dayOfMonth || !yearAfter) return null
  return checkedDay(yearAfter, MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1, dayOfMonth)
}

function swapped(match: readonly string[] | null): (string | undefined)[] {
  return match === null ? [] : [match[0], match[2], match[1], match[3]]
}

function checkedDay(year: string, month: number, day: string): Day | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(text) ? text : null
}
