/**
 * The lists and maps of a snapshot that are made of some of the public posts, each changed by the
 * same edits. What an edit does not touch stays the object it was.
 */
import { isCounted, POST_TYPES, type PostType } from '#domain/post.ts'
import type { PostRecord, Snapshot } from '../records.ts'
import { compareNewestFirst, type Edits, withEdits } from './post-order.ts'

/** Ids of the public posts that claim an old id, by that id. */
export type AliasClaims = ReadonlyMap<string, readonly string[]>

const EMPTY: readonly PostRecord[] = []

/** The list after an edit, of the posts that belong in it. */
export function editedList(
  list: readonly PostRecord[],
  { removed, added }: Edits,
  has: (post: PostRecord) => boolean,
): readonly PostRecord[] {
  return withEdits(list, removed.filter(has), added.filter(has))
}

/** Every type's list after an edit. */
export function listsByType(
  before: Snapshot['publicByType'] | undefined,
  edits: Edits,
): Snapshot['publicByType'] {
  const lists = new Map<PostType, readonly PostRecord[]>()
  let changed = before === undefined
  for (const type of POST_TYPES) {
    const old = before?.get(type) ?? EMPTY
    const list = editedList(old, edits, (post) => post.type === type)
    lists.set(type, list)
    changed ||= list !== old
  }
  return changed || before === undefined ? lists : before
}

/** A map whose entries are edited one by one, copied once at the first edit. */
function editMap<V>(before: ReadonlyMap<string, V> | undefined) {
  let map: Map<string, V> | null = before === undefined ? new Map() : null
  return {
    get: (key: string) => (map ?? before)?.get(key),
    set(key: string, value: V | null) {
      map ??= new Map(before)
      if (value === null) map.delete(key)
      else map.set(key, value)
    },
    result: (): ReadonlyMap<string, V> => map ?? before ?? new Map(),
  }
}

function groupBy<K>(posts: readonly PostRecord[], keyOf: (post: PostRecord) => K | null) {
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

/** Posts by the project they name; projects that no post names are absent. */
export function evidenceOf(
  before: Snapshot['evidence'] | undefined,
  edits: Edits,
): Snapshot['evidence'] {
  const removed = groupBy(edits.removed, (post) => post.project)
  const added = groupBy(edits.added, (post) => post.project)
  const lists = editMap(before)
  for (const project of new Set([...removed.keys(), ...added.keys()])) {
    const old = lists.get(project) ?? EMPTY
    const list = withEdits(old, removed.get(project) ?? [], added.get(project) ?? [])
    lists.set(project, list.length === 0 ? null : list)
  }
  return lists.result()
}

/** Ids by day after an edit; `posts` is the map after it too. */
export function heatmapOf(
  before: Snapshot['heatmap'] | undefined,
  posts: Snapshot['posts'],
  edits: Edits,
): Snapshot['heatmap'] {
  const dayOf = (post: PostRecord) => (isCounted(post) ? post.day : null)
  const removed = groupBy(edits.removed, dayOf)
  const added = groupBy(edits.added, dayOf)
  const days = editMap(before)
  for (const day of new Set([...removed.keys(), ...added.keys()])) {
    const old = days.get(day) ?? []
    const gone = new Set((removed.get(day) ?? []).map((post) => post.id))
    const kept = old.filter((id) => !gone.has(id)).flatMap((id) => posts.get(id) ?? [])
    const ids = [...kept, ...(added.get(day) ?? [])].sort(compareNewestFirst).map(({ id }) => id)
    if (ids.length === old.length && ids.every((id, index) => id === old[index])) continue
    days.set(day, ids.length === 0 ? null : ids)
  }
  return days.result()
}

/** Ids of the posts that claim each old id, in order. */
export function claimAliases(before: AliasClaims, edits: Edits): AliasClaims {
  const claims = editMap(before)
  for (const post of edits.removed) {
    for (const alias of new Set(post.aliases)) {
      const left = (claims.get(alias) ?? []).filter((id) => id !== post.id)
      claims.set(alias, left.length === 0 ? null : left)
    }
  }
  for (const post of edits.added) {
    for (const alias of new Set(post.aliases)) {
      claims.set(alias, [...(claims.get(alias) ?? []), post.id].sort())
    }
  }
  return claims.result()
}

/** One id for each old id: the first that is not the old id itself. */
export function aliasesOf(claims: AliasClaims): Snapshot['aliases'] {
  const aliases = new Map<string, string>()
  for (const [alias, ids] of claims) {
    const id = ids.find((claimant) => claimant !== alias)
    if (id !== undefined) aliases.set(alias, id)
  }
  return aliases
}
