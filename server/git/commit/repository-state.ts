/**
 * Whether the repository can take a save now: its branch is checked out, and no merge, rebase or
 * the like is in progress. Only reads files, so it is cheap enough for every save.
 */
import { join } from 'node:path'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import type { RepositoryState } from '../repository.ts'

/** Files and folders of git's operations in progress; the first match is reported. */
const OPERATIONS: readonly (readonly [string, string])[] = [
  ['rebase-merge', 'A rebase'],
  ['rebase-apply/applying', 'Applying patches (git am)'],
  ['rebase-apply', 'A rebase'],
  ['MERGE_HEAD', 'A merge'],
  ['CHERRY_PICK_HEAD', 'A cherry-pick'],
  ['REVERT_HEAD', 'A revert'],
  ['sequencer', 'A cherry-pick or revert'],
  ['BISECT_LOG', 'A bisect'],
]

export const LOCKED: RepositoryState = {
  state: 'repository_locked',
  message: 'Another program is using the repository. Please try again in a moment.',
}

/**
 * The full name of the branch that is checked out (`refs/heads/…`), or null when HEAD is detached or
 * the name is not UTF-8: written back it would be another branch.
 */
export async function checkedOutBranch({ io, paths }: RepositoryAccess): Promise<string | null> {
  const text = (await io.read(paths.head))?.bytes.toString() ?? ''
  return /^ref: (refs\/heads\/[^\n\ufffd]+)\n?$/.exec(text)?.[1] ?? null
}

/** @param branch full name of the branch for saves */
export async function readRepositoryState(
  access: RepositoryAccess,
  branch: string | null,
): Promise<RepositoryState> {
  const { io, paths } = access
  const marks = await Promise.all(OPERATIONS.map(([name]) => io.kind(join(paths.gitFolder, name))))
  const operation = OPERATIONS.find((_, at) => marks[at] !== null)?.[1]
  if (operation !== undefined) {
    return {
      state: 'repository_busy',
      message: `${operation} is under way in the repository. Saving works again once it is finished or aborted.`,
    }
  }
  const current = await checkedOutBranch(access)
  if (current !== null && current === branch) return { state: 'ok', message: '' }
  return { state: 'wrong_branch', message: wrongBranch(current, branch) }
}

function wrongBranch(current: string | null, branch: string | null): string {
  const shortName = (name: string) => name.replace(/^refs\/heads\//, '')
  const sentence = current
    ? `The branch “${shortName(current)}” is checked out in the repository.`
    : 'No branch is checked out in the repository, or one whose name is not UTF-8.'
  if (branch === null) return `${sentence} Saving works once one is.`
  return `${sentence} Saving works again after: git switch ${shortName(branch)} (To save on another branch from now on, start the server again.)`
}
