/** How many posts each day has, of the types that the streak counts. */
import type { Day } from '#domain/days/day.ts'
import type { DayCount, DayCounts } from '#domain/days/streak.ts'
import { isCounted } from '#domain/post.ts'
import { loggedOf } from '#domain/record/logged.ts'
import type { PostRecord, Snapshot } from '../records.ts'

/** Essays and shorts by day. @param posts public ones, of every type */
export function countsByDay(
  posts: readonly PostRecord[],
  { facts, site }: { facts: Snapshot['facts']; site: Pick<Snapshot['site'], 'time_zone'> },
): DayCounts {
  const counts = new Map<Day, DayCount>()
  for (const post of posts) {
    if (!isCounted(post)) continue
    const { state } = loggedOf(post, facts, site.time_zone)
    const count = counts.get(post.day) ?? { posts: 0, onTime: 0, late: 0 }
    count.posts += 1
    if (state === 'on_time') count.onTime += 1
    if (state === 'late') count.late += 1
    counts.set(post.day, count)
  }
  return counts
}
