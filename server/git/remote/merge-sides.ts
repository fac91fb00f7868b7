/** Merges our branch and the remote's by `git merge-tree`, and conflicted files by the rules. */
import type { NewFile } from '../commit/commit-maker.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { diffTrees, type EntryChange, isFile, type TreeEntry } from '../objects/tree.ts'
import type { CommitId, MergeConflict, MergeRules } from '../types.ts'
import { checkedOut } from '../worktree/conversion.ts'
import { unsupportedFiles } from './exchange-failures.ts'

const MERGE_MS_MAX = 60_000
/** One conflicted version in the answer of `merge-tree -z`. */
const STAGE = /^(\d+) ([0-9a-f]+) ([123])\t(.*)$/s
/** Independent of the author's settings: follow renames of files, not of folders. */
const SETTINGS = ['merge.directoryRenames=false', 'merge.renames=true', 'diff.renames=true']

type Changes = ReadonlyMap<string, EntryChange>

/** The base, ours and the remote's version of a conflicted path. */
type Stages = Partial<Record<1 | 2 | 3, TreeEntry>>

/** Merges both sides by git, and conflicted files by the rules: `files` are to replace git's. */
export async function mergeSides(
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
