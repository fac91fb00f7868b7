/**
 * Turns the changes of a plan into commits: one of the save, and before it one of what the author
 * edited by hand in the same files and did not commit. Writes blobs, and nothing else.
 */
import { forEachInTurn } from '../../workers/turns.ts'
import { blobId } from '../objects/object-id.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { isSameEntry, modeOf, type TreeEntry } from '../objects/tree.ts'
import type { CommitId, WritePlan } from '../repository.ts'
import { stageFiles } from '../worktree/conversion.ts'
import type { NewCommit } from './make-commits.ts'
import type { Publication } from './publisher.ts'
import type { FoundFile, WorkTreeFiles } from './work-tree-files.ts'

/** More files than this are summed up in the subject of a hand edit's commit. */
const NAMED_FILES_MAX = 2

/** One file of a save. */
interface PlannedFile extends FoundFile {
  path: string
  wanted: Buffer | null
  /** What the commit of a hand edit has; undefined without a hand edit. */
  byHand: TreeEntry | null | undefined
  /** What the commit of the save is made on. */
  committed: TreeEntry | null
}

/**
 * What has to be published; null when nothing changes.
 * @param options.staged a folder of ours to be made, for the new files @throws RepositoryError
 */
export async function planSave(
  access: RepositoryAccess,
  { changes, subject, body }: Omit<WritePlan<unknown>, 'value'>,
  { base, files, staged }: { base: CommitId | null; files: WorkTreeFiles; staged: string },
): Promise<Publication | null> {
  const lastOfEach = new Map(changes.map(({ path, bytes }) => [files.fullPath(path), bytes]))
  const found = await forEachInTurn([...lastOfEach], ([path, wanted]) =>
    lookAt(files, path, wanted),
  )
  const written = found.flatMap(({ path, wanted, committed }) =>
    wanted === null ? [] : [{ path, bytes: wanted, committed }],
  )
  const entries = await stageFiles(access, staged, written)
  const planned = found
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
  return { base, commits, files: intended, staged }
}

async function lookAt(
  files: WorkTreeFiles,
  path: string,
  wanted: Buffer | null,
): Promise<PlannedFile> {
  await files.checkPlace(path)
  const found = await files.at(path)
  const byHand = handEdit(found, wanted)
  return { path, wanted, ...found, byHand, committed: byHand === undefined ? found.head : byHand }
}

/** What a hand edit has to be committed with; undefined when there is none. */
function handEdit(
  { bytes, blob, head }: FoundFile,
  wanted: Buffer | null,
): TreeEntry | null | undefined {
  if (blob === (head?.id ?? null)) return undefined
  // The admin saves just what the hand edit made: the admin's own commit holds it.
  if (bytes === null ? wanted === null : wanted?.equals(bytes)) return undefined
  return blob === null ? null : { mode: modeOf(head), id: blob }
}

function handSubject(edits: readonly { path: string; after: unknown }[], prefix: string): string {
  const names = edits.map(({ path }) => path.slice(prefix.length))
  const isRemoval = edits.every(({ after }) => after === null)
  const what = names.length > NAMED_FILES_MAX ? `${names.length} files` : names.join(', ')
  return `${isRemoval ? 'Delete' : 'Edit'} by hand: ${what}`
}
