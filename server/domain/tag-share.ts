/** '% of Posts by Sub-Vertical': how many posts have each tag. */
import { type Tag, tagKey } from './tag.ts'

export interface TagShare {
  tag: Tag
  count: number
  /** Percent of all posts, rounded. */
  percent: number
}

/**
 * The share of each tag, largest first; tags without posts have 0. A post with several tags counts
 * for each.
 * @param counts posts by tag key (`tagKey`) @param total number of all posts
 */
export function tagShares(
  tags: readonly Tag[],
  counts: ReadonlyMap<string, number>,
  total: number,
): TagShare[] {
  const shares = tags.map((tag) => {
    const count = counts.get(tagKey(tag.name)) ?? 0
    return { tag, count, percent: total === 0 ? 0 : Math.round((count / total) * 100) }
  })
  return shares.sort((a, b) => b.count - a.count)
}
