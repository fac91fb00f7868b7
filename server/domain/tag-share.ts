/** '% of Posts by Sub-Vertical': how many posts carry each tag (spec §9). */
import { type Tag, tagKey } from './tag.ts'

export interface TagShare {
  tag: Tag
  count: number
  /** Rounded percent of all posts given. */
  percent: number
}

/**
 * The share of each tag among the posts, in the order of the tags; tags without posts have 0
 * (contract §4). A post with several tags counts for each.
 */
export function tagShares(
  tags: readonly Tag[],
  posts: readonly { tags: readonly { name: string }[] }[],
): TagShare[] {
  const counts = new Map<string, number>()
  for (const post of posts) {
    for (const key of new Set(post.tags.map((tag) => tagKey(tag.name)))) {
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  return tagSharesOfCounts(tags, counts, posts.length)
}

/** The same from counts by tag key (`tagKey`) of `total` posts, where the posts are not at hand. */
export function tagSharesOfCounts(
  tags: readonly Tag[],
  counts: ReadonlyMap<string, number>,
  total: number,
): TagShare[] {
  return tags.map((tag) => {
    const count = counts.get(tagKey(tag.name)) ?? 0
    return { tag, count, percent: total === 0 ? 0 : Math.round((count / total) * 100) }
  })
}
