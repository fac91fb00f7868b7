/** The posting heatmap: weeks as columns, Sunday first, five levels. */
import { addDays, addMonths, type Day, startOfWeek } from './day.ts'

export type { HeatmapDay } from '../answers/public-answers.ts'

type HeatmapLevel = 0 | 1 | 2 | 3 | 4
export const HEATMAP_RANGES = ['recent', 'year'] as const
export type HeatmapRange = (typeof HEATMAP_RANGES)[number]

const RECENT_MONTHS = 2

/** The level of a day: 0, 1, 2, 3, 4 or more posts. */
export function heatmapLevel(count: number): HeatmapLevel {
  return Math.max(0, Math.min(4, count)) as HeatmapLevel // clamped to the five levels above
}

/** Days of the heatmap: from the start of the week two months (or a year) ago to today. */
export function heatmapWindow(range: HeatmapRange, today: Day): { from: Day; to: Day } {
  const months = range === 'year' ? 12 : RECENT_MONTHS
  return { from: startOfWeek(addMonths(today, -months), 0), to: today }
}

/** The days as columns of one week, Sunday first; the last may be short. */
export function heatmapWeeks(from: Day, to: Day): Day[][] {
  const weeks: Day[][] = []
  for (let sunday = startOfWeek(from, 0); sunday <= to; sunday = addDays(sunday, 7)) {
    const days = Array.from({ length: 7 }, (_, index) => addDays(sunday, index))
    weeks.push(days.filter((day) => day >= from && day <= to))
  }
  return weeks
}
