/**
 * Computes the changes that undo a commit, or apply it again, on the newest content. Writes
 * nothing.
 */

import { ConflictError, NotFoundError } from '../../errors.ts'
import { mapConcurrently } from '../../workers/turns.ts'
import { mergeFile } from '../merge-file.ts'
import { isVersion } from '../objects/object-id.ts'
import type { FileChange, LogCommit, MergeBytes, RedoneFile, WorkTree } from '../types.ts'
import type { History } from './history.ts'

const MOVED_ON = 'The content has changed since, so this commit can no longer be undone by itself.'
const UNREADABLE_NAME = 'A file of this commit has a name that is not UTF-8.'
const IS_MERGE = 'A merge of two histories cannot be undone by itself.'

const mergeLines: MergeBytes = async ({ base, ours, theirs }) =>
  base && mergeFile({ base, ours, theirs })

/** @throws NotFoundError, ConflictError for a path that cannot be written again */
async function requireCommit(history: History, commit: string): Promise<LogCommit> {
  const logCommit = await history.show(commit)
  if (logCommit === null) throw new NotFoundError('Commit not found')
  // Bytes that are not UTF-8 are decoded to the replacement character.
  const isUnreadable = logCommit.changes.some(({ path }) => path.includes('\ufffd'))
  if (isUnreadable) throw new ConflictError(UNREADABLE_NAME)
  return logCommit
}

/** Applies the change from one blob to another to the current file. */
async function applyChange(
  { path, from, to }: { path: string; from: string | null; to: string | null },
  { tree, merge }: { tree: WorkTree; merge: MergeBytes },
): Promise<RedoneFile> {
  const current = await tree.read(path)
  const target = to === null ? null : await tree.readRevision(to, path)
  if (isVersion(current, to)) return { path, current, target, result: current?.bytes ?? null }
  if (isVersion(current, from)) return { path, current, target, result: target }
  const base = from === null ? null : await tree.readRevision(from, path)
  const result =
    current && target ? await merge({ path, base, ours: current.bytes, theirs: target }) : null
  return { path, current, target, result: result ?? undefined }
}

/**
 * The changes that undo a commit, for a plan to return; empty when it is undone already.
 * @throws NotFoundError, ConflictError
 */
export async function undoCommit(
  history: History,
  commit: string,
  tree: WorkTree,
): Promise<readonly FileChange[]> {
  const logCommit = await requireCommit(history, commit)
  if (logCommit.parents.length > 1) throw new ConflictError(IS_MERGE)
  const changes = await mapConcurrently(logCommit.changes, async ({ path, before, after }) => {
    const change = { path, from: after, to: before }
    const file = await applyChange(change, { tree, merge: mergeLines })
    if (file.result === undefined) throw new ConflictError(MOVED_ON)
    return changeOf(file)
  })
  return changes.flat()
}

/** The change to the result, else to the commit's version; none where the file has it. */
export function changeOf({ path, current, target, result }: RedoneFile): FileChange[] {
  const bytes = result === undefined ? target : result
  const isSame = bytes === null ? current === null : current?.bytes.equals(bytes)
  return isSame ? [] : [{ path, bytes }]
}

/** Applies a displaced commit again on the newest content. @throws NotFoundError */
export async function redoCommit(
  history: History,
  commit: string,
  context: { tree: WorkTree; merge: MergeBytes },
): Promise<RedoneFile[]> {
  const { changes } = await requireCommit(history, commit)
  return mapConcurrently(changes, ({ path, before, after }) =>
    applyChange({ path, from: before, to: after }, context),
  )
}
