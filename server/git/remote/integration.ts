/**
 * Plans how commits of the remote come into our branch: as a fast-forward or as a merge made by
 * `git merge-tree`, published like every save. A file that the author is changing here is never
 * touched: then nothing is planned, and the caller tries again later.
 */
import { forEachInTurn } from '../../workers/turns.ts'
import type { NewCommit } from '../commit/import-commits.ts'
import type { IntendedFile } from '../commit/intent.ts'
import type { Planned } from '../commit/saves.ts'
import { WorkTreeFiles } from '../commit/work-tree-files.ts'
import { GitFailure } from '../objects/git-process.ts'
import { flushFileSystem } from '../objects/io.ts'
import { blobId } from '../objects/object-id.ts'
import { gitStep, type RepositoryAccess } from '../objects/repository-access.ts'
import { diskPath } from '../objects/repository-paths.ts'
import { EMPTY_TREE, isFile, type TreeEntry } from '../objects/tree.ts'
import { BY_HAND, RefusedTreeError } from '../objects/verify-path.ts'
import type { CommitId, Integrated, MergeConflict, MergeRules } from '../repository.ts'
import { checkedOut, writeBlob } from '../worktree/conversion.ts'
import { conflictsText } from './conflict-lines.ts'

/** New texts and images of one pull. */
const PULL_BYTES_MAX = 512 * 1024 * 1024
const FILE_BYTES_MAX = 64 * 1024 * 1024
const MERGE_MS_MAX = 60_000
/** One record of `diff-tree --raw -z`: the new side, and the path. */
const RAW = /:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) (\w)\0([^\0]*)\0/g
/** One conflicted version in the answer of `merge-tree -z`. */
const STAGE = /^(\d+) ([0-9a-f]+) ([123])\t(.*)$/s
/** The same whatever the author has set: a file follows a rename, and no folder does. */
const SETTINGS = ['merge.directoryRenames=false', 'merge.renames=true', 'diff.renames=true']

type Entries = Map<string, TreeEntry | null>

/** A merge with what the rules made of its conflicts. */
interface Merged {
  tree: string
  resolved: Entries
  conflicts: MergeConflict[]
}

/** The base, ours and the remote's version of a conflicted path. */
type Stages = Partial<Record<1 | 2 | 3, TreeEntry>>

/** No entry, or one of a plain file. */
const isPlain = (entry: TreeEntry | null) => entry === null || isFile(entry)

function nothing(
  outcome: Integrated['outcome'],
  files: readonly string[] = [],
): Planned<Integrated> {
  return { publication: null, answer: () => ({ outcome, files, conflicts: [] }) }
}

/** @param theirs a commit that was fetched; base and staged as of `Plan` @throws RefusedTreeError, GitFailure */
export async function planIntegration(
  access: RepositoryAccess,
  { theirs, rules }: { theirs: CommitId; rules: MergeRules },
  { base, staged }: { base: CommitId | null; staged: string },
): Promise<Planned<Integrated>> {
  const common = base && (await mergeBase(access, base, theirs))
  if (common === theirs) return nothing('current')
  if (base !== null && common === null) return nothing('unrelated')
  if (base === null || common === base) {
    const changes = await changesTo(access, base, theirs)
    return publishing(access, { base, staged, changes, commits: theirs, conflicts: [] })
  }
  const merged = await merge(access, { base, theirs, rules })
  const changes = await changesTo(access, base, merged.tree)
  for (const [path, entry] of merged.resolved) changes.set(path, entry)
  const commit: NewCommit = {
    text: {
      subject: 'Merge changes from the remote',
      body: conflictsText(merged.conflicts),
    },
    merge: { parent: theirs, tree: merged.tree },
    changes: [...merged.resolved].map(([path, after]) => ({ path, before: null, after })),
  }
  const { conflicts } = merged
  return publishing(access, { base, staged, changes, commits: [commit], conflicts })
}

