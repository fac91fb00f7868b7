/**
 * Whether the repository can take a commit of ours right now: on the branch of the start, with no
 * merge, rebase or the like under way. Pure file look-ups, cheap enough for every write.
 */
import { join } from 'node:path'
import type { Io } from '../objects/io.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
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

/** The full name of the branch that is checked out (`refs/heads/…`), or null when HEAD is detached. */
async function readBranch(io: Io, { head }: RepositoryPaths): Promise<string | null> {
  const text = (await io.read(head))?.bytes.toString() ?? ''
  return /^ref: (refs\/heads\/.+)\n?$/.exec(text)?.[1] ?? null
}

const shortName = (branch: string) => branch.replace(/^refs\/heads\//, '')

/** The operation that is under way, as a state; null for none. */
async function readOperation(io: Io, paths: RepositoryPaths): Promise<RepositoryState | null> {
  const marks = await Promise.all(OPERATIONS.map(([name]) => io.kind(join(paths.gitFolder, name))))
  const found = OPERATIONS.find((_, at) => marks[at] !== null)
  if (!found) return null
  return {
    state: 'repository_busy',
    message: `${found[1]} is under way in the repository. Saving works again once it is finished or aborted.`,
  }
}

/** The state as far as files tell; `branch` is the one that writes belong on. */
export async function readRepositoryState(
  io: Io,
  paths: RepositoryPaths,
  branch: string | null,
): Promise<RepositoryState> {
  const operation = await readOperation(io, paths)
  if (operation !== null) return operation
  const current = await readBranch(io, paths)
  if (current !== null && current === branch) return ALL_WELL
  return { state: 'wrong_branch', message: branchWords(current, branch, paths) }
}

function branchWords(
  current: string | null,
  branch: string | null,
  paths: RepositoryPaths,
): string {
  if (branch === null) {
    return 'No branch is checked out in the repository. Saving works once one is.'
  }
  const wanted = shortName(branch)
  const back = `Saving works again after: git switch ${wanted}`
  if (current === null) return `No branch is checked out in the repository. ${back}`
  const other = shortName(current)
  return `The branch “${other}” is checked out in the repository, and saves belong on “${wanted}”. ${back} (To save on “${other}” from now on, remove ${join(paths.gap, BRANCH_FILE)} and start the server again.)`
}

/** The state when the branch that writes belong on was renamed or removed. */
export function branchGone(branch: string): RepositoryState {
  return {
    state: 'wrong_branch',
    message: `The branch “${shortName(branch)}”, which saves belong on, does not exist any more. To save on the one that is checked out, start the server again.`,
  }
}

/**
 * The branch that saves belong on, by its full name, remembered beside the repository's own files: a
 * start while the author stands on a side branch does not make that the branch of saves. One that
 * does not exist any more, or none, gives way to the branch that is checked out; null when none is.
 */
export async function branchOfSaves(
  { io, paths, reader, log }: RepositoryAccess,
  isReadOnly: boolean,
): Promise<string | null> {
  const file = join(paths.gap, BRANCH_FILE)
  const text = (await io.read(file))?.bytes.toString().trim() ?? ''
  const before = text.startsWith('refs/heads/') ? text : null
  const branch = await readBranch(io, paths)
  if (before === branch || branch === null) return before
  if (before !== null && (await reader.info(before)) !== null) return before
  // Nothing is saved, and nothing can be noted: the state says why.
  if (isReadOnly) return branch
  if (before !== null) log.info({ before, branch }, 'Saves go to another branch: the first is gone')
  await remember(io, file, branch).catch((error) =>
    log.warn({ err: error }, 'The branch of saves could not be noted'),
  )
  return branch
}

/** Replaced as a whole: a kill leaves the old name or the new. */
async function remember(io: Io, file: string, branch: string): Promise<void> {
  const next = `${file}-next`
  await io.remove(next)
  await io.writeNew(next, Buffer.from(`${branch}\n`), { mode: 0o644, isFlushed: true })
  await io.rename(next, file)
}
