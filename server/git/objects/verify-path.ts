/**
 * Checks paths from trees, indexes, histories and commit messages as git's `verify_path` does, so
 * that none leads outside of the work tree or into `.git`. The rules of HFS+ and NTFS apply
 * everywhere: repositories are copied, disks moved.
 * https://git-scm.com/docs/git-config#Documentation/git-config.txt-coreprotectHFS
 */

/** Code points that HFS+ ignores in names. */
const HFS_IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g
/**
 * No name, a parent folder or `.git`. On NTFS a backslash separates names, a colon starts a stream,
 * trailing dots and spaces do not count, and `git~1` is the short name of `.git`.
 */
const UNSAFE_NAME = /^\.{0,2}$|\0|(?:^|\\)(?:\.git|git~1)[. ]*(?:[\\:]|$)/i

/**
 * A commit was refused: its tree is hostile or too large. `message` is for a person, `cause` for
 * the log.
 */
export class RefusedTreeError extends Error {}

/** Maximum of files and folders in one commit of a pull or push. */
export const TREE_ENTRIES_MAX = 200_000

/** Whether git would check out each of the names of a path with `/` between them. */
export function isSafePath(path: string): boolean {
  return !path.split('/').some((name) => UNSAFE_NAME.test(name.replace(HFS_IGNORED, '')))
}

/** @throws RefusedTreeError */
export function verifyPath(path: string): void {
  if (isSafePath(path)) return
  throw new RefusedTreeError(
    'A commit has a file name that git refuses, such as “..” or “.git”, so it is not brought in.',
  )
}
