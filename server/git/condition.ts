/**
 * Whether the repository can take a commit of ours right now: on the branch of the start, with no
 * merge, rebase or the like under way. Pure file look-ups, cheap enough for every write.
 */
import { join } from 'node:path'
import type { Io } from './io.ts'
import type { Places } from './places.ts'
import type { RepositoryState } from './repository.ts'

/** Files and folders that git keeps while something is under way; the order says what is named. */
const OPERATIONS: readonly (readonly [string, string])[] = [
  ['rebase-merge', 'A rebase'],
  ['rebase-apply', 'A rebase'],
  ['MERGE_HEAD', 'A merge'],
  ['CHERRY_PICK_HEAD', 'A cherry-pick'],
  ['REVERT_HEAD', 'A revert'],
  ['sequencer', 'A cherry-pick or revert'],
  ['BISECT_LOG', 'A bisect'],
]

export const ALL_WELL: RepositoryState = { state: 'ok', message: '' }

export const LOCKED: RepositoryState = {
  state: 'repository_locked',
  message: 'Another git command holds the repository. Please try again in a moment.',
}

/** The full name of the branch that is checked out (`refs/heads/…`), or null when HEAD is detached. */
export async function readBranch(io: Io, { head }: Places): Promise<string | null> {
  const text = (await io.read(head))?.bytes.toString() ?? ''
  return /^ref: (refs\/heads\/.+)\n?$/.exec(text)?.[1] ?? null
}

const shortName = (branch: string) => branch.replace(/^refs\/heads\//, '')

/** The state as far as files tell; `branch` is the one that writes belong on. */
export async function readCondition(
  io: Io,
  places: Places,
  branch: string | null,
): Promise<RepositoryState> {
  const marks = await Promise.all(OPERATIONS.map(([name]) => io.kind(join(places.gitFolder, name))))
  const found = OPERATIONS.find((_, at) => marks[at] !== null)
  if (found) {
    return {
      state: 'repository_busy',
      message: `${found[1]} is under way in the repository. Saving works again once it is finished or aborted.`,
    }
  }
  const current = await readBranch(io, places)
  if (current !== null && current === branch) return ALL_WELL
  const wanted = branch === null ? 'a branch' : `the branch “${shortName(branch)}”`
  return {
    state: 'wrong_branch',
    message:
      current === null
        ? `No branch is checked out in the repository. Saving works again once ${wanted} is.`
        : `The branch “${shortName(current)}” is checked out in the repository. Saving works again once ${wanted} is.`,
  }
}