async function mergeBase(
  { git }: RepositoryAccess,
  ours: string,
  theirs: string,
): Promise<string | null> {
  try {
    return await git.text(['merge-base', ours, theirs])
  } catch (error) {
    if (error instanceof GitFailure && error.exitCode === 1) return null
    throw error
  }
}

/** What a commit or tree has other than the base, by path from the top of the work tree. */
async function changesTo(
  { git }: RepositoryAccess,
  base: CommitId | null,
  tree: string,
): Promise<Entries> {
  const args = ['diff-tree', '-r', '--raw', '-z', '--no-abbrev', '--no-renames']
  const listed = await git.run([...args, base ?? EMPTY_TREE, tree], { timeLimitMs: MERGE_MS_MAX })
  const changes: Entries = new Map()
  for (const [, mode = '', id = '', status, path = ''] of listed.toString().matchAll(RAW)) {
    changes.set(path, status === 'D' ? null : { mode, id })
  }
  return changes
}

/** Merges both sides; what git cannot is merged by the rules. */
async function merge(
  access: RepositoryAccess,
  sides: { base: CommitId; theirs: CommitId; rules: MergeRules },
): Promise<Merged> {
  const settings = SETTINGS.flatMap((setting) => ['-c', setting])
  const args = [...settings, 'merge-tree', '--write-tree', '-z', '--no-messages']
  const options = { timeLimitMs: MERGE_MS_MAX, exitCodes: [0, 1] }
  access.io.step('git merge-tree')
  const answer = await access.git.run([...args, sides.base, sides.theirs], options)
  const [tree = '', ...listed] = answer.toString().split('\0')
  const conflicted = new Map<string, Stages>()
  for (const line of listed) {
    const [, mode = '', id = '', stage, path = ''] = STAGE.exec(line) ?? []
    if (stage === undefined) continue
    conflicted.set(path, { ...conflicted.get(path), [stage]: { mode, id } })
  }
  const merged: Merged = { tree, resolved: new Map(), conflicts: [] }
  // An edit beats a delete: then git has put the edited file at its path.
  for (const [path, stages] of conflicted) {
    if (stages[2] && stages[3]) {
      await mergeFile(access, merged, { ...sides, path, stages, ours: stages[2], their: stages[3] })
    }
  }
  return merged
}

async function mergeFile(
  access: RepositoryAccess,
  { resolved, conflicts }: Merged,
  conflict: {
    base: CommitId
    theirs: CommitId
    rules: MergeRules
    path: string
    stages: Stages
    ours: TreeEntry
    their: TreeEntry
  },
): Promise<void> {
  const { path, stages, ours, their, rules } = conflict
  if (!isFile(ours) || !isFile(their)) {
    // Links and submodules: the remote's, ours is in the history.
    resolved.set(path, their)
    conflicts.push({ file: path, copy: null })
    return
  }
  const textOf = (entry: TreeEntry) => checkedOut(access, path, entry.id)
  const [base, mine, other] = await Promise.all([
    stages[1] && isFile(stages[1]) ? textOf(stages[1]) : null,
    textOf(ours),
    textOf(their),
  ])
  const sides = { path, base, ours: mine, theirs: other }
  const bytes = await rules.merge(sides)
  // One side may have changed the mode alone.
  const mode = ours.mode === stages[1]?.mode ? their.mode : ours.mode
  if (bytes !== null) {
    const id = await writeBlob(access, path, bytes, ours.id)
    resolved.set(path, { mode, id })
    return
  }
  resolved.set(path, { mode, id: their.id })
  const copy = rules.copy(sides, ours.id)
  if (copy?.bytes && !(await isTaken(access, copy.path, [conflict.base, conflict.theirs]))) {
    const id = await writeBlob(access, copy.path, copy.bytes, null)
    resolved.set(copy.path, { mode: '100644', id })
  }
  conflicts.push({ file: path, copy: copy?.path ?? null })
}

/** Whether anything stands at a path in one of the commits or on the disk. */
async function isTaken(
  { io, paths, reader }: RepositoryAccess,
  path: string,
  commits: readonly CommitId[],
): Promise<boolean> {
  for (const commit of commits) if ((await reader.entry(commit, path)) !== null) return true
  return (await io.kind(diskPath(paths, path))) !== null
}

