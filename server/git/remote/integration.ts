/**
 * Plans how commits of the remote come into our branch: as a fast-forward or as a merge with two
 * parents, published like every write. A file that the author is changing here is never touched:
 * then nothing is planned, and the caller tries again later.
 */
import { cleanLine } from '#domain/texts/control-characters.ts'
import type { IndexStore } from '../commit/index-store.ts'
import type { Base } from '../commit/planning.ts'
import type { Publication, PublishedFile } from '../commit/publication.ts'
import { type CommitAuthor, commitObject } from '../objects/commit-object.ts'
import { type Git, GitFailure } from '../objects/git-process.ts'
import type { Io } from '../objects/io.ts'
import type { ObjectReader } from '../objects/object-reader.ts'
import { blobId, type GitObject, gitObject } from '../objects/objects.ts'
import { diskPath, isBehindLink, type RepositoryPaths } from '../objects/repository-paths.ts'
import { changeTree, entryAt, type TreeEntry } from '../objects/tree.ts'
import type { TreeCache } from '../objects/tree-cache.ts'
import { diffTrees } from '../objects/tree-diff.ts'
import { BY_HAND, RefusedTreeError } from '../objects/verify-path.ts'
import type { Integrated, MergeConflict, MergeRules } from '../repository.ts'
import type { Conversions } from '../worktree/conversion.ts'
import { foreignFolderOf } from '../worktree/foreign-folder.ts'
import { mergeByPath } from './merge-by-path.ts'

const FILE_MODES = new Set(['100644', '100755'])
/** New texts and images of one pull; they are in memory until they are on the disk. */
const PULL_BYTES_MAX = 512 * 1024 * 1024
const CONFLICTS_NAMED_MAX = 50
/** How the message of a merge tells of conflicts: this, then a line for each. */
export const CONFLICTS_SENTENCE =
  'Both sides changed the same paths. The text of the remote stands at:'
export const OURS_IS = ': ours is '

type Planned = Integrated & { publication: Omit<Publication, 'moves'> | null }

interface Parts {
  io: Io
  git: Git
  paths: RepositoryPaths
  conversions: Conversions
  indexes: IndexStore
  reader: ObjectReader
  trees: TreeCache
  author: CommitAuthor
}

const nothing = (outcome: Integrated['outcome'], files: readonly string[] = []): Planned => ({
  outcome,
  files,
  conflicts: [],
  publication: null,
})

