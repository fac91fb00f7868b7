/** Posts of each day, of the types that count for the streak. */
import type { Day } from '#domain/days/day.ts'
import type { DayCount } from '#domain/days/streak.ts'
import { isCounted } from '#domain/post.ts'
import { loggedOf } from '#domain/record/logged.ts'
import type { PostRecord, Snapshot } from '../records.ts'

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
