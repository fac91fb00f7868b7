/** The streak and the heatmap as answers; essays and shorts count. */
import { type Day, FIRST_DAY, isDay, LAST_DAY } from '#domain/days/day.ts'
import type { HeatmapDay } from '#domain/days/heatmap.ts'
import { type Streak, streakOf } from '#domain/days/streak.ts'
import type { Snapshot } from '../content/records.ts'
import { BadRequestError } from '../errors.ts'

/** The streak's figures as of `today`. */
export function streakAnswer({ heatmap, site }: Snapshot, today: Day): Streak {
  const counts = new Map<Day, number>()
  for (const [day, ids] of heatmap) counts.set(day, ids.length)
  return streakOf(counts, today, site.time_zone)
}

/** Both ends included. */
export interface DayRange {
  from: Day
  to: Day
}

/** Reads `from` and `to`, either of which may be left open. @throws BadRequestError for no day. */
export function parseRange(options: URLSearchParams): DayRange {
  return {
    from: dayOption(options, 'from') ?? FIRST_DAY,
    to: dayOption(options, 'to') ?? LAST_DAY,
  }
}

/** Days that have posts, oldest first, in a range. */
export function heatmapAnswer({ heatmap }: Snapshot, { from, to }: DayRange): HeatmapDay[] {
  const days = [...heatmap].filter(([day]) => day >= from && day <= to)
  days.sort(([a], [b]) => (a < b ? -1 : 1))
  return days.map(([date, ids]) => ({ date, count: ids.length, ids: [...ids] }))
}

function dayOption(options: URLSearchParams, name: 'from' | 'to'): string | null {
  const text = options.get(name)
  if (text === null || text === '') return null
  if (!isDay(text)) throw new BadRequestError(`"${name}" must be a date like 2026-11-20.`)
  return text
}
