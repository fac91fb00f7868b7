/**
 * Tags with their counts. Names are the same without regard to case: a listed tag shows as the
 * author lists it, another as most of its users write it.
 */
import type { TagUse } from '#domain/answers/admin-answers.ts'
import {
  byTagName,
  type CountedTag,
  DEFAULT_TAG_COLOR,
  type Tag,
  tagId,
  tagKey,
} from '#domain/tag.ts'
import type { PostRecord, ProjectRecord, Snapshot } from '../records.ts'

interface TagSources {
  /** In the author's order. */
  listedTags: readonly Tag[]
  projects: readonly Tagged[]
  /** What is counted. */
  posts: readonly Tagged[]
}

type Tagged = Pick<PostRecord | ProjectRecord, 'tags'>

/** The posts that have a tag, and how it is written most often. */
interface TagUses {
  count: number
  name: string
  /** How often it is written so. */
  times: number
}

/** Listed tags with their counts, then those only in use; and the tag of a name. */
export function buildTags(sources: TagSources): Pick<Snapshot, 'tags' | 'tagNamed'> {
  const tags = countedTags(sources)
  return { tags, tagNamed: lookUp(tags) }
}

function countedTags({ listedTags, projects, posts }: TagSources): CountedTag[] {
  const uses = usesOf(posts, projects)
  const listedKeys = new Set(listedTags.map(({ name }) => tagKey(name)))
  const unlisted = [...uses]
    .filter(([key]) => !listedKeys.has(key))
    .map(([, { count, name }]) => ({ ...plainTag(name), count }))
  return [
    ...listedTags.map((tag) => ({ ...tag, count: uses.get(tagKey(tag.name))?.count ?? 0 })),
    ...unlisted.sort(byTagName),
  ]
}

/** By tag key. Projects have a say in how a tag is written; only posts are counted. */
function usesOf(posts: readonly Tagged[], projects: readonly Tagged[]): Map<string, TagUses> {
  // Names first, since they are few beside the posts that have them.
  const named = new Map<string, TagUses>()
  const add = (records: readonly Tagged[], counted: number) => {
    for (const name of records.flatMap(({ tags }) => tags)) {
      const use = named.get(name) ?? { name, count: 0, times: 0 }
      named.set(name, { name, count: use.count + counted, times: use.times + 1 })
    }
  }
  add(posts, 1)
  add(projects, 0)
  const uses = new Map<string, TagUses>()
  for (const use of named.values()) {
    const key = tagKey(use.name)
    const other = uses.get(key) ?? { ...use, count: 0 }
    const isUsual = use.times - other.times || (use.name < other.name ? 1 : 0)
    uses.set(key, { ...(isUsual > 0 ? use : other), count: use.count + other.count })
  }
  return uses
}

function plainTag(name: string): Tag {
  return { id: tagId(name), name, color: DEFAULT_TAG_COLOR }
}

function lookUp(tags: readonly CountedTag[]): (name: string) => Tag {
  const byKey = new Map<string, Tag>()
  for (const { id, name, color } of tags) byKey.set(tagKey(name), { id, name, color })
  return (name) => byKey.get(tagKey(name)) ?? plainTag(name)
}

/**
 * Every tag with the number of files that have it, drafts and projects included: listed tags in the
 * author's order, then the others by name.
 */
export function tagUses({ allPosts, projects }: Snapshot, listedTags: readonly Tag[]): TagUse[] {
  const tags = countedTags({ listedTags, projects: [], posts: [...allPosts, ...projects] })
  return tags.map(({ name, color, count }, index) => {
    return { name, color, is_listed: index < listedTags.length, files: count }
  })
}
