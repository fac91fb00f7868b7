/** Answers of the streak and the heatmap, which count essays and shorts. */
import type { Day } from '#domain/days/day.ts'
import type { HeatmapDay } from '#domain/days/heatmap.ts'
import { type Streak, streakOf } from '#domain/days/streak.ts'
import { countsByDay } from '../content/index/day-counts.ts'
import type { Snapshot } from '../content/records.ts'

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
