/** How many posts each day has, of the types and posts that the streak counts. */

import type { PostCounts } from '#domain/days/streak.ts'
import { isCounted } from '#domain/post.ts'
import type { PostRecord } from '../records.ts'
import { isPublic } from '../records.ts'

/** Essays and shorts that are public at `now` (milliseconds since 1970), by day. */
export function countsByDay(posts: readonly PostRecord[], now: number): PostCounts {
  const counts = new Map<string, number>()
  for (const post of posts) {
    if (!isCounted(post) || !isPublic(post, now)) continue
    counts.set(post.day, (counts.get(post.day) ?? 0) + 1)
  }
  return counts
}
