/** Finds free ids for new or restored files, and resolves old ids of posts. */
import { ConflictError } from '../../errors.ts'
import type { FileChange, WorkTree } from '../../git/repository.ts'
import { type ContentKind, contentFileAt, fileIdOf, idKey } from '../files/content-paths.ts'
import { uniqueId } from '../formats/post-id.ts'
import { isPublic, type PostRecord, type Snapshot } from '../records.ts'
import type { ContentIndex } from './content-index.ts'

interface IdRequest {
  kind: ContentKind
  base: string
  pathOf: (id: string) => string
  /** Post being renamed, whose own id and aliases count as free. */
  renamed?: string
}

interface FilesWithIds {
  snapshot(): Snapshot
  records: Pick<ContentIndex, 'pathOf'>
}

/** The first of `base`, `base-2`, … that no file, record or alias of a post uses. */
export async function freeId(
  { kind, base, pathOf, renamed }: IdRequest,
  { tree, store }: { tree: WorkTree; store: FilesWithIds },
): Promise<string> {
  const others = store.snapshot().allPosts.filter(({ id }) => id !== renamed)
  const taken = new Set(kind === 'post' ? others.flatMap(({ aliases }) => aliases) : [])
  const ownKey = renamed === undefined ? null : idKey({ kind, id: renamed })
  const isHeld = (id: string) => {
    const key = idKey({ kind, id })
    return key !== ownKey && store.records.pathOf(key) !== null
  }
  for (;;) {
    const id = uniqueId(base, (candidate) => taken.has(candidate) || isHeld(candidate))
    if (!(await tree.exists(pathOf(id)))) return id
    taken.add(id)
  }
}

/** Checks that added files do not claim ids that others have. @throws ConflictError */
export async function checkFreeIds(
  changes: readonly FileChange[],
  { tree, records }: { tree: WorkTree; records: Pick<ContentIndex, 'pathOf'> },
): Promise<void> {
  const keyAt = (path: string) => {
    const file = contentFileAt(path)
    return file && idKey(file)
  }
  const removedKeys = changes.map(({ path, bytes }) => (bytes === null ? keyAt(path) : null))
  for (const { path, bytes } of changes) {
    const key = bytes && keyAt(path)
    const holder = key && records.pathOf(key)
    if (!holder || holder === path || removedKeys.includes(key) || (await tree.exists(path)))
      continue
    throw new ConflictError(`Another file has the id '${fileIdOf(path)}', so nothing was saved.`)
  }
}

/** Resolves an old id or address to the id of a public post, or null. */
export function resolveOldId(old: string, snapshot: Snapshot, now: number): string | null {
  const { renames, posts } = snapshot
  const isVisible = (id: string) => {
    const post = posts.get(id)
    return post !== undefined && isPublic(post, now)
  }
  const alias = snapshot.lists().aliases.get(old)
  if (alias !== undefined) return !isVisible(old) && isVisible(alias) ? alias : null
  const renamed = renames.get(old)
  if (renamed === undefined || !isVisible(renamed)) return null
  // A file with that id now owns its address too.
  return posts.has(old) ? null : renamed
}

/** Post by id, public or not; old ids of a renamed post count. */
export function findPostOrRenamed(
  id: string,
  { posts, allPosts, renames }: Snapshot,
): PostRecord | undefined {
  const aliased = () => allPosts.find(({ aliases }) => aliases.includes(id))
  return posts.get(id) ?? aliased() ?? posts.get(renames.get(id) ?? id)
}

/** Former ids of a post that no other post uses now. */
export function oldIds(id: string, { posts, renames }: Snapshot): string[] {
  const renamed = [...renames].flatMap(([old, now]) => (now === id ? [old] : []))
  return [...(posts.get(id)?.aliases ?? []), ...renamed].filter((old) => !posts.has(old))
}
