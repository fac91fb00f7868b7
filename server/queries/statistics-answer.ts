/** Answers of the streak and the heatmap, which count essays and shorts. */
import { breakDays } from '#domain/days/breaks.ts'
import type { Day } from '#domain/days/day.ts'
import type { HeatmapDay } from '#domain/days/heatmap.ts'
import { type DayCount, type Streak, streakOf } from '#domain/days/streak.ts'
import { isCounted } from '#domain/post.ts'
import { loggedOf } from '#domain/record/logged.ts'
import type { PostRecord, Snapshot } from '../content/records.ts'
import { breaksOf, perSnapshot } from './site-record.ts'

/** The streak's figures as of `today`. */
export const streakAnswer = perSnapshot<Streak>((snapshot, today) => {
  const { publicPosts, site, facts } = snapshot
  const counts = countsByDay(publicPosts, snapshot)
  const breaks = breaksOf(snapshot)
  return streakOf(counts, today, { rules: site, breaks, isLogged: facts !== null })
})

/** Days that have posts or are in a break, oldest first, in a range with both ends. */
export function heatmapAnswer(
  snapshot: Snapshot,
  { from, to }: { from: Day; to: Day },
): HeatmapDay[] {
  const { publicPosts, facts } = snapshot
  const shown = publicPosts.filter(({ day }) => day >= from && day <= to)
  const counts = countsByDay(shown, snapshot)
  const breaks = breakDays(breaksOf(snapshot), { from, to })
  const days = new Set([...counts.keys(), ...breaks.keys()].sort())
  return [...days].map((date) => {
    const { ids = [], late = 0, daysLate = 0 } = counts.get(date) ?? {}
    const { reason } = breaks.get(date) ?? {}
    return {
      date,
      count: ids.length,
      ids,
      ...(facts !== null && { late }),
      ...(late > 0 && { days_late: daysLate }),
      ...(breaks.has(date) && { break: true as const }),
      ...(reason && { reason }),
    }
  })
}

/** Titles of the posts of these days by id. */
export function titlesOf({ publicPosts }: Snapshot, days: readonly HeatmapDay[]) {
  const ids = new Set(days.flatMap((day) => day.ids))
  const posts = publicPosts.filter(({ id }) => ids.has(id))
  return Object.fromEntries(posts.map(({ id, title }) => [id, title]))
}

interface LoggedCount extends DayCount {
  /** Newest first. */
  ids: string[]
  /** Largest delay of the day's posts; 0 if none is late. */
  daysLate: number
}

/** Essays and shorts by day. @param posts public ones, of every type */
function countsByDay(
  posts: readonly PostRecord[],
  { facts, site }: { facts: Snapshot['facts']; site: Pick<Snapshot['site'], 'time_zone'> },
): ReadonlyMap<Day, LoggedCount> {
  const counts = new Map<Day, LoggedCount>()
  for (const post of posts) {
    if (!isCounted(post)) continue
    const { state, days_late } = loggedOf(post, facts, site.time_zone)
    const count = counts.get(post.day) ?? { ids: [], posts: 0, onTime: 0, late: 0, daysLate: 0 }
    count.ids.push(post.id)
    count.posts += 1
    if (state === 'on_time') count.onTime += 1
    if (state === 'late') count.late += 1
    count.daysLate = Math.max(count.daysLate, days_late)
    counts.set(post.day, count)
  }
  return counts
}