/** What has to be published, or the paths that are in the way. */
async function publishing(
  access: RepositoryAccess,
  made: {
    base: CommitId | null
    staged: string
    changes: Entries
    commits: readonly NewCommit[] | CommitId
    conflicts: readonly MergeConflict[]
  },
): Promise<Planned<Integrated>> {
  const { base, staged, changes, commits, conflicts } = made
  const edited = await stagedByAuthor(access, base)
  const look = new WorkTreeFiles(access, base)
  let bytes = 0
  const looked = await forEachInTurn([...changes], async ([path, entry]) => {
    const info = entry && isFile(entry) ? await access.reader.info(entry.id) : null
    bytes += info?.size ?? 0
    if (bytes > PULL_BYTES_MAX) throw tooManyBytes()
    const isKnown = !isFile(entry) || (info !== null && info.size <= FILE_BYTES_MAX)
    const file = isKnown
      ? await lookAt(look, path, { entry, isStaged: edited.has(path) })
      : 'unsupported'
    return { path, file }
  })
  const named = (file: string) =>
    looked.filter((found) => found.file === file).map(({ path }) => path)
  for (const outcome of ['unsupported', 'waiting'] as const) {
    const inTheWay = named(outcome)
    if (inTheWay.length > 0) return nothing(outcome, inTheWay)
  }
  const files = looked.flatMap(({ file }) => (typeof file === 'string' ? [] : [file]))
  const outcome = typeof commits === 'string' ? 'forwarded' : 'merged'
  await checkOut(access, staged, files)
  return {
    publication: { base, commits, files, staged },
    answer: () => ({ outcome, files: [...changes.keys()], conflicts }),
  }
}

async function stagedByAuthor(
  { git }: RepositoryAccess,
  base: CommitId | null,
): Promise<ReadonlySet<string>> {
  if (base === null) return new Set()
  const names = await git.run(['diff-index', '--cached', '--name-only', '-z', base])
  return new Set(names.toString().split('\0').filter(Boolean))
}

/** Has git check the new files out into a folder of ours; all that was fetched is flushed. */
async function checkOut(
  access: RepositoryAccess,
  folder: string,
  files: readonly IntendedFile[],
): Promise<void> {
  const { io, paths } = access
  const index = `${folder}-index`
  await io.removeAll(index)
  const env = { GIT_INDEX_FILE: index }
  const lines = files.flatMap(({ path, after }) =>
    after === null ? [] : [`${after.mode} ${after.id}\t${path}\0`],
  )
  await gitStep(access, ['update-index', '-z', '--index-info'], { env, input: lines.join('') })
  await gitStep(access, ['checkout-index', '-q', '--all', `--prefix=${folder}/`], { env })
  await io.removeAll(index)
  await flushFileSystem(paths.objects)
}

/** One file to publish, or why it cannot be: the author is changing it, or it is no plain file. */
async function lookAt(
  look: WorkTreeFiles,
  path: string,
  { entry, isStaged }: { entry: TreeEntry | null; isStaged: boolean },
): Promise<IntendedFile | 'waiting' | 'unsupported'> {
  if (!isPlain(entry) || (await look.isOddPlace(path))) return 'unsupported'
  if ((await look.foreignFolder(path)) !== null) return 'unsupported'
  const { bytes, blob, head } = await look.at(path)
  if (!isPlain(head)) return 'unsupported'
  const isFree = blob === (entry?.id ?? null) || blob === (head?.id ?? null)
  if (isStaged || !isFree) return 'waiting'
  return { path, before: bytes && blobId(bytes), after: entry, replaceable: [head] }
}

function tooManyBytes(): RefusedTreeError {
  const most = `${PULL_BYTES_MAX / 1024 / 1024} MiB`
  return new RefusedTreeError(`A pull changes files of more than ${most} in all. ${BY_HAND}`)
}
