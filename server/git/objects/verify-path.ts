/**
 * The rule for names that come out of a tree, an index, a history or a commit message: what git's
 * own `verify_path` refuses is refused here, so that nothing which is read from a repository can be
 * written beside it or into `.git`. Both disguises count on every system: a repository is copied,
 * and the folder may lie on a disk of another one. https://git-scm.com/docs/git-config#Documentation/git-config.txt-coreprotectHFS
 */

/** Code points that HFS+ leaves out when it compares names. */
const HFS_IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g
/** What NTFS takes for `.git`: dots and spaces at the end are nothing, `git~1` is its short name. */
const NTFS_DOT_GIT = /^(?:\.git|git~1)[. ]*$/i

/** A commit is not brought in: a tree of it is hostile or too large. `message` is for a person. */
export class RefusedTreeError extends Error {
  /** @param cause for the log */
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'RefusedTreeError'
  }
}

/** Files and folders that the tree of one commit may have: a pull or a push of more is refused. */
export const TREE_ENTRIES_MAX = 200_000

/** Whether a name in a folder is one that git would check out. */
function isSafeName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name)) return false
  if (name.replace(HFS_IGNORED, '').toLowerCase() === '.git') return false
  // A backslash parts names on NTFS, and what follows a colon is a stream of the file before it.
  return !name.split('\\').some((part) => NTFS_DOT_GIT.test(part.split(':', 1)[0] ?? ''))
}

/** Whether each name of a path with `/` between them is safe. */
export function isSafePath(path: string): boolean {
  return path.split('/').every(isSafeName)
}

/** @throws RefusedTreeError */
export function verifyPath(path: string): void {
  if (isSafePath(path)) return
  throw new RefusedTreeError(
    'A commit has a file name that git refuses, such as “..” or “.git”, so it is not brought in.',
  )
}
