/** Answers of the streak and the heatmap, which count essays and shorts. */
import type { Day } from '#domain/days/day.ts'
import type { HeatmapDay } from '#domain/days/heatmap.ts'
import { type DayCount, type Streak, streakOf } from '#domain/days/streak.ts'
import { isCounted } from '#domain/post.ts'
import { loggedOf } from '#domain/record/logged.ts'
import type { PostRecord, Snapshot } from '../content/records.ts'

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
  const { publicPosts, facts } = snapshot
  const isShown = (day: Day) => day >= from && day <= to
  const counts = countsByDay(
    publicPosts.filter(({ day }) => isShown(day)),
    snapshot,
  )
  const shown = [...snapshot.lists().heatmap].filter(([day]) => isShown(day))
  const days = shown.sort(([a], [b]) => (a < b ? -1 : 1))
  return days.map(([date, ids]) => {
    const { late = 0, daysLate = 0 } = counts.get(date) ?? {}
    return {
      ...{ date, count: ids.length, ids: [...ids] },
      ...(facts !== null && { late }),
      ...(late > 0 && { days_late: daysLate }),
    }
  })
}

interface LoggedCount extends DayCount {
  /** Largest delay of the day's posts; 0 if none is late. */
  daysLate: number
}

/** Essays and shorts by day. @param posts public ones, of every type */
export function countsByDay(
  posts: readonly PostRecord[],
  { facts, site }: { facts: Snapshot['facts']; site: Pick<Snapshot['site'], 'time_zone'> },
): ReadonlyMap<Day, LoggedCount> {
  const counts = new Map<Day, LoggedCount>()
  for (const post of posts) {
    if (!isCounted(post)) continue
    const { state, days_late } = loggedOf(post, facts, site.time_zone)
    const count = counts.get(post.day) ?? { posts: 0, onTime: 0, late: 0, daysLate: 0 }
    count.posts += 1
    if (state === 'on_time') count.onTime += 1
    if (state === 'late') count.late += 1
    count.daysLate = Math.max(count.daysLate, days_late)
    counts.set(post.day, count)
  }
  return counts
}
