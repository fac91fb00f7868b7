/** Works out the changes that undo one commit against the newest content. Writes nothing. */
import { ConflictError, NotFoundError } from '../errors.ts'
import type { ChangedFile, History } from './history.ts'
import { blobId } from './objects.ts'
import type { FileChange, WorkTree } from './repository.ts'
import { threeWayMerge } from './three-way-merge.ts'

const MOVED_ON = 'The content has changed since, so this commit can no longer be undone by itself.'

/** The text, or null when the bytes are not UTF-8. */
function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

async function undoFile(
  history: History,
  { path, before, after }: ChangedFile,
  tree: WorkTree,
): Promise<FileChange | null> {
  const current = await tree.read(path)
  const wanted = before === null ? null : await history.readBlob(before)
  if ((current?.revision ?? null) === (wanted && blobId(wanted))) return null
  if ((current?.revision ?? null) === after) return { path, bytes: wanted }
  const made = after === null ? null : await history.readBlob(after)
  const texts = [made, current?.bytes ?? null, wanted].map((bytes) => bytes && textOf(bytes))
  const [base, ours, theirs] = texts
  if (base == null || ours == null || theirs == null) throw new ConflictError(MOVED_ON)
  const { clean, text } = threeWayMerge(base, ours, theirs)
  if (!clean) throw new ConflictError(MOVED_ON)
  return text === ours ? null : { path, bytes: Buffer.from(text) }
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
  const found = await history.show(commit)
  if (found === null) throw new NotFoundError('Commit not found')
  if (found.parents.length > 1) {
    throw new ConflictError('A merge of two histories cannot be undone by itself.')
  }
  const changes: FileChange[] = []
  for (const file of found.changes) {
    const change = await undoFile(history, file, tree)
    if (change !== null) changes.push(change)
  }
  return changes
}
