/**
 * Checks paths from trees, indexes, histories and commit messages as git's `verify_path` does, so
 * that none leads outside of the work tree or into `.git`. The rules of HFS+ and NTFS apply
 * everywhere: repositories are copied, disks moved.
 * https://git-scm.com/docs/git-config#Documentation/git-config.txt-coreprotectHFS
 */

/** Code points that HFS+ ignores in names. */
const HFS_IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g
/** `.git` on NTFS, which ignores trailing dots and spaces; `git~1` is its short name. */
const NTFS_DOT_GIT = /^(?:\.git|git~1)[. ]*$/i

/**
 * A commit was refused: its tree is hostile or too large. `message` is for a person, `cause` for
 * the log.
 */
export class RefusedTreeError extends Error {}

/** Maximum of files and folders in one commit of a pull or push. */
export const TREE_ENTRIES_MAX = 200_000

/** Whether git would check out a file or folder of this name. */
function isSafeName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name)) return false
  if (name.replace(HFS_IGNORED, '').toLowerCase() === '.git') return false
  // On NTFS a backslash separates names and a colon starts a stream.
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
