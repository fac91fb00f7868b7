/**
 * Updates the author's index after our commits. Git changes our paths in a copy, which replaces the
 * index under its lock. An entry that differs from HEAD was staged by the author and stays.
 */
import type { FileIdentity } from '../objects/io.ts'
import { gitStep, type RepositoryAccess } from '../objects/repository-access.ts'
import { EMPTY_TREE, isSameEntry, parseRawDiff } from '../objects/tree.ts'
import type { IntendedFile } from './intent.ts'

/** Differences between an index and a commit, by path. */
type Staged = ReadonlyMap<string, ReturnType<typeof parseRawDiff>[number]>

/** An index that we wrote, its commit and the author's staged entries in it. */
export interface OwnIndex {
  identity: FileIdentity
  commit: string
  staged: Staged
}

/**
 * Writes the changed copy to the path `next`.
 * @param base the commit that the index is compared with; null before the first
 * @param ownIndex the index that we wrote last; while it is in place its staged entries are known
 * @returns identity of the copied index (null for none), to compare before the swap; the entries
 *   staged in the copy
 * @throws GitFailure
 */
export async function prepareIndex(
  access: RepositoryAccess,
  options: {
    files: readonly IntendedFile[]
    next: string
    base: string | null
    ownIndex: OwnIndex | null
  },
): Promise<{ identity: FileIdentity | null; staged: Staged }> {
  const { files, next, base, ownIndex } = options
  const { io, paths } = access
  const env = { GIT_INDEX_FILE: next }
  // If the index changes between both calls, the check under the lock fails.
  const identity = await io.identity(paths.index)
  if (identity !== null) await io.copyIndex(paths.index, next)
  else if (base !== null) await gitStep(access, ['read-tree', base], { env })
  const isOwn = ownIndex !== null && ownIndex.identity === identity && ownIndex.commit === base
  const staged = new Map(isOwn ? ownIndex.staged : await readStaged(access, base, env))
  const lines: string[] = []
  for (const { path, after, replaceable } of files) {
    const stagedEntry = staged.get(path)
    const isOurs = replaceable.some((entry) => isSameEntry(entry, stagedEntry?.entry ?? null))
    if (stagedEntry !== undefined && (stagedEntry.isUnmerged || !isOurs)) continue
    staged.delete(path)
    lines.push(after ? `${after.mode} ${after.id}\t${path}\0` : `0 ${'0'.repeat(40)}\t${path}\0`)
  }
  const input = lines.join('')
  // Without input git would not write, and so not flush, the copy.
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
  // Ignore intent-to-add entries (`git add -N`).
  args.push('--ita-invisible-in-index')
  const listed = await gitStep(access, [...args, base ?? EMPTY_TREE], { env })
  return new Map(parseRawDiff(listed).map((difference) => [difference.path, difference]))
}
