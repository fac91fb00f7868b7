/** Where a post went whose id or address is asked for: by its aliases, else as git tells renames. */
import { clashKey, contentFileAt } from '../files/content-paths.ts'
import { isPublic, type PostRecord, type Snapshot } from '../records.ts'

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
  // A file that has the id now has its address too, be it a draft or a problem.
  return posts.has(old) || isProblemsId(old, snapshot) ? null : renamed
}

/** The post that the admin means by an id: one that was renamed is meant by its old id too. */
export function editedPost(id: string, snapshot: Snapshot): PostRecord | undefined {
  const { aliases, renames, posts } = snapshot
  const post = posts.get(id)
  if (post !== undefined || isProblemsId(id, snapshot)) return post
  return posts.get(aliases.get(id) ?? renames.get(id) ?? id)
}

/** The ids that a post had before and that no other post has now. */
export function oldIds(id: string, { posts, renames }: Snapshot): string[] {
  const renamed = [...renames].flatMap(([old, now]) => (now === id ? [old] : []))
  return [...(posts.get(id)?.aliases ?? []), ...renamed].filter((old) => !posts.has(old))
}

function isProblemsId(id: string, { problems }: Snapshot): boolean {
  const key = clashKey({ kind: 'post', id })
  return problems.some(({ file }) => {
    const path = contentFileAt(file)
    return path !== null && clashKey(path) === key
  })
}
