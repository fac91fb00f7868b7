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
type Staged = ReadonlyMap<string, ReturnType<typeof parseRawDiff>[number]>

/** An index that we wrote, and what the author has staged in it beside its commit. */
export interface OwnIndex {
  identity: FileIdentity
  commit: string
  staged: Staged
}

/**
 * Writes the changed copy to the path `next`.
 * @param base the commit that the index is compared with; null before the first
 * @param own the index that we wrote last: while it is there, git is not asked what is staged
 * @returns the index as it must still be when the copy takes its place, null for none; what is
 *   staged in the copy
 * @throws GitFailure
 */
export async function prepareIndex(
  access: RepositoryAccess,
  options: {
    files: readonly IntendedFile[]
    next: string
    base: string | null
    own: OwnIndex | null
  },
): Promise<{ identity: FileIdentity | null; staged: Staged }> {
  const { files, next, base, own } = options
  const { io, paths } = access
  const env = { GIT_INDEX_FILE: next }
  // The copy may be of a newer file than the identity: then the check under the lock fails.
  const identity = await io.identity(paths.index)
  if (identity !== null) await io.copyIndex(paths.index, next)
  else if (base !== null) await gitStep(access, ['read-tree', base], { env })
  const isOwn = own !== null && own.identity === identity && own.commit === base
  const staged = new Map(isOwn ? own.staged : await readStaged(access, base, env))
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
