/**
 * Folders below the top that hold a repository of their own: submodules, checked out or not, and
 * clones. What is in them is none of this repository's, so nothing is written below them.
 */
import { join } from 'node:path'
import type { Io } from '../objects/io.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import { entryAt } from '../objects/tree.ts'
import type { TreeCache } from '../objects/tree-cache.ts'

const SUBMODULE_MODE = '160000'

/**
 * The folder on the way to a file that is a repository of its own; null when there is none.
 * @param tree the root tree of HEAD, null before the first commit
 * @param path from the top of the work tree
 */
export async function foreignFolderOf(
  { io, paths, trees }: { io: Io; paths: RepositoryPaths; trees: TreeCache },
  tree: string | null,
  path: string,
): Promise<string | null> {
  const names = path.split('/').slice(0, -1)
  for (let depth = 1; depth <= names.length; depth += 1) {
    const folder = names.slice(0, depth).join('/')
    if ((await io.kind(join(paths.top, folder, '.git'))) !== null) return folder
    const entry = await entryAt(trees, tree, folder)
    if (entry?.mode === SUBMODULE_MODE) return folder
    if (entry === null && (await io.kind(join(paths.top, folder))) === null) return null
  }
  return null
}
