/** The lists and maps of a snapshot that are made of posts. */
import { isCounted, POST_TYPES } from '#domain/post.ts'
import { isPublic, type PostRecord, type Snapshot } from '../records.ts'
import type { ContentChange } from './content-parts.ts'
import { compareNewestFirst, placeOf } from './post-order.ts'

type PublicLists = Pick<Snapshot, 'publicByType' | 'featured' | 'aliases' | 'heatmap' | 'evidence'>
type PostLists = PublicLists & Pick<Snapshot, 'allPosts' | 'publicPosts'>

/** More posts than this that changed at once have their lists built whole. */
const EXCHANGED_MAX = 16

/** All lists, built whole; lists that come out equal are those of `before`. */
export function postLists(
  before: PostLists | undefined,
  posts: Snapshot['posts'],
  now: number,
): PostLists {
  const sorted = [...posts.values()].sort(compareNewestFirst)
  const shown = sorted.filter((post) => isPublic(post, now))
  const allPosts = keepList(before?.allPosts, sorted)
  const publicPosts = keepList(before?.publicPosts, shown)
  if (before?.publicPosts === publicPosts) return { ...listsWith(before, [], now), allPosts }
  return { allPosts, publicPosts, ...publicLists(before, publicPosts) }
}

/**
 * The posts that took the places of older versions of themselves, if nothing else changed: who
 * stands in which list, with which day, tags and aliases. Null when more did.
 * @param since the time of `before`, in milliseconds since 1970
 */
export function exchangedPosts(
  before: Snapshot,
  since: number,
  { now, posts }: Pick<ContentChange, 'now' | 'posts'>,
): readonly PostRecord[] | null {
  const isDue = before.nextPublication !== null && before.nextPublication <= now
  if (isDue || now < since || posts.size > EXCHANGED_MAX) return null
  const exchanged: PostRecord[] = []
  for (const [id, post] of posts) {
    const old = before.posts.get(id)
    if (!old || !post || !standsAlike(old, post)) return null
    exchanged.push(post)
  }
  return exchanged
}

function standsAlike(a: PostRecord, b: PostRecord): boolean {
  return (
    a.instant === b.instant &&
    a.day === b.day &&
    a.draft === b.draft &&
    a.type === b.type &&
    a.featured === b.featured &&
    a.project === b.project &&
    isSameList(a.tags, b.tags) &&
    isSameList(a.aliases, b.aliases)
  )
}

/** The lists after posts were exchanged; see `exchangedPosts`. */
export function listsWith(
  before: PostLists,
  exchanged: readonly PostRecord[],
  now: number,
): PostLists {
  const { aliases, heatmap } = before
  let { allPosts, publicPosts, publicByType, featured, evidence } = before
  for (const post of exchanged) {
    allPosts = withPost(allPosts, post)
    if (!isPublic(post, now)) continue
    publicPosts = withPost(publicPosts, post)
    publicByType = withPostAt(publicByType, post.type, post)
    if (post.project !== null) evidence = withPostAt(evidence, post.project, post)
    if (post.featured) featured = withPost(featured, post)
  }
  return { allPosts, publicPosts, publicByType, featured, aliases, heatmap, evidence }
}

function withPost(list: readonly PostRecord[], post: PostRecord): readonly PostRecord[] {
  return list.with(placeOf(list, post), post)
}

function withPostAt<K>(
  lists: ReadonlyMap<K, readonly PostRecord[]>,
  key: K,
  post: PostRecord,
): ReadonlyMap<K, readonly PostRecord[]> {
  return new Map(lists).set(key, withPost(lists.get(key) ?? [], post))
}

/** Built from the public posts, newest first; lists that come out equal are those of `before`. */
function publicLists(before: PublicLists | undefined, posts: readonly PostRecord[]): PublicLists {
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
function keepList<T>(before: readonly T[] | undefined, next: readonly T[]): readonly T[] {
  return before && isSameList(before, next) ? before : next
}

function isSameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && b.every((item, index) => item === a[index])
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
