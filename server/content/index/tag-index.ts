/**
 * Tags with their counts. Names ignore case: a listed tag is spelled as in the list, another as
 * most of its files write it.
 */
import type { TagUse } from '#domain/answers/admin-answers.ts'
import {
  byTagName,
  type CountedTag,
  DEFAULT_TAG_COLOR,
  type Tag,
  tagId,
  tagKey,
  withUniqueIds,
} from '#domain/tag.ts'
import { lazy } from '../lazy.ts'
import type { PostRecord, ProjectRecord, Snapshot } from '../records.ts'

interface TagSources {
  /** In the author's order. */
  listedTags: readonly Tag[]
  projects: readonly Tagged[]
  /** The files to count. */
  posts: readonly Tagged[]
}

type Tagged = Pick<PostRecord | ProjectRecord, 'tags'>

/** Listed tags with their counts, then unlisted ones; and the look-up by name. */
export function buildTags(sources: TagSources): Pick<Snapshot, 'tags' | 'tagNamed'> {
  const tags = lazy(() => countedTags(sources))
  const byKey = lazy(
    () => new Map(tags().map(({ count: _, ...tag }): [string, Tag] => [tagKey(tag.name), tag])),
  )
  return { tags, tagNamed: (name) => byKey().get(tagKey(name)) ?? plainTag(name) }
}

function countedTags({ listedTags, projects, posts }: TagSources): CountedTag[] {
  // Count by exact spelling first: names are few beside posts.
  const named = new Map<string, number>()
  for (const { tags } of posts) {
    for (const name of tags) named.set(name, (named.get(name) ?? 0) + 1)
  }
  for (const name of projects.flatMap(({ tags }) => tags)) named.set(name, named.get(name) ?? 0)
  const tags = new Map(listedTags.map((tag) => [tagKey(tag.name), { ...tag, count: 0 }]))
  for (const [name, count] of [...named].sort(([, a], [, b]) => b - a)) {
    const tag = tags.get(tagKey(name)) ?? { ...plainTag(name), count: 0 }
    tags.set(tagKey(name), { ...tag, count: tag.count + count })
  }
  const all = [...tags.values()]
  const unlisted = all.slice(listedTags.length).sort(byTagName)
  return withUniqueIds([...all.slice(0, listedTags.length), ...unlisted])
}

function plainTag(name: string): Tag {
  return { id: tagId(name), name, color: DEFAULT_TAG_COLOR }
}

/**
 * Every tag with its number of files, drafts and projects included: listed tags in their order,
 * then the others by name.
 */
export function tagUses({ allPosts, projects }: Snapshot, listedTags: readonly Tag[]): TagUse[] {
  const tags = countedTags({ listedTags, projects: [], posts: [...allPosts, ...projects] })
  return tags.map(({ name, color, count }, index) => {
    return { name, color, is_listed: index < listedTags.length, files: count }
  })
}
