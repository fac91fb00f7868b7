/**
 * Tags with their counts, kept up by differences. Names are the same without regard to case: a
 * listed tag shows as the author lists it, another as most of its users write it.
 */
import { type CountedTag, DEFAULT_TAG_COLOR, type Tag, tagId, tagKey } from '#domain/tag.ts'
import type { PostRecord, ProjectRecord } from '../records.ts'

/** How often public posts write a tag in which way. */
interface TagUse {
  readonly count: number
  readonly spellings: ReadonlyMap<string, number>
}

export interface TagIndex {
  readonly listed: readonly Tag[]
  /** By tag key, of public posts. */
  readonly uses: ReadonlyMap<string, TagUse>
  readonly projects: readonly ProjectRecord[]
  readonly tags: readonly CountedTag[]
  /** The same function as long as it answers the same. */
  readonly tagNamed: (name: string) => Tag
}

interface TagIndexInput {
  listed: readonly Tag[]
  projects: readonly ProjectRecord[]
  /** Posts that are no longer public, or were in another form. */
  removed: readonly PostRecord[]
  added: readonly PostRecord[]
}

/** The index after a change; parts that come out equal are those of `previous`. */
export function buildTagIndex(previous: TagIndex | null, input: TagIndexInput): TagIndex {
  const { listed, projects } = input
  const uses = countUses(previous?.uses ?? new Map(), input)
  if (previous?.uses === uses && previous.listed === listed && previous.projects === projects) {
    return previous
  }
  const counted = countedTags(listed, uses, projects)
  const tags = previous !== null && sameTags(previous.tags, counted, true) ? previous.tags : counted
  const tagNamed =
    previous !== null && sameTags(previous.tags, counted, false) ? previous.tagNamed : lookUp(tags)
  return { listed, uses, projects, tags, tagNamed }
}

function countUses(
  before: TagIndex['uses'],
  { removed, added }: Pick<TagIndexInput, 'removed' | 'added'>,
): TagIndex['uses'] {
  const steps = [...stepsOf(removed, -1), ...stepsOf(added, 1)]
  const changes = new Map<string, number>()
  for (const { name, by } of steps) changes.set(name, (changes.get(name) ?? 0) + by)
  const changed = [...changes].filter(([, by]) => by !== 0)
  if (changed.length === 0) return before
  const uses = new Map(before)
  for (const [name, by] of changed) {
    const key = tagKey(name)
    const use = uses.get(key)
    const spellings = new Map(use?.spellings)
    const left = (spellings.get(name) ?? 0) + by
    if (left === 0) spellings.delete(name)
    else spellings.set(name, left)
    const count = (use?.count ?? 0) + by
    if (count === 0 && spellings.size === 0) uses.delete(key)
    else uses.set(key, { count, spellings })
  }
  return uses
}

function* stepsOf(posts: readonly PostRecord[], by: 1 | -1) {
  for (const post of posts) {
    const keys = new Set<string>()
    for (const name of post.tags) {
      const key = tagKey(name)
      if (keys.has(key)) continue
      keys.add(key)
      yield { name, by }
    }
  }
}

function countedTags(
  listed: readonly Tag[],
  uses: TagIndex['uses'],
  projects: readonly ProjectRecord[],
): CountedTag[] {
  const listedKeys = new Set(listed.map((tag) => tagKey(tag.name)))
  const spellings = new Map<string, Map<string, number>>()
  const note = (name: string, count: number) => {
    const key = tagKey(name)
    if (listedKeys.has(key)) return
    const ways = spellings.get(key) ?? new Map<string, number>()
    spellings.set(key, ways.set(name, (ways.get(name) ?? 0) + count))
  }
  for (const use of uses.values()) for (const [name, count] of use.spellings) note(name, count)
  for (const project of projects) for (const name of project.tags) note(name, 1)
  const unlisted = [...spellings].sort(([a], [b]) => (a < b ? -1 : 1))
  const countOf = (key: string) => uses.get(key)?.count ?? 0
  return [
    ...listed.map((tag) => ({ ...tag, count: countOf(tagKey(tag.name)) })),
    ...unlisted.map(([key, ways]) => ({ ...plainTag(usualSpelling(ways)), count: countOf(key) })),
  ]
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

function sameTags(a: readonly CountedTag[], b: readonly CountedTag[], counts: boolean): boolean {
  return (
    a.length === b.length &&
    a.every((tag, index) => {
      const other = b[index]
      return (
        other !== undefined &&
        tag.id === other.id &&
        tag.name === other.name &&
        tag.color === other.color &&
        (!counts || tag.count === other.count)
      )
    })
  )
}
