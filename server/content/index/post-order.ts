/** The one order of posts, newest first, and where a post stands in it. */
import type { PostRecord } from '../records.ts'

type Ordered = Pick<PostRecord, 'instant' | 'id'>

/** Newest first; posts of one instant by id. Negative when `a` comes before `b`. */
export function compareNewestFirst(a: Ordered, b: Ordered): number {
  if (a.instant !== b.instant) return b.instant - a.instant
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** The index of the first post in `list` that does not come before `post`. */
export function placeOf(list: readonly Ordered[], post: Ordered): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const candidate = list[middle]
    if (candidate !== undefined && compareNewestFirst(candidate, post) < 0) low = middle + 1
    else high = middle
  }
  return low
}
