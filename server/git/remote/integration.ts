/**
 * Plans the integration of fetched commits: a fast-forward or a merge by `git merge-tree`,
 * published like a save. A file with uncommitted edits is never touched: then planning fails, and
 * the caller retries later.
 */
import { join } from 'node:path'
import { mapConcurrently, Turns } from '../../workers/turns.ts'
import type { Staged } from '../commit/author-index.ts'
import { makeCommit, makeTree, type NewFile } from '../commit/commit-maker.ts'
import type { IntendedFile } from '../commit/intent.ts'
import type { Plan, PlanContext, PlannedSave } from '../commit/plan-save.ts'
import { refusalOf, WorkTreeFiles } from '../commit/work-tree-files.ts'
import { type Git, GitFailure } from '../objects/git-process.ts'
import { shellSteps } from '../objects/git-shell.ts'
import { flushFileSystem, sizeOf } from '../objects/io.ts'
import { blobId } from '../objects/object-id.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { diskPath } from '../objects/repository-paths.ts'
import { diffTrees, type EntryChange, isFile, type TreeEntry } from '../objects/tree.ts'
import { RefusedTreeError, TREE_ENTRIES_MAX, verifyPath } from '../objects/verify-path.ts'
import type { CommitId, Integrated, MergeConflict, MergeRules } from '../types.ts'
import { checkedOut } from '../worktree/conversion.ts'
import { LocalObstacle } from './exchange-failures.ts'

/** Total size of the changed files of one pull. */
const PULL_BYTES_MAX = 512 * 1024 * 1024
const FILE_BYTES_MAX = 64 * 1024 * 1024
/** The names of a tree's entries. */
const LISTING_BYTES_MAX = 64 * 1024 * 1024
const MERGE_MS_MAX = 60_000
/** One conflicted version in the answer of `merge-tree -z`. */
const STAGE = /^(\d+) ([0-9a-f]+) ([123])\t(.*)$/s
/** Independent of the author's settings: follow renames of files, not of folders. */
const SETTINGS = ['merge.directoryRenames=false', 'merge.renames=true', 'diff.renames=true']

/** Folders inside each other. */
const TREE_DEPTH_MAX = 100

const TOO_MANY = `A commit has more than ${TREE_ENTRIES_MAX.toLocaleString('en-US')} files and folders, so it is not brought in.`
const TOO_DEEP = `A commit has more than ${TREE_DEPTH_MAX} folders deep inside each other, so it is not brought in.`
const UNRELATED = 'The remote holds another history than this repository. Start from a clone of it.'
const TOO_MANY_BYTES =
  'A pull changes files of more than 512 MiB in all. Please run git pull on the server.'

type Changes = ReadonlyMap<string, EntryChange>

/** The base, ours and the remote's version of a conflicted path. */
type Stages = Partial<Record<1 | 2 | 3, TreeEntry>>

type PlannedIntegration = ReturnType<Plan<Integrated>>

/**
 * Checks the tree of a fetched commit before any use. The listing ends at a limit: a tree that
 * contains a tree ten times, ten levels deep, is ten objects and ten billion paths.
 * @throws RefusedTreeError
 */
export async function checkIncoming(git: Git, commit: string): Promise<void> {
  const args = ['ls-tree', '-r', '-t', '-z', '--full-tree', '--name-only', commit]
  const limits = { outputBytesMax: LISTING_BYTES_MAX, timeLimitMs: MERGE_MS_MAX }
  const listing = await git.text(args, limits).catch((cause) => {
    if (!(cause instanceof GitFailure)) throw cause
    // Killed at the limit, or ended by itself.
    const reason =
      cause.exitCode === null ? TOO_MANY : 'A commit has a torn folder, which git refuses.'
    throw new RefusedTreeError(reason, { cause })
  })
  const paths = listing.split('\0').slice(0, -1)
  if (paths.length > TREE_ENTRIES_MAX) throw new RefusedTreeError(TOO_MANY)
  const turns = new Turns()
  for (const path of paths) {
    if (turns.isDue()) await turns.pause()
    verifyPath(path)
    if (path.split('/').length > TREE_DEPTH_MAX + 1) throw new RefusedTreeError(TOO_DEEP)
  }
}

/**
 * @param theirs the fetched commit
 * @throws LocalObstacle, RefusedTreeError, GitFailure
 */
