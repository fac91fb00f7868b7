/** Plans a save: the author's uncommitted edits of the same files, then the change. */
import { join } from 'node:path'
import { mapConcurrently } from '../../workers/turns.ts'
import type { CommitText } from '../objects/commit-object.ts'
import { blobId } from '../objects/object-id.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { isSameEntry, modeOf, type TreeEntry } from '../objects/tree.ts'
import type { Change, CommitChange, CommitId } from '../repository.ts'
import type { MadeTree } from './commit-maker.ts'
import type { IntendedFile } from './intent.ts'
import type { PlanContext } from './saves.ts'
import type { FileState, WorkTreeFiles } from './work-tree-files.ts'

/** Above this number the subject of a hand edit has the number of files. */
const NAMED_FILES_MAX = 2

export interface PlannedCommit {
  text: CommitText
  tree: string
  /** Second parent of a merge. */
  otherParent?: CommitId
  changes: readonly CommitChange[]
}

export interface PlannedSave {
  /** The commit that the branch must still name; null before the first. */
  base: CommitId | null
  /** Commits to make on the base, oldest first, or an existing commit. */
  commits: readonly PlannedCommit[] | CommitId
  files: readonly IntendedFile[]
  /** Folder with the new files at their paths. */
  folder: string
  /** The author's index with the changes; null where it is still to be made. */
  index: string | null
}

/** One file that a save is to write. */
interface FoundFile extends FileState {
  path: string
  newBytes: Buffer | null
}

interface ChangedFile extends FoundFile {
  /** Entry in the tree of the save. */
  after: TreeEntry | null
}

/** @returns null when nothing changes @throws RepositoryError */
export async function planSave(
  { reader, paths: { prefix } }: RepositoryAccess,
  { changes, subject, body }: Omit<Change<unknown>, 'value'>,
  { base, files, tmpDir, maker, cleanIndex }: PlanContext & { files: WorkTreeFiles },
): Promise<PlannedSave | null> {
  const newBytes = new Map(changes.map(({ path, bytes }) => [files.fullPath(path), bytes]))
  const found = await mapConcurrently([...newBytes], async ([path, bytes]) => {
    await files.checkPath(path)
    return { path, newBytes: bytes, ...(await files.at(path)) }
  })
  const baseTree = base === null ? null : await reader.idOf(`${base}^{tree}`)
  const folder = join(tmpDir, 'new')
  const newFiles = found.map(({ path, newBytes, head }) => {
    return { path, bytes: newBytes, mode: modeOf(head) }
  })
  const clean = cleanIndex && { index: cleanIndex }
  const first = await maker.makeTree(clean ?? baseTree, folder, newFiles)
  // Git leaves entries alone that the author has marked, as by `--assume-unchanged`.
  const isMarked = clean !== null && found.some((file) => isIgnored(file, first))
  const made = isMarked ? await maker.makeTree(baseTree, folder, newFiles) : first
  const all = found.map((file) => ({ ...file, after: made.entries.get(file.path) ?? null }))
  const edits = all.filter(isHandEdit)
  const changed = all.filter((file) => isHandEdit(file) || !isSameEntry(file.after, file.head))
  if (changed.length === 0) return null

  const edited =
    edits.length > 0 &&
    (await maker.makeTree(
      baseTree,
      join(tmpDir, 'edited'),
      edits.map(({ path, bytes, head }) => ({ path, bytes, mode: modeOf(head) })),
    ))
  const editedEntry = (path: string) => (edited ? edited.entries.get(path) : undefined)
  const changeTo = (path: string, before: TreeEntry | null, after: TreeEntry | null) => ({
    path: path.slice(prefix.length),
    from: null,
    mode: after?.mode ?? '000000',
    before: before?.id ?? null,
    after: after?.id ?? null,
  })
  const commits: PlannedCommit[] = []
  if (edited) {
    const text = { subject: handSubject(edits, prefix) }
    const list = edits.map(({ path, head }) => changeTo(path, head, editedEntry(path) ?? null))
    commits.push({ text, tree: edited.tree, changes: list })
  }
  commits.push({
    text: body === undefined ? { subject } : { subject, body },
    tree: made.tree,
    changes: changed.map(({ path, head, after }) => {
      const entry = editedEntry(path)
      return changeTo(path, entry === undefined ? head : entry, after)
    }),
  })
  const intended = changed.map(({ path, bytes, head, after }) => ({
    path,
    before: bytes && blobId(bytes),
    after,
    replaceable: [head, editedEntry(path) ?? head],
  }))
  return { base, commits, files: intended, folder, index: isMarked || !clean ? null : made.index }
}

/** Whether the tree lacks the new bytes, or perhaps only their conversion is as before. */
function isIgnored({ path, newBytes, head }: FoundFile, { entries }: MadeTree): boolean {
  if (newBytes === null) return false
  const id = entries.get(path)?.id
  return id === undefined || (id === head?.id && id !== blobId(newBytes))
}

/** Whether the work tree has an uncommitted edit that the save does not make itself. */
function isHandEdit({ blob, bytes, newBytes, head, after }: ChangedFile): boolean {
  if (blob === (head?.id ?? null) || blob === (after?.id ?? null)) return false
  return bytes === null || newBytes === null || !newBytes.equals(bytes)
}

function handSubject(edits: readonly ChangedFile[], prefix: string): string {
  const names = edits.map(({ path }) => path.slice(prefix.length))
  const isRemoval = edits.every(({ bytes }) => bytes === null)
  const what = names.length > NAMED_FILES_MAX ? `${names.length} files` : names.join(', ')
  return `${isRemoval ? 'Delete' : 'Edit'} by hand: ${what}`
}
