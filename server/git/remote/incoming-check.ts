/**
 * Looks at the tree of a fetched commit before anything of it is used. It is listed as it comes and
 * no further than the limit: a tree that holds itself ten times over, ten deep, is ten objects and
 * ten billion paths.
 */
import { GitFailure } from '../objects/git-process.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { RefusedTreeError, TREE_ENTRIES_MAX, verifyPath } from '../objects/verify-path.ts'

/** Folders inside each other. */
const TREE_DEPTH_MAX = 100
/** Safe at a glance, as most are. */
const PLAIN_PATH = /^[a-z0-9_][\w.-]*(?:\/[a-z0-9_][\w.-]*)*$/i

/** The check of one repository. */
export class IncomingCheck {
  readonly #git: RepositoryAccess['git']
  /** The last commit that passed: while a pull has to wait it is tried again and again. */
  #passed: string | null = null

  constructor({ git }: Pick<RepositoryAccess, 'git'>) {
    this.#git = git
  }

  /** @param commit one that was fetched @throws RefusedTreeError */
  async check(commit: string): Promise<void> {
    if (commit === this.#passed) return
    const args = ['ls-tree', '-r', '-t', '-z', '--full-tree', '--name-only', commit]
    let entries = 0
    let rest = ''
    try {
      for await (const text of this.#git.stream(args)) {
        const paths = `${rest}${text}`.split('\0')
        rest = paths.pop() ?? ''
        entries += paths.length
        if (entries > TREE_ENTRIES_MAX) throw tooMany()
        for (const path of paths) checkPath(path)
      }
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error
      throw new RefusedTreeError('A commit has a torn folder, which git refuses.', error)
    }
    this.#passed = commit
  }
}

function checkPath(path: string): void {
  if (!PLAIN_PATH.test(path)) verifyPath(path)
  if (path.split('/').length > TREE_DEPTH_MAX + 1) {
    throw new RefusedTreeError(
      `A commit has more than ${TREE_DEPTH_MAX} folders deep inside each other, so it is not brought in.`,
    )
  }
}

function tooMany(): RefusedTreeError {
  const most = TREE_ENTRIES_MAX.toLocaleString('en-US')
  return new RefusedTreeError(
    `A commit has more than ${most} files and folders, so it is not brought in.`,
  )
}
