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

/** How often each way of writing a tag is used, and by how many posts, by tag key. */
type TagUses = ReadonlyMap<string, { readonly count: number; readonly ways: Map<string, number> }>

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
    .map(([, { count, ways }]) => ({ ...plainTag(usualSpelling(ways)), count }))
  return [
    ...listedTags.map((tag) => ({ ...tag, count: uses.get(tagKey(tag.name))?.count ?? 0 })),
    ...unlisted.sort(byTagName),
  ]
}

/** Projects have a say in how a tag is written; only posts are counted. */
function usesOf(posts: readonly Tagged[], projects: readonly Tagged[]): TagUses {
  const uses = new Map<string, { count: number; ways: Map<string, number> }>()
  const add = (names: ReadonlyMap<string, number>, isCounted: boolean) => {
    for (const [name, times] of names) {
      const key = tagKey(name)
      const use = uses.get(key) ?? { count: 0, ways: new Map<string, number>() }
      if (isCounted) use.count += times
      use.ways.set(name, (use.ways.get(name) ?? 0) + times)
      uses.set(key, use)
    }
  }
  // Tags of a record are each there once, without regard to case.
  add(timesOfNames(posts), true)
  add(timesOfNames(projects), false)
  return uses
}

/** Names first, since they are few beside the posts that have them. */
function timesOfNames(records: readonly Tagged[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const { tags } of records) {
    for (const name of tags) times.set(name, (times.get(name) ?? 0) + 1)
  }
  return times
}

function usualSpelling(ways: ReadonlyMap<string, number>): string {
  let usual: [string, number] = ['', 0]
  for (const way of ways) {
    if (way[1] > usual[1] || (way[1] === usual[1] && way[0] < usual[0])) usual = way
  }
  return usual[0]
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
