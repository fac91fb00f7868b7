/** Ids: free ones for what is new or comes back, and where a post went whose old id is asked for. */
import { ConflictError } from '../../errors.ts'
import type { FileChange, WorkTree } from '../../git/repository.ts'
import { clashKey, contentFileAt, fileIdOf } from '../files/content-paths.ts'
import { uniqueId } from '../formats/post-id.ts'
import type { LiveContent } from '../live-content.ts'
import { isPublic, type PostRecord, type Snapshot } from '../records.ts'
import type { RecordKeeper } from './record-keeper.ts'

interface Wanted {
  kind: 'post' | 'project'
  /** What the id is made from. */
  base: string
  pathOf: (id: string) => string
  /** The post that is renamed: its id and its aliases are not taken for it. */
  renamed?: string
}

/** The first of `base`, `base-2`, … that no file, no content and no alias of a post has. */
export async function freeId(
  { kind, base, pathOf, renamed }: Wanted,
  { tree, live }: { tree: WorkTree; live: Pick<LiveContent, 'snapshot' | 'records'> },
): Promise<string> {
  const others = live.snapshot().allPosts.filter(({ id }) => id !== renamed)
  const taken = new Set(kind === 'post' ? others.flatMap(({ aliases }) => aliases) : [])
  const keyOf = (id: string) => clashKey({ kind, id })
  const isOwn = (id: string) => renamed !== undefined && keyOf(id) === keyOf(renamed)
  for (;;) {
    const isHeld = (one: string) => live.records.pathOf(keyOf(one)) !== null && !isOwn(one)
    const id = uniqueId(base, (one) => taken.has(one) || isHeld(one))
    if (!(await tree.exists(pathOf(id)))) return id
    taken.add(id)
  }
}

/** Keeps a file that comes back from claiming the id of another that was made since. @throws ConflictError */
export async function checkFreeIds(
  changes: readonly FileChange[],
  { tree, records }: { tree: WorkTree; records: Pick<RecordKeeper, 'pathOf'> },
): Promise<void> {
  const keyAt = (path: string) => {
    const file = contentFileAt(path)
    return file && clashKey(file)
  }
  const given = changes.map(({ path, bytes }) => (bytes === null ? keyAt(path) : null))
  for (const { path, bytes } of changes) {
    const key = bytes && keyAt(path)
    const holder = key && records.pathOf(key)
    if (!holder || holder === path || given.includes(key) || (await tree.exists(path))) continue
    throw new ConflictError(
      `'${fileIdOf(path)}' is the id of another post or project now, so this cannot come back.`,
    )
  }
}

/** The id of the public post that an old id or address leads to; null when it leads nowhere. */
export function movedPost(old: string, snapshot: Snapshot, now: number): string | null {
  const { aliases, renames, posts } = snapshot
  const isShown = (id: string) => {
    const post = posts.get(id)
    return post !== undefined && isPublic(post, now)
  }
  const alias = aliases.get(old)
  if (alias !== undefined) return !isShown(old) && isShown(alias) ? alias : null
  const renamed = renames.get(old)
  if (renamed === undefined || !isShown(renamed)) return null
  // A file that has the id now has its address too.
  return posts.has(old) ? null : renamed
}

/** The post that the admin means by an id: one that was renamed is meant by its old id too. */
export function editedPost(id: string, snapshot: Snapshot): PostRecord | undefined {
  const { aliases, renames, posts } = snapshot
  return posts.get(id) ?? posts.get(aliases.get(id) ?? renames.get(id) ?? id)
}

/** The ids that a post had before and that no other post has now. */
export function oldIds(id: string, { posts, renames }: Snapshot): string[] {
  const renamed = [...renames].flatMap(([old, now]) => (now === id ? [old] : []))
  return [...(posts.get(id)?.aliases ?? []), ...renamed].filter((old) => !posts.has(old))
}
