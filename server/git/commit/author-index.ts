/**
 * The author's index beside our commits. git changes a copy of it, in which only our paths differ;
 * the copy takes the index's place under its lock. An entry that differs from HEAD is something the
 * author staged, and stays.
 */
import type { FileIdentity } from '../objects/io.ts'
import { gitStep, type RepositoryAccess } from '../objects/repository-access.ts'
import { EMPTY_TREE, isSameEntry, parseRawDiff } from '../objects/tree.ts'
import type { IntendedFile } from './intent.ts'

/** Paths that are named to git; a command line holds so many and not every number. */
const PATHS_MAX = 100

/**
 * Writes the changed copy to the path `next`.
 * @returns the index as it must still be when the copy takes its place; null for none
 * @param base the commit that the index is compared with; null before the first
 * @throws GitFailure
 */
export async function prepareIndex(
  access: RepositoryAccess,
  { files, next, base }: { files: readonly IntendedFile[]; next: string; base: string | null },
): Promise<FileIdentity | null> {
  const { io, paths } = access
  const env = { GIT_INDEX_FILE: next }
  // The copy may be of a newer file than the identity: then the check under the lock fails.
  const identity = await io.identity(paths.index)
  if (identity !== null) await io.copyIndex(paths.index, next)
  else if (base !== null) await gitStep(access, ['read-tree', base], { env })
  const named = files.length > PATHS_MAX ? [] : ['--', ...files.map(({ path }) => path)]
  const args = ['diff-index', '--cached', '--raw', '-z', '--no-abbrev', '--no-renames']
  // What `git add -N` announced is nothing yet.
  args.push('--ita-invisible-in-index')
  const listed = await gitStep(access, [...args, base ?? EMPTY_TREE, ...named], { env })
  const staged = new Map(parseRawDiff(listed).map((found) => [found.path, found]))
  const lines: string[] = []
  for (const { path, after, replaceable } of files) {
    const found = staged.get(path)
    const isOurs = replaceable.some((known) => isSameEntry(known, found?.entry ?? null))
    if (found !== undefined && (found.isUnmerged || !isOurs)) continue
    lines.push(after ? `${after.mode} ${after.id}\t${path}\0` : `0 ${'0'.repeat(40)}\t${path}\0`)
  }
  const input = lines.join('')
  // Git flushes what it writes, and not a copy in which nothing changes.
  if (input === '') await io.sync(next)
  else await gitStep(access, ['update-index', '-z', '--index-info'], { env, input })
  return identity
}
