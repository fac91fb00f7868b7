/** The commits of one file that had several names, some of which were others' before or since. */
import type { HistoryCommit } from './history.ts'

/**
 * Of commits that touched any of the names, those of the file, each with the name of then alone.
 * @param commits newest first, renames as a file that went and one that came
 * @param names of the file, the present one first
 */
export function followNames(
  commits: readonly HistoryCommit[],
  names: readonly string[],
): HistoryCommit[] {
  const followed: HistoryCommit[] = []
  let at = 0
  for (const commit of commits) {
    const [name, before] = names.slice(at, at + 2)
    const isRename =
      commit.changes.some(({ path, before: had }) => path === name && had === null) &&
      commit.changes.some(({ path, after }) => path === before && after === null)
    const own = isRename ? [name, before] : [name]
    const changes = commit.changes.filter(({ path }) => own.includes(path))
    if (changes.length > 0) followed.push({ ...commit, changes })
    if (isRename) at += 1
  }
  return followed
}