/** Plans integrations into the branch of one repository. */
export function createIntegration(parts: Parts) {
  const { io, git, paths, conversions, indexes, reader, trees, author } = parts
  const place = (path: string) => diskPath(paths, path)

  async function mergeBase(ours: string, theirs: string): Promise<string | null> {
    try {
      return await git.text(['merge-base', ours, theirs])
    } catch (error) {
      if (error instanceof GitFailure && error.exitCode === 1) return null
      throw error
    }
  }

  async function treeOf(commit: string): Promise<string | null> {
    return (await reader.info(`${commit}^{tree}`))?.id ?? null
  }

  async function stagedFiles(commit: string | null): Promise<Set<string>> {
    if (commit === null) return new Set()
    const names = await git.run(['diff-index', '--cached', '--name-only', '-z', commit])
    return new Set(names.toString().split('\0').filter(Boolean))
  }

  /** Whether the bytes on the disk are what is committed, line endings as git's settings have it. */
  async function isAsCommitted(path: string, bytes: Buffer | null, entry: TreeEntry | null) {
    if (bytes === null || entry === null) return bytes === null && entry === null
    if (blobId(bytes) === entry.id) return true
    const head = await reader.read(entry.id)
    if (head && bytes.equals(await conversions.toWorkTree(path, head.body))) return true
    return blobId(await conversions.toGit(path, bytes, entry.id)) === entry.id
  }

  /** Before any of it is read. @throws RefusedTreeError */
  async function refuseTooManyBytes(entries: Iterable<TreeEntry | null>): Promise<void> {
    let bytes = 0
    for (const entry of entries) {
      bytes += entry === null ? 0 : ((await reader.info(entry.id))?.size ?? 0)
      if (bytes <= PULL_BYTES_MAX) continue
      const most = `${PULL_BYTES_MAX / 1024 / 1024} MiB`
      throw new RefusedTreeError(`A pull changes files of more than ${most} in all. ${BY_HAND}`)
    }
  }

  /** The files to publish, or the paths that stand in the way. */
  async function filesFor(
    base: Base,
    entries: ReadonlyMap<string, TreeEntry | null>,
    blobs: ReadonlyMap<string, Buffer>,
  ) {
    const files: PublishedFile[] = []
    const busy: string[] = []
    const odd: string[] = []
    await refuseTooManyBytes(entries.values())
    const staged = await stagedFiles(base.commit)
    const sparse = await indexes.sparseCheckout()
    for (const [path, entry] of entries) {
      const headEntry = await entryAt(trees.read, base.tree, path)
      const before = (await io.read(place(path)))?.bytes ?? null
      const isOdd =
        (before === null && (await io.kind(place(path))) !== null) ||
        (await isBehindLink(io, paths, path)) ||
        (await foreignFolderOf({ io, paths, trees }, base.tree, path)) !== null
      const isLeftOut = before === null && sparse.isOutside(path)
      const body = entry && (blobs.get(entry.id) ?? (await reader.read(entry.id))?.body ?? null)
      const isPlain = [entry, headEntry].every((e) => e === null || FILE_MODES.has(e.mode))
      if (isOdd || !isPlain || (entry !== null && body === null)) odd.push(path)
      else if (
        staged.has(path) ||
        !(
          isLeftOut ||
          (before && blobId(before)) === (entry?.id ?? null) ||
          (await isAsCommitted(path, before, headEntry))
        )
      ) {
        busy.push(path)
      } else {
        const bytes = body && (await conversions.toWorkTree(path, body))
        const after = entry && bytes ? { entry, bytes } : null
        files.push({ path, before, after, replaceable: [headEntry], isLeftOut })
      }
    }
    return { files, busy, odd }
  }

  async function forward(base: Base, theirs: string, theirTree: string | null): Promise<Planned> {
    const changes = await diffTrees(trees.read, base.tree, theirTree)
    const entries = new Map([...changes].map(([path, { after }]) => [path, after]))
    const { files, busy, odd } = await filesFor(base, entries, new Map())
    if (odd.length > 0) return nothing('unsupported', odd)
    if (busy.length > 0) return nothing('waiting', busy)
    return {
      outcome: 'forwarded',
      files: [...entries.keys()],
      conflicts: [],
      publication: { base: base.commit, tip: theirs, baseTree: base.tree, objects: [], files },
    }
  }

  async function mergeTrees(
    base: Base & { commit: string },
    from: string | null,
    more: { theirs: string; theirTree: string | null; rules: MergeRules },
  ): Promise<Planned> {
    const { theirs, theirTree, rules } = more
    const [own, their] = await Promise.all(
      [base.tree, theirTree].map((tree) => diffTrees(trees.read, from, tree)),
    )
    const { entries, blobs, conflicts } = await mergeByPath({
      ours: own ?? new Map(),
      theirs: their ?? new Map(),
      reader,
      conversions,
      rules,
      isTaken: async (path) =>
        (await entryAt(trees.read, base.tree, path)) !== null ||
        (await entryAt(trees.read, theirTree, path)) !== null ||
        (await io.kind(place(path))) !== null,
    })
    const { files, busy, odd } = await filesFor(base, entries, blobs)
    if (odd.length > 0) return nothing('unsupported', odd)
    if (busy.length > 0) return nothing('waiting', busy)
    const changed = await changeTree(trees.read, base.tree, entries)
    for (const { id, type, body } of changed.objects) if (type === 'tree') trees.remember(id, body)
    const commit = commitObject({
      tree: changed.id,
      parents: [base.commit, theirs],
      author,
      text: { subject: 'Merge changes from the remote', body: describe(conflicts) },
    })
    const objects: GitObject[] = [
      ...[...blobs.values()].map((bytes) => gitObject('blob', bytes)),
      ...changed.objects,
      commit,
    ]
    return {
      outcome: 'merged',
      files: [...entries.keys()],
      conflicts,
      publication: { base: base.commit, tip: commit.id, baseTree: base.tree, objects, files },
    }
  }

  return {
    /** @param theirs a commit that was fetched. @throws RefusedTreeError, GitFailure */
    async plan(base: Base, theirs: string, rules: MergeRules): Promise<Planned> {
      if (base.commit === theirs) return nothing('current')
      const theirTree = await treeOf(theirs)
      if (base.commit === null) return forward(base, theirs, theirTree)
      const common = await mergeBase(base.commit, theirs)
      if (common === null) return nothing('unrelated')
      if (common === theirs) return nothing('current')
      if (common === base.commit) return forward(base, theirs, theirTree)
      const ours = { commit: base.commit, tree: base.tree }
      return mergeTrees(ours, await treeOf(common), { theirs, theirTree, rules })
    },
  }
}

function describe(conflicts: readonly MergeConflict[]): string {
  if (conflicts.length === 0) return ''
  // A name with a line break in it would be read back as more than one conflict.
  const lines = conflicts
    .filter(({ file, copy }) => [file, copy ?? file].every((path) => path === cleanLine(path)))
    .slice(0, CONFLICTS_NAMED_MAX)
    .map(({ file, copy }) => `- ${file}${copy === null ? '' : `${OURS_IS}${copy}`}`)
  return [CONFLICTS_SENTENCE, ...lines].join('\n')
}
