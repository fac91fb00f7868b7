/** The streak and the last days as drawn on the badge and on social cards. */
import { addDays, type Day } from '#domain/days/day.ts'
import { type HeatmapLevel, heatmapLevel } from '#domain/days/heatmap.ts'
import { type Streak, streakOf } from '#domain/days/streak.ts'
import { countsByDay } from '../../../content/index/day-counts.ts'
import type { Snapshot } from '../../../content/records.ts'

/** Days of the strip, today last. */
const STRIP_DAYS = 14

export interface DrawnStreak {
  streak: Streak
  /** Levels of the last days, oldest first. */
  strip: HeatmapLevel[]
}

/** The streak on a day of the site's zone. */
export function drawnStreak(
  snapshot: Pick<Snapshot, 'publicPosts' | 'site' | 'facts'>,
  today: Day,
): DrawnStreak {
  const { publicPosts, site, facts } = snapshot
  const counts = countsByDay(publicPosts, snapshot)
  return {
    streak: streakOf(counts, today, { rules: site, isLogged: facts !== null }),
    strip: Array.from({ length: STRIP_DAYS }, (_, index) =>
      heatmapLevel(counts.get(addDays(today, index + 1 - STRIP_DAYS))?.posts ?? 0),
    ),
  }
}
