/**
 * Works out the changes that undo one commit against the newest content, or make it once more.
 * Writes nothing.
 */

import { ConflictError, NotFoundError } from '../../errors.ts'
import { forEachInTurn } from '../../workers/turns.ts'
import { mergeFile } from '../merge-file.ts'
import {
  type FileChange,
  isVersion,
  type LogCommit,
  type MergeBytes,
  type RedoneFile,
  type WorkTree,
} from '../repository.ts'
import type { History } from './history.ts'

const MOVED_ON = 'The content has changed since, so this commit can no longer be undone by itself.'
const NOT_FOUND = 'Commit not found'
const IS_MERGE = 'A merge of two histories cannot be undone by itself.'

/** What git's answer has in place of bytes that are no UTF-8: such a name cannot be written. */
const NO_UTF8 = '\ufffd'
const UNREADABLE_NAME = 'A file of this commit has a name that is not UTF-8.'

type Step = Omit<RedoneFile, 'includes'>

const mergeLines: MergeBytes = async ({ base, ours, theirs }) =>
  base && mergeFile({ base, ours, theirs })

/** @throws NotFoundError, ConflictError where what it changed cannot be named */
async function shownCommit(history: History, commit: string): Promise<LogCommit> {
  const found = await history.show(commit)
  if (found === null) throw new NotFoundError(NOT_FOUND)
  if (found.changes.some(({ path }) => path.includes(NO_UTF8))) {
    throw new ConflictError(UNREADABLE_NAME)
  }
  return found
}

/** Brings the step from one blob to another into the file as it is now. */
async function stepFile(
  step: { path: string; from: string | null; to: string | null },
  { tree, merge }: { tree: WorkTree; merge: MergeBytes },
): Promise<Step> {
  const { path, from, to } = step
  const current = await tree.read(path)
  const wanted = to === null ? null : await tree.readRevision(to, path)
  if (isVersion(current, to)) return { path, current, wanted, result: current?.bytes ?? null }
  if (isVersion(current, from)) return { path, current, wanted, result: wanted }
  const base = from === null ? null : await tree.readRevision(from, path)
  const result =
    current && wanted ? await merge({ path, base, ours: current.bytes, theirs: wanted }) : null
  return { path, current, wanted, result: result ?? undefined }
}

/**
 * The changes that take back what a commit did to the content folder, for a plan to return; none
 * when all of it is gone already. @throws NotFoundError, ConflictError
 */
export async function undoCommit(
  history: History,
  commit: string,
  tree: WorkTree,
): Promise<readonly FileChange[]> {
  const found = await shownCommit(history, commit)
  if (found.parents.length > 1) throw new ConflictError(IS_MERGE)
  const changes = await forEachInTurn(found.changes, async ({ path, before, after }) => {
    const step = { path, from: after, to: before }
    const { current, result } = await stepFile(step, { tree, merge: mergeLines })
    if (result === undefined) throw new ConflictError(MOVED_ON)
    const isSame = result === null ? current === null : current?.bytes.equals(result)
    return isSame ? [] : [{ path, bytes: result }]
  })
  return changes.flat()
}

/**
 * What each file of a commit becomes when the commit is made once more on the newest content. Where
 * its own step does not fit, the one since `fork` is tried, which has the commits before it too.
 * @throws NotFoundError, ConflictError
 */
export async function redoCommit(
  history: History,
  { commit, fork }: { commit: string; fork: string | null },
  more: { tree: WorkTree; merge: MergeBytes },
): Promise<RedoneFile[]> {
  const found = await shownCommit(history, commit)
  return forEachInTurn(found.changes, async ({ path, before, after }) => {
    const own = await stepFile({ path, from: before, to: after }, more)
    if (own.result !== undefined || fork === null) return { ...own, includes: [] }
    const from = await history.blobAt(fork, path)
    if (from === before) return { ...own, includes: [] }
    const since = await history.log([`${fork}..${commit}`], [path])
    const includes = since.map((entry) => entry.commit).filter((id) => id !== commit)
    return { ...(await stepFile({ path, from, to: after }, more)), includes }
  })
}
