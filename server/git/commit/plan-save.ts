/**
 * Turns a plan into commits: the author's uncommitted edits of the same files, then the save.
 * Writes only blobs.
 */
import { mapConcurrently } from '../../workers/turns.ts'
import { blobId } from '../objects/object-id.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { isSameEntry, modeOf, type TreeEntry } from '../objects/tree.ts'
import type { CommitId, WritePlan } from '../repository.ts'
import { writeNewFiles } from '../worktree/conversion.ts'
import type { NewCommit } from './make-commits.ts'
import type { Publication } from './publisher.ts'
import type { FileState, WorkTreeFiles } from './work-tree-files.ts'

/** Above this number the subject of a hand edit has the number of files. */
const NAMED_FILES_MAX = 2

/** One file of a save. */
interface PlannedFile extends FileState {
  path: string
  newBytes: Buffer | null
  /** Entry in the commit of the hand edit; undefined without one. */
  byHand: TreeEntry | null | undefined
  /** Entry in the parent of the save's commit. */
  committed: TreeEntry | null
}

/**
 * @param options.tmpDir folder to create for the new files
 * @returns null when nothing changes @throws RepositoryError
 */
export async function planSave(
  access: RepositoryAccess,
  { changes, subject, body }: Omit<WritePlan<unknown>, 'value'>,
  { base, files, tmpDir }: { base: CommitId | null; files: WorkTreeFiles; tmpDir: string },
): Promise<Publication | null> {
  const lastOfEach = new Map(changes.map(({ path, bytes }) => [files.fullPath(path), bytes]))
  const candidates = await mapConcurrently([...lastOfEach], ([path, newBytes]) =>
    planFile(files, path, newBytes),
  )
  const written = candidates.flatMap(({ path, newBytes, committed }) =>
    newBytes === null ? [] : [{ path, bytes: newBytes, committed }],
  )
  const entries = await writeNewFiles(access, tmpDir, written)
  const planned = candidates
    .map((file) => ({ ...file, after: entries.get(file.path)?.entry ?? null }))
    .filter(({ after, committed }) => !isSameEntry(after, committed))
  if (planned.length === 0) return null
  const commits: NewCommit[] = []
  const edits = planned.flatMap(({ path, head, byHand }) =>
    byHand === undefined ? [] : [{ path, before: head?.id ?? null, after: byHand }],
  )
  if (edits.length > 0) {
    commits.push({ text: { subject: handSubject(edits, access.paths.prefix) }, changes: edits })
  }
  commits.push({
    text: body === undefined ? { subject } : { subject, body },
    changes: planned.map(({ path, committed, after }) => ({
      path,
      before: committed?.id ?? null,
      after,
      blob: entries.get(path)?.blob ?? null,
    })),
  })
  const intended = planned.map(({ path, bytes, head, byHand, after }) => ({
    path,
    before: bytes && blobId(bytes),
    after,
    replaceable: byHand === undefined ? [head] : [head, byHand],
  }))
  return { base, commits, files: intended, tmpDir }
}

async function planFile(
  files: WorkTreeFiles,
  path: string,
  newBytes: Buffer | null,
): Promise<PlannedFile> {
  await files.checkPlace(path)
  const file = await files.at(path)
  const byHand = handEdit(file, newBytes)
  return { path, newBytes, ...file, byHand, committed: byHand === undefined ? file.head : byHand }
}

/** The entry of an uncommitted hand edit; undefined without one. */
function handEdit(
  { bytes, blob, head }: FileState,
  newBytes: Buffer | null,
): TreeEntry | null | undefined {
  if (blob === (head?.id ?? null)) return undefined
  // The save has the same bytes, so one commit is enough.
  if (bytes === null ? newBytes === null : newBytes?.equals(bytes)) return undefined
  return blob === null ? null : { mode: modeOf(head), id: blob }
}

function handSubject(edits: readonly { path: string; after: unknown }[], prefix: string): string {
  const names = edits.map(({ path }) => path.slice(prefix.length))
  const isRemoval = edits.every(({ after }) => after === null)
  const what = names.length > NAMED_FILES_MAX ? `${names.length} files` : names.join(', ')
  return `${isRemoval ? 'Delete' : 'Edit'} by hand: ${what}`
}
