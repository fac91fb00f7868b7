/**
 * The author's index beside our commits. git changes a copy of it, in which only our paths differ;
 * the copy takes the index's place under its lock. An entry that differs from HEAD is something the
 * author staged, and stays.
 */
import type { FileIdentity } from '../objects/io.ts'
import { gitStep, type RepositoryAccess } from '../objects/repository-access.ts'
import { EMPTY_TREE, isSameEntry, parseRawDiff } from '../objects/tree.ts'
import type { IntendedFile } from './intent.ts'

/** What differs between an index and a commit, by path. */
export type Staged = ReadonlyMap<string, ReturnType<typeof parseRawDiff>[number]>

export interface PreparedIndex {
  /** The index as it must still be when the copy takes its place; null for none. */
  identity: FileIdentity | null
  /** What is staged in the copy beside the new commit. */
  staged: Staged
}

/**
 * Writes the changed copy to the path `next`.
 * @param base the commit that the index is compared with; null before the first
 * @param stagedIn what is staged in the index of an identity, where that is known
 * @throws GitFailure
 */
export async function prepareIndex(
  access: RepositoryAccess,
  options: {
    files: readonly IntendedFile[]
    next: string
    base: string | null
    stagedIn?: (identity: FileIdentity) => Staged | null
  },
): Promise<PreparedIndex> {
  const { files, next, base, stagedIn } = options
  const { io, paths } = access
  const env = { GIT_INDEX_FILE: next }
  // The copy may be of a newer file than the identity: then the check under the lock fails.
  const identity = await io.identity(paths.index)
  if (identity !== null) await io.copyIndex(paths.index, next)
  else if (base !== null) await gitStep(access, ['read-tree', base], { env })
  const known = identity === null ? null : stagedIn?.(identity)
  const staged = new Map(known ?? (await readStaged(access, base, env)))
  const lines: string[] = []
  for (const { path, after, replaceable } of files) {
    const found = staged.get(path)
    const isOurs = replaceable.some((known) => isSameEntry(known, found?.entry ?? null))
    if (found !== undefined && (found.isUnmerged || !isOurs)) continue
    staged.delete(path)
    lines.push(after ? `${after.mode} ${after.id}\t${path}\0` : `0 ${'0'.repeat(40)}\t${path}\0`)
  }
  const input = lines.join('')
  // Git flushes what it writes, and not a copy in which nothing changes.
  if (input === '') await io.sync(next)
  else await gitStep(access, ['update-index', '-z', '--index-info'], { env, input })
  return { identity, staged }
}

async function readStaged(
  access: RepositoryAccess,
  base: string | null,
  env: Record<string, string>,
): Promise<Staged> {
  const args = ['diff-index', '--cached', '--raw', '-z', '--no-abbrev', '--no-renames']
  // What `git add -N` announced is nothing yet.
  args.push('--ita-invisible-in-index')
  const listed = await gitStep(access, [...args, base ?? EMPTY_TREE], { env })
  return new Map(parseRawDiff(listed).map((found) => [found.path, found]))
}
