/** Tags and their colours, a closed list of CSS class names. */

import type { CountedTag, Tag } from './answers/public-answers.ts'
import type { TagColor } from './answers/words.ts'
import type { Area } from './site.ts'
import { composed } from './texts/composed.ts'

export type { CountedTag, Tag } from './answers/public-answers.ts'
export { TAG_COLORS, type TagColor } from './answers/words.ts'

export const DEFAULT_TAG_COLOR: TagColor = 'tag-gray'

const names = new Intl.Collator('en', { numeric: true })

/** Compares tag names numerically: 'Topic 2' before 'Topic 10'. */
export function byTagName(a: { name: string }, b: { name: string }): number {
  return names.compare(a.name, b.name)
}

/** Compares tags by number of posts, then by name. */
export function mostUsedFirst(a: CountedTag, b: CountedTag): number {
  return b.count - a.count || byTagName(a, b)
}

/** Key of a tag name, which ignores case. */
export function tagKey(name: string): string {
  return composed(name).trim().toLowerCase()
}

/** A tag's id: its name in lower case with dashes, `Fitness & Health` → `fitness-health`. */
export function tagId(name: string): string {
  const id = tagKey(name)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  // Half a character can be in no address.
  return id || tagKey(name).replace(/\p{Surrogate}/gu, '\ufffd')
}

/** The tags with ids of their own: `C`, `C#` and `C++` have `c`, `c-2` and `c-3`. */
export function withUniqueIds<One extends { id: string }>(tags: readonly One[]): One[] {
  // The export makes folders of ids.
  const taken = new Set(['.', '..'])
  return tags.map((tag) => {
    let { id } = tag
    for (let number = 2; taken.has(id); number += 1) id = `${tag.id}-${number}`
    taken.add(id)
    return { ...tag, id }
  })
}

/** The default areas of the about page in three groups: nine areas, each with its colour. */
export const DEFAULT_AREAS: readonly Area[] = [
  {
    title: 'Technology & Innovation',
    items: [
      { name: 'Software Development', color: 'tag-blue' },
      { name: 'AI & Machine Learning', color: 'tag-violet' },
      { name: 'Business & Strategy', color: 'tag-amber' },
    ],
  },
  {
    title: 'Impact & Innovation',
    items: [
      { name: 'Community & Social Impact', color: 'tag-teal' },
      { name: 'Startups & Entrepreneurship', color: 'tag-orange' },
      { name: 'Writing', color: 'tag-rose' },
    ],
  },
  {
    title: 'Personal Development',
    items: [
      { name: 'Fitness & Health', color: 'tag-green' },
      { name: 'Cooking', color: 'tag-pink' },
      { name: 'Drawing', color: 'tag-sky' },
    ],
  },
]

/** The default tags in order. */
export const DEFAULT_TAGS = /* @__PURE__ */ DEFAULT_AREAS.flatMap((area) => area.items)

/** A row of '% of Posts by Sub-Vertical'. */
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
