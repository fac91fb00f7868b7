/**
 * Looks at the tree of a fetched commit before anything of it is used. It is listed as it comes and
 * no further than the limit: a tree that holds itself ten times over, ten deep, is ten objects and
 * ten billion paths.
 */
import { type Git, GitFailure } from '../objects/git-process.ts'
import { RefusedTreeError, TREE_ENTRIES_MAX, verifyPath } from '../objects/verify-path.ts'

/** Folders inside each other. */
const TREE_DEPTH_MAX = 100
const TOO_MANY = `A commit has more than ${TREE_ENTRIES_MAX.toLocaleString('en-US')} files and folders, so it is not brought in.`

/** @param commit one that was fetched @throws RefusedTreeError */
export async function checkIncoming(git: Git, commit: string): Promise<void> {
  const args = ['ls-tree', '-r', '-t', '-z', '--full-tree', '--name-only', commit]
  let entries = 0
  let rest = ''
  try {
    for await (const text of git.stream(args)) {
      const paths = `${rest}${text}`.split('\0')
      rest = paths.pop() ?? ''
      entries += paths.length
      if (entries > TREE_ENTRIES_MAX) throw new RefusedTreeError(TOO_MANY)
      for (const path of paths) checkPath(path)
    }
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    throw new RefusedTreeError('A commit has a torn folder, which git refuses.', error)
  }
}

function checkPath(path: string): void {
  verifyPath(path)
  if (path.split('/').length <= TREE_DEPTH_MAX + 1) return
  throw new RefusedTreeError(
    `A commit has more than ${TREE_DEPTH_MAX} folders deep inside each other, so it is not brought in.`,
  )
}
