/** The streak and the last days as drawn on the badge and on social cards. */
import { addDays, type Day } from '#domain/days/day.ts'
import { type HeatmapLevel, heatmapLevel } from '#domain/days/heatmap.ts'
import { type Streak, streakOf } from '#domain/days/streak.ts'
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
  { heatmap, site }: Pick<Snapshot, 'heatmap' | 'site'>,
  today: Day,
): DrawnStreak {
  const counts = new Map([...heatmap].map(([day, ids]) => [day, ids.length]))
  return {
    streak: streakOf(counts, today, site.time_zone),
    strip: Array.from({ length: STRIP_DAYS }, (_, index) =>
      heatmapLevel(counts.get(addDays(today, index + 1 - STRIP_DAYS)) ?? 0),
    ),
  }
}
