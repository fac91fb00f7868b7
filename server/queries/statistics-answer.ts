/** The streak and the heatmap as answers; essays and shorts count. */
import { type Day, FIRST_DAY, isDay, LAST_DAY } from '#domain/days/day.ts'
import type { HeatmapDay } from '#domain/days/heatmap.ts'
import { type Streak, streakOf } from '#domain/days/streak.ts'
import { countsByDay } from '../content/index/day-counts.ts'
import type { Snapshot } from '../content/records.ts'
import { BadRequestError } from '../errors.ts'

/** The streak's figures as of `today`. */
export function streakAnswer(snapshot: Snapshot, today: Day): Streak {
  const { publicPosts, site, facts } = snapshot
  const counts = countsByDay(publicPosts, snapshot)
  return streakOf(counts, today, { rules: site, isLogged: facts !== null })
}

/** Both ends included. */
interface DayRange {
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
export function heatmapAnswer(snapshot: Snapshot, { from, to }: DayRange): HeatmapDay[] {
  const { heatmap, publicPosts, facts } = snapshot
  const isShown = (day: Day) => day >= from && day <= to
  const counts = countsByDay(
    publicPosts.filter(({ day }) => isShown(day)),
    snapshot,
  )
  const days = [...heatmap].filter(([day]) => isShown(day)).sort(([a], [b]) => (a < b ? -1 : 1))
  return days.map(([date, ids]) => {
    const { late = 0, daysLate = 0 } = counts.get(date) ?? {}
    return {
      ...{ date, count: ids.length, ids: [...ids] },
      ...(facts !== null && { late }),
      ...(late > 0 && { days_late: daysLate }),
    }
  })
}

function dayOption(options: URLSearchParams, name: 'from' | 'to'): string | null {
  const text = options.get(name)
  if (text === null || text === '') return null
  if (!isDay(text)) throw new BadRequestError(`"${name}" must be a date like 2026-11-20.`)
  return text
}
