/**
 * Whether the repository can take a commit of ours right now: on the branch of saves, with no merge,
 * rebase or the like under way. Pure file look-ups, cheap enough for every save.
 */
import { join } from 'node:path'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import type { RepositoryState } from '../repository.ts'

/** Files and folders that git keeps while something is under way; the order says what is named. */
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

/** Name of the file in our folder that holds the branch of saves. */
const BRANCH_FILE = 'branch'

const ALL_WELL: RepositoryState = { state: 'ok', message: '' }

export const LOCKED: RepositoryState = {
  state: 'repository_locked',
  message: 'Another git command holds the repository. Please try again in a moment.',
}

type Files = Pick<RepositoryAccess, 'io' | 'paths'>

/** The full name of the branch that is checked out (`refs/heads/…`), or null when HEAD is detached. */
async function readBranch({ io, paths }: Files): Promise<string | null> {
  const text = (await io.read(paths.head))?.bytes.toString() ?? ''
  return /^ref: (refs\/heads\/.+)\n?$/.exec(text)?.[1] ?? null
}

const shortName = (branch: string) => branch.replace(/^refs\/heads\//, '')

/** The state as far as files tell; `branch` is the one that saves belong on. */
export async function readRepositoryState(
  files: Files,
  branch: string | null,
): Promise<RepositoryState> {
  const { io, paths } = files
  const marks = await Promise.all(OPERATIONS.map(([name]) => io.kind(join(paths.gitFolder, name))))
  const operation = OPERATIONS.find((_, at) => marks[at] !== null)?.[1]
  if (operation !== undefined) {
    return {
      state: 'repository_busy',
      message: `${operation} is under way in the repository. Saving works again once it is finished or aborted.`,
    }
  }
  const current = await readBranch(files)
  if (current !== null && current === branch) return ALL_WELL
  return { state: 'wrong_branch', message: branchWords(current, branch, paths.gap) }
}

function branchWords(current: string | null, branch: string | null, gap: string): string {
  const detached = 'No branch is checked out in the repository.'
  if (branch === null) return `${detached} Saving works once one is.`
  const wanted = shortName(branch)
  const back = `Saving works again after: git switch ${wanted}`
  if (current === null) return `${detached} ${back}`
  const other = shortName(current)
  return `The branch “${other}” is checked out in the repository, and saves belong on “${wanted}”. ${back} (To save on “${other}” from now on, remove ${join(gap, BRANCH_FILE)} and start the server again.)`
}

/** The state when the branch that saves belong on was renamed or removed. */
export const branchGone = (branch: string): RepositoryState => ({
  state: 'wrong_branch',
  message: `The branch “${shortName(branch)}”, which saves belong on, does not exist any more. To save on the one that is checked out, start the server again.`,
})

/**
 * The branch that saves belong on, by its full name, remembered beside the repository's own files: a
 * start while the author stands on a side branch does not make that the branch of saves. One that
 * does not exist any more, or none, gives way to the branch that is checked out; null when none is.
 */
export async function branchOfSaves(
  access: RepositoryAccess,
  isReadOnly: boolean,
): Promise<string | null> {
  const { io, paths, reader, log } = access
  const file = join(paths.gap, BRANCH_FILE)
  const text = (await io.read(file))?.bytes.toString().trim() ?? ''
  const before = text.startsWith('refs/heads/') ? text : null
  const branch = await readBranch(access)
  if (before === branch || branch === null) return before
  if (before !== null && (await reader.idOf(before)) !== null) return before
  // Nothing is saved, and nothing can be noted: the state says why.
  if (isReadOnly) return branch
  if (before !== null) log.info({ before, branch }, 'Saves go to another branch: the first is gone')
  try {
    // Replaced as a whole: a kill leaves the old name or the new.
    await io.removeAll(`${file}-next`)
    await io.overwrite(`${file}-next`, Buffer.from(`${branch}\n`), true)
    await io.rename(`${file}-next`, file)
  } catch (error) {
    log.warn({ err: error }, 'The branch of saves could not be noted')
  }
  return branch
}
