/** Plans a save: the author's uncommitted edits of the same files, then the change. */
import { join } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import { mapConcurrently } from '../../workers/turns.ts'
import type { CommitText } from '../objects/commit-object.ts'
import type { FileIdentity } from '../objects/io.ts'
import { blobId } from '../objects/object-id.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { diffTrees, type EntryChange, SUBMODULE_MODE } from '../objects/tree.ts'
import type { Change, CommitChange, CommitId, LogCommit } from '../types.ts'
import type { Staged } from './author-index.ts'
import { makeCommit, makeTree, type NewFile } from './commit-maker.ts'
import type { IntendedFile } from './intent.ts'
import { type FileState, ownRepository, refusalOf, type WorkTreeFiles } from './work-tree-files.ts'

/** Above this number the subject of a hand edit has the number of files. */
const NAMED_FILES_MAX = 2

/** A save that only has to be put in place. */
export interface PlannedSave {
  /** The commit that the branch must still name; null before the first. */
  base: CommitId | null
  /** The commit that the branch is to name. */
  tip: CommitId
  files: readonly IntendedFile[]
  /** Folder with the new files at their paths. */
  folder: string
  /** The author's index with the changes; null where it is still to be made. */
  index: string | null
}

export interface PlanContext {
  /** The newest commit of the branch, null before the first. */
  base: CommitId | null
  /** Folder that the plan may create for new files; removed after the save. */
  tmpDir: string
  /** Identity of the author's index, null for none, and what is staged in it. */
  indexIdentity: FileIdentity | null
  staged: Staged
}

/** Plans one save. @returns the save, null where nothing has to be written, and the answer to it */
export type Plan<T> = (context: PlanContext) => Promise<{ save: PlannedSave | null; answer: T }>

type Changes = ReadonlyMap<string, EntryChange>

/** One file that a save is to write. */
interface FoundFile extends FileState {
  path: string
  newBytes: Buffer | null
}

/**
 * Makes the commits of a save.
 * @returns them, oldest first; none and null when nothing changes
 * @throws RepositoryError
 */
export async function planSave(
  access: RepositoryAccess,
  { changes, subject, body }: Omit<Change<unknown>, 'value'>,
  { base, files, tmpDir, indexIdentity, staged }: PlanContext & { files: WorkTreeFiles },
): Promise<{ save: PlannedSave | null; newCommits: readonly LogCommit[] }> {
  const { prefix } = access.paths
  const cleanIndex = indexIdentity !== null && staged.size === 0 ? access.paths.index : null
  const newBytes = new Map(changes.map(({ path, bytes }) => [files.fullPath(path), bytes]))
  const all = await mapConcurrently([...newBytes], async ([path, bytes]) => {
    const refusal = await refusalOf(access, path)
    if (refusal !== null) throw new RepositoryError('read_only', refusal)
    return { path, newBytes: bytes, ...(await files.at(path)) }
  })
  const found = all.filter((file) => !isSaved(file))
  if (found.length === 0) return { save: null, newCommits: [] }
  const make = async (index: string | null, name: string, list: readonly NewFile[]) => {
    const made = await makeTree(access, { base, index }, join(tmpDir, name), list)
    return { ...made, changes: await diffTrees(access, base, made.tree) }
  }
  const newFiles = found.map((file) => ({ ...file, bytes: file.newBytes }))
  let made = await make(cleanIndex, 'new', newFiles)
  const idOf = ({ path, head }: FoundFile) => {
    const change = made.changes.get(path)
    return change === undefined ? head : (change.after?.id ?? null)
  }
  // Git leaves entries alone that the author has marked, as by `--assume-unchanged`.
  const isMarked = cleanIndex !== null && found.some((file) => isIgnored(file, idOf(file)))
  if (isMarked) made = await make(null, 'new', newFiles)
  const edits = found.filter((file) => isHandEdit(file, idOf(file)))
  const text: CommitText = { subject, body }
  const commits = [{ ...made, text }]
  if (edits.length > 0) {
    const edited = await make(null, 'edited', edits)
    const changes = await diffTrees(access, edited.tree, made.tree)
    commits.splice(0, 1, { ...edited, text: handText(edits, prefix) }, { ...made, changes, text })
  }
  const paths = new Set(commits.flatMap(({ changes }) => [...changes.keys()]))
  if (paths.size === 0) return { save: null, newCommits: [] }
  // Git would put a folder in the place of a submodule that is not checked out.
  const submodule = [...made.changes].find(([, { before }]) => before?.mode === SUBMODULE_MODE)
  if (submodule) throw new RepositoryError('read_only', ownRepository(submodule[0]))

  const newCommits = await makeCommits(access, base, commits)
  const tip = newCommits.at(-1)?.commit ?? ''
  const intended = found
    .filter(({ path }) => paths.has(path))
    .map(({ path, bytes }) => {
      const steps = commits.flatMap(({ changes }) => changes.get(path) ?? [])
      return {
        path,
        before: bytes && blobId(bytes),
        after: steps.at(-1)?.after ?? null,
        replaceable: steps.map(({ before }) => before),
      }
    })
  const index = isMarked || cleanIndex === null ? null : made.index
  return { save: { base, tip, files: intended, folder: join(tmpDir, 'new'), index }, newCommits }
}

/** The commits of these trees, each on the one before. @returns them as `git log` lists them */
async function makeCommits(
  access: RepositoryAccess,
  base: CommitId | null,
  trees: readonly { tree: string; changes: Changes; text: CommitText }[],
): Promise<LogCommit[]> {
  const { prefix } = access.paths
  const made: LogCommit[] = []
  let parent = base
  for (const { tree, changes, text } of trees) {
    const commit = await makeCommit(access, tree, parent === null ? [] : [parent], text)
    made.push({ ...commit, changes: [...changes].map((change) => toLog(change, prefix)) })
    parent = commit.commit
  }
  return made
}

/** Whether the work tree and the commit have the new bytes already. */
const isSaved = ({ bytes, newBytes, blob, head }: FoundFile): boolean =>
  blob === head && (bytes === null ? newBytes === null : newBytes?.equals(bytes) === true)

/** Whether the tree lacks the new bytes, or perhaps only their conversion is as before. */
const isIgnored = ({ newBytes, head }: FoundFile, id: string | null): boolean =>
  newBytes !== null && (id === null || (id === head && id !== blobId(newBytes)))

/**
 * Whether the work tree has an uncommitted edit that the save does not make itself.
 * @param after blob id of the save
 */
function isHandEdit({ blob, bytes, newBytes, head }: FoundFile, after: string | null): boolean {
  if (blob === head || blob === after) return false
  return bytes === null || newBytes === null || !newBytes.equals(bytes)
}

function handText(edits: readonly FoundFile[], prefix: string): CommitText {
  const names = edits.map(({ path }) => path.slice(prefix.length))
  const isRemoval = edits.every(({ bytes }) => bytes === null)
  const what = names.length > NAMED_FILES_MAX ? `${names.length} files` : names.join(', ')
  return { subject: `${isRemoval ? 'Delete' : 'Edit'} by hand: ${what}`, body: '' }
}

/** A change as `git log` lists it. */
const toLog = ([path, { before, after }]: [string, EntryChange], prefix: string): CommitChange => ({
  path: path.slice(prefix.length),
  from: null,
  mode: after?.mode ?? '000000',
  before: before?.id ?? null,
  after: after?.id ?? null,
})