export async function planIntegration(
  access: RepositoryAccess,
  { theirs, rules }: { theirs: CommitId; rules: MergeRules },
  { base, tmpDir, staged }: PlanContext,
): PlannedIntegration {
  const folder = join(tmpDir, 'new')
  // Status 1 means unrelated histories.
  const args = ['merge-base', base ?? theirs, theirs]
  const common = base && (await access.git.text(args, { exitCodes: [0, 1] }))
  if (common === '') throw new LocalObstacle(UNRELATED)
  if (common === theirs) return { save: null, answer: { files: 0, conflicts: [] } }
  if (base === null || common === base) {
    const changes = await diffTrees(access, base, theirs)
    return preparePull(access, changes, { base, folder, tip: theirs, staged })
  }
  const sides = { common: common ?? base, ours: base, theirs }
  const merged = await merge(access, sides, rules)
  const from = { base: merged.tree, index: null }
  const { tree } = await makeTree(access, from, join(tmpDir, 'merged'), merged.files)
  const changes = await diffTrees(access, base, tree)
  const text = { subject: 'Merge changes from the remote' }
  const { commit } = await makeCommit(access, tree, [base, theirs], text)
  return preparePull(access, changes, { base, folder, tip: commit, staged }, merged.conflicts)
}

/** Merges both sides by git, and conflicted files by the rules: `files` are to replace git's. */
async function merge(
  access: RepositoryAccess,
  { common, ours, theirs }: { common: CommitId; ours: CommitId; theirs: CommitId },
  rules: MergeRules,
) {
  const settings = SETTINGS.flatMap((setting) => ['-c', setting])
  // In a folder without attributes: `merge=union` of a pushed `.gitattributes` would put two front
  // matters together.
  const { gitFolder } = access.paths
  const args = ['-C', gitFolder, ...settings, 'merge-tree', '--write-tree', '-z', '--no-messages']
  const env = { ...access.newObjects.writing, GIT_WORK_TREE: gitFolder }
  const options = { timeLimitMs: MERGE_MS_MAX, exitCodes: [0, 1], env }
  access.io.step('git merge-tree')
  const answer = await access.git.run([...args, ours, theirs], options)
  const [tree = '', ...listed] = answer.toString().split('\0')
  const conflicted = new Map<string, Stages>()
  for (const line of listed) {
    const [, mode = '', id = '', stage, path = ''] = STAGE.exec(line) ?? []
    if (stage === undefined) continue
    conflicted.set(path, { ...conflicted.get(path), [stage]: { mode, id } })
  }
  const files: NewFile[] = []
  const conflicts: MergeConflict[] = []
  const sides = [await diffTrees(access, common, ours), await diffTrees(access, common, theirs)]
  const separated = await separate(access, { sides, tree, conflicted }, rules)
  for (const { path, to, entry } of separated) {
    const bytes = await checkedOut(access, path, entry.id)
    files.push({ path: to, bytes, mode: entry.mode })
    // Another file of the remote has the name, or the very path.
    const theirs = conflicted.get(path)?.[3]
    const kept = theirs ? await checkedOut(access, path, theirs.id) : null
    files.push({ path, bytes: kept, mode: theirs?.mode ?? entry.mode })
    conflicted.delete(path)
  }
  // In an edit/delete conflict the edited file stays, where git has put it.
  for (const [path, stages] of conflicted) {
    const merged = await mergeFile(access, rules, path, stages)
    files.push(...merged.files)
    if (merged.conflict) conflicts.push(merged.conflict)
  }
  return { tree, files, conflicts }
}

/** Our files that get another path, since the remote added a file with their name too. */
async function separate(
  access: RepositoryAccess,
  { sides, tree, conflicted }: MergedSides,
  rules: MergeRules,
): Promise<{ path: string; to: string; entry: TreeEntry }[]> {
  const [ours = new Map(), theirs = new Map()] = sides.map(addedFiles)
  if (ours.size === 0 || theirs.size === 0) return []
  const args = ['ls-tree', '-r', '-z', '--full-tree', '--name-only', tree]
  const listing = await access.git.text(args, { env: access.newObjects.reading })
  const added = { ours: [...ours.keys()], theirs: [...theirs.keys()] }
  return [...rules.separate(added, listing.split('\0'))].flatMap(([path, to]) => {
    const entry = ours.get(path)
    const stages = conflicted.get(path)
    // Git has merged equal files, and a file that both sides renamed has a base.
    const isApart = stages ? !stages[1] && stages[2] && stages[3] : !theirs.has(path)
    return entry && isApart ? [{ path, to, entry }] : []
  })
}

interface MergedSides {
  /** Ours and the remote's, since they parted. */
  sides: readonly Changes[]
  /** As git has merged it. */
  tree: string
  conflicted: ReadonlyMap<string, Stages>
}

function addedFiles(changes: Changes): Map<string, TreeEntry> {
  const added = new Map<string, TreeEntry>()
  for (const [path, { before, after }] of changes) {
    if (before === null && after !== null && isFile(after)) added.set(path, after)
  }
  return added
}

