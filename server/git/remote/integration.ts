/**
 * Plans the integration of fetched commits: a fast-forward or a merge (`merge-sides.ts`),
 * published like a save. A file with uncommitted edits is never touched: then planning fails, and
 * the caller retries later.
 */
import { join } from 'node:path'
import { mapConcurrently, Turns } from '../../workers/turns.ts'
import type { Staged } from '../commit/author-index.ts'
import { makeCommit, makeTree } from '../commit/commit-maker.ts'
import type { IntendedFile } from '../commit/intent.ts'
import type { Plan, PlanContext, PlannedSave } from '../commit/plan-save.ts'
import { refusalOf, WorkTreeFiles } from '../commit/work-tree-files.ts'
import { type Git, GitFailure } from '../objects/git-process.ts'
import { shellSteps } from '../objects/git-shell.ts'
import { flushFileSystem, sizeOf } from '../objects/io.ts'
import { blobId } from '../objects/object-id.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { diskPath } from '../objects/repository-paths.ts'
import { diffTrees, type EntryChange, isFile } from '../objects/tree.ts'
import { RefusedTreeError, TREE_ENTRIES_MAX, verifyPath } from '../objects/verify-path.ts'
import type { CommitId, Integrated, MergeConflict, MergeRules } from '../types.ts'
import { LocalObstacle, numberOf, unsupportedFiles } from './exchange-failures.ts'
import { mergeSides } from './merge-sides.ts'

/** Total size of the changed files of one pull. */
const PULL_BYTES_MAX = 512 * 1024 * 1024
const FILE_BYTES_MAX = 64 * 1024 * 1024
/** The names of a tree's entries. */
const LISTING_BYTES_MAX = 64 * 1024 * 1024
const LISTING_MS_MAX = 60_000
/** Folders inside each other. */
const TREE_DEPTH_MAX = 100

const TOO_MANY = `A commit has more than ${TREE_ENTRIES_MAX.toLocaleString('en-US')} files and folders, so it is not brought in.`
const TOO_DEEP = `A commit has more than ${TREE_DEPTH_MAX} folders deep inside each other, so it is not brought in.`
const UNRELATED = 'The remote holds another history than this repository. Start from a clone of it.'
const TOO_MANY_BYTES =
  'A pull changes files of more than 512 MiB in all. Please run git pull on the server.'

type Changes = ReadonlyMap<string, EntryChange>

type PlannedIntegration = ReturnType<Plan<Integrated>>

/**
 * Checks the tree of a fetched commit before any use. The listing ends at a limit: a tree that
 * contains a tree ten times, ten levels deep, is ten objects and ten billion paths.
 * @throws RefusedTreeError
 */
export async function checkIncoming(git: Git, commit: string): Promise<void> {
  const args = ['ls-tree', '-r', '-t', '-z', '--full-tree', '--name-only', commit]
  const limits = { outputBytesMax: LISTING_BYTES_MAX, timeLimitMs: LISTING_MS_MAX }
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
  const merged = await mergeSides(access, sides, rules)
  const from = { base: merged.tree, index: null }
  const { tree } = await makeTree(access, from, join(tmpDir, 'merged'), merged.files)
  const changes = await diffTrees(access, base, tree)
  const text = { subject: 'Merge changes from the remote' }
  const { commit } = await makeCommit(access, tree, [base, theirs], text)
  return preparePull(access, changes, { base, folder, tip: commit, staged }, merged.conflicts)
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
