/**
 * The one order of posts, newest first, and edits of lists that are kept in it. An edit finds its
 * places by halving, so that one change in ten thousand posts copies arrays and compares little.
 */
import type { PostRecord } from '../records.ts'

/** Posts that leave a list and posts that come into it; a changed post does both. */
export interface Edits {
  readonly removed: readonly PostRecord[]
  readonly added: readonly PostRecord[]
}

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

/**
 * A list newest first without `removed` and with `added`; the same array when both are empty.
 * @param removed posts that are in the list
 */
export function withEdits(
  list: readonly PostRecord[],
  removed: readonly PostRecord[],
  added: readonly PostRecord[],
): readonly PostRecord[] {
  if (removed.length === 0 && added.length === 0) return list
  const inserts = [...added].sort(compareNewestFirst)
  const cuts = removed.map((post) => placeOf(list, post)).sort((a, b) => a - b)
  const result: PostRecord[] = []
  let copied = 0
  const copyTo = (end: number) => {
    for (; copied < end; copied += 1) {
      const post = list[copied]
      if (post !== undefined) result.push(post)
    }
  }
  let cut = 0
  for (const post of inserts) {
    const place = placeOf(list, post)
    for (; cut < cuts.length && (cuts[cut] ?? 0) < place; cut += 1) {
      copyTo(cuts[cut] ?? 0)
      copied += 1
    }
    copyTo(place)
    result.push(post)
  }
  for (; cut < cuts.length; cut += 1) {
    copyTo(cuts[cut] ?? 0)
    copied += 1
  }
  copyTo(list.length)
  return result
}