/** Merges a conflicted file: the file at its path and, if both versions stay, a copy. */
async function mergeFile(
  access: RepositoryAccess,
  rules: MergeRules,
  path: string,
  { 1: base, 2: ours, 3: theirs }: Stages,
): Promise<{ files: NewFile[]; conflict?: MergeConflict }> {
  if (!ours || !theirs) return { files: [] }
  if (!isFile(ours) || !isFile(theirs)) throw unsupportedFiles([path])
  const textOf = (entry: TreeEntry) => checkedOut(access, path, entry.id)
  const sides = {
    path,
    base: base && isFile(base) ? await textOf(base) : null,
    ours: await textOf(ours),
    theirs: await textOf(theirs),
  }
  const bytes = await rules.merge(sides)
  // One side may have changed the mode alone.
  const mode = ours.mode === base?.mode ? theirs.mode : ours.mode
  if (bytes !== null) return { files: [{ path, bytes, mode }] }
  const files: NewFile[] = [{ path, bytes: sides.theirs, mode }]
  const copy = rules.copy(sides, ours.id)
  if (copy.bytes) files.push({ path: copy.path, bytes: copy.bytes, mode: '100644' })
  return { files, conflict: { file: path, copy: copy.path } }
}

/** @throws LocalObstacle with the paths that are in the way */
async function preparePull(
  access: RepositoryAccess,
  changes: Changes,
  { base, folder, tip, staged }: Pick<PlannedSave, 'base' | 'folder' | 'tip'> & { staged: Staged },
  conflicts: readonly MergeConflict[] = [],
): PlannedIntegration {
  const workTree = new WorkTreeFiles(access, base)
  let bytes = 0
  const unsupported: string[] = []
  const edited: string[] = []
  const planned = await mapConcurrently([...changes], async ([path, { before, after }]) => {
    const isPlain = [before, after].every((entry) => entry === null || isFile(entry))
    const info = isPlain && after ? await access.reader.info(after.id) : null
    bytes += info?.size ?? 0
    if (bytes > PULL_BYTES_MAX) throw new RefusedTreeError(TOO_MANY_BYTES)
    const isLarge = after !== null && (info === null || info.size > FILE_BYTES_MAX)
    if (!isPlain || isLarge || !(await isReplaceable(access, path))) {
      unsupported.push(path)
      return []
    }
    const { bytes: present, blob } = await workTree.at(path)
    const isEdited = blob !== (after?.id ?? null) && blob !== (before?.id ?? null)
    // Git refuses a pull over what is staged, too.
    if (isEdited || staged.has(path)) edited.push(path)
    return [{ path, before: present && blobId(present), after, replaceable: [before] }]
  })
  if (unsupported.length > 0) {
    throw unsupportedFiles(unsupported)
  }
  if (edited.length > 0) {
    throw new LocalObstacle(
      `${numberOf(edited)} that the remote changed ${edited.length === 1 ? 'is' : 'are'} being edited on this server. Commit or discard that first.`,
      edited.sort(),
    )
  }
  const files = planned.flat()
  await checkOut(access, folder, files)
  return {
    save: { base, tip, files, folder, index: null },
    answer: { files: files.length, conflicts },
  }
}

/** Whether a path has no file here, or a plain one that may be read whole. */
async function isReplaceable(access: RepositoryAccess, path: string): Promise<boolean> {
  // Decoded, a name that is not UTF-8 is that of another file.
  if (path.includes('\ufffd') || (await refusalOf(access, path)) !== null) return false
  const identity = await access.io.identity(diskPath(access.paths, path))
  return identity === null || sizeOf(identity) <= FILE_BYTES_MAX
}

const unsupportedFiles = (files: readonly string[]) =>
  new LocalObstacle(
    `${numberOf(files)} of the remote cannot be brought in by the server: a link, a submodule, over 64 MiB, with a name that is not UTF-8, or in the place of a folder. Please run git pull there.`,
    files,
  )

const numberOf = (files: readonly string[]) =>
  files.length === 1 ? 'A file' : `${files.length} files`

/** Checks the new files out into our folder and flushes the fetched objects. */
async function checkOut(
  access: RepositoryAccess,
  folder: string,
  files: readonly IntendedFile[],
): Promise<void> {
  const { io, paths, newObjects } = access
  await io.makeFolder(folder)
  const env = { ...newObjects.reading, GIT_INDEX_FILE: `${folder}-index` }
  const lines = files.flatMap(({ path, after }) =>
    after === null ? [] : [`${after.mode} ${after.id}\t${path}\0`],
  )
  const input = `${folder}-changes`
  await io.writeNew(input, Buffer.from(lines.join('')), 0o600)
  await shellSteps(access, [
    { args: ['update-index', '-z', '--index-info'], env, input },
    { args: ['checkout-index', '-q', '--all', `--prefix=${folder}/`], env },
  ])
  await flushFileSystem(paths.objects)
}
