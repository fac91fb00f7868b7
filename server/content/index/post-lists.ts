/** The lists and maps of a snapshot that are made of some of the public posts. */
import { isCounted, POST_TYPES } from '#domain/post.ts'
import type { PostRecord, Snapshot } from '../records.ts'

type PublicLists = Pick<Snapshot, 'publicByType' | 'featured' | 'aliases' | 'heatmap' | 'evidence'>

/** Built from the public posts, newest first; lists that come out equal are those of `before`. */
export function publicLists(
  before: PublicLists | undefined,
  posts: readonly PostRecord[],
): PublicLists {
  const byType = groupBy(posts, (post) => post.type)
  const byDay = groupBy(posts.filter(isCounted), (post) => post.day)
  const byProject = groupBy(posts, (post) => post.project)
  const types = POST_TYPES.map((type) => [type, byType.get(type) ?? []] as const)
  const days = [...byDay].map(([day, list]) => [day, list.map(({ id }) => id)] as const)
  return {
    publicByType: keepMap(before?.publicByType, types, keepList),
    featured: keepList(
      before?.featured,
      posts.filter((post) => post.featured),
    ),
    aliases: keepMap(before?.aliases, aliasesOf(posts), (_, id) => id),
    heatmap: keepMap(before?.heatmap, days, keepList),
    evidence: keepMap(before?.evidence, byProject, keepList),
  }
}

/** The list before when it has the same items. */
export function keepList<T>(before: readonly T[] | undefined, next: readonly T[]): readonly T[] {
  const isSame =
    before?.length === next.length && next.every((item, index) => item === before[index])
  return isSame ? before : next
}

/** The map before when it has the same values, else one that keeps what is the same. */
function keepMap<K, V>(
  before: ReadonlyMap<K, V> | undefined,
  entries: Iterable<readonly [K, V]>,
  keep: (before: V | undefined, next: V) => V,
): ReadonlyMap<K, V> {
  const map = new Map<K, V>()
  let changed = false
  for (const [key, next] of entries) {
    const value = keep(before?.get(key), next)
    changed ||= value !== before?.get(key)
    map.set(key, value)
  }
  return before === undefined || changed || before.size !== map.size ? map : before
}

function groupBy<K>(
  posts: readonly PostRecord[],
  keyOf: (post: PostRecord) => K | null,
): Map<K, readonly PostRecord[]> {
  const groups = new Map<K, PostRecord[]>()
  for (const post of posts) {
    const key = keyOf(post)
    if (key === null) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [post])
    else group.push(post)
  }
  return groups
}

/** One id for each old id or address: of several that claim it, the first in order. */
function aliasesOf(posts: readonly PostRecord[]): Map<string, string> {
  const aliases = new Map<string, string>()
  for (const { id, aliases: claimed } of posts) {
    for (const alias of claimed) {
      const other = aliases.get(alias)
      if (alias !== id && (other === undefined || id < other)) aliases.set(alias, id)
    }
  }
  return aliases
}
