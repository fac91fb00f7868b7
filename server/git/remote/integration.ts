/**
 * Plans how commits of the remote come into our branch: as a fast-forward or as a merge with two
 * parents, published like every write. A file that the author is changing here is never touched:
 * then nothing is planned, and the caller tries again later.
 */

import { cleanLine } from '#domain/texts/control-characters.ts'
import { forEachInTurn } from '../../workers/turns.ts'
import type { Base } from '../commit/chain.ts'
import type { IndexStore } from '../commit/index-store.ts'
import type { PlannedPublication, PublishedFile } from '../commit/publication.ts'
import { TreeFiles } from '../commit/tree-files.ts'
import { changeTree } from '../objects/change-tree.ts'
import { type CommitAuthor, commitObject } from '../objects/commit-object.ts'
import { GitFailure } from '../objects/git-process.ts'
import { blobId, type GitObject, gitObject } from '../objects/objects.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { diskPath } from '../objects/repository-paths.ts'
import { entryAt, isFile, type TreeEntry } from '../objects/tree.ts'
import { diffTrees } from '../objects/tree-diff.ts'
import { BY_HAND, RefusedTreeError } from '../objects/verify-path.ts'
import type { Integrated, MergeConflict, MergeRules } from '../repository.ts'
import type { Conversions } from '../worktree/conversion.ts'
import { mergeByPath } from './merge-by-path.ts'

/** New texts and images of one pull; they are in memory until they are on the disk. */
const PULL_BYTES_MAX = 512 * 1024 * 1024
/** Conflicts that the message of a merge names. */
export const CONFLICTS_NAMED_MAX = 50
/** How the message of a merge tells of conflicts: this, then a line for each. */
export const CONFLICTS_SENTENCE =
  'Both sides changed the same places. The text of the remote stands at:'
const OURS_IS = ': ours is '
const QUOTED = /^- ("(?:[^"\\]|\\.)*")(?:: ours is ("(?:[^"\\]|\\.)*"))?$/

type Planned = Integrated & { publication: PlannedPublication | null }

interface Deps extends RepositoryAccess {
  conversions: Conversions
  indexes: IndexStore
  author: CommitAuthor
}

/** No entry, or one of a plain file. */
const isPlain = (entry: TreeEntry | null) => entry === null || isFile(entry)

const nothing = (outcome: Integrated['outcome'], files: readonly string[] = []): Planned => ({
  outcome,
  files,
  conflicts: [],
  publication: null,
})

/** Plans integrations into the branch of one repository. */
export class Integration {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @param theirs a commit that was fetched. @throws RefusedTreeError, GitFailure */
  async plan(base: Base, theirs: string, rules: MergeRules): Promise<Planned> {
    if (base.commit === theirs) return nothing('current')
    const theirTree = await this.#deps.reader.treeOf(theirs)
    if (base.commit === null) return this.#forward(base, theirs, theirTree)
    const common = await this.#mergeBase(base.commit, theirs)
    if (common === null) return nothing('unrelated')
    if (common === theirs) return nothing('current')
    if (common === base.commit) return this.#forward(base, theirs, theirTree)
    const ours = { commit: base.commit, tree: base.tree }
    return this.#mergeTrees(ours, await this.#deps.reader.treeOf(common), {
      theirs,
      theirTree,
      rules,
    })
  }

  async #mergeBase(ours: string, theirs: string): Promise<string | null> {
    try {
      return await this.#deps.git.text(['merge-base', ours, theirs])
    } catch (error) {
      if (error instanceof GitFailure && error.exitCode === 1) return null
      throw error
    }
  }

  async #stagedFiles(commit: string | null): Promise<Set<string>> {
    if (commit === null) return new Set()
    const names = await this.#deps.git.run(['diff-index', '--cached', '--name-only', '-z', commit])
    return new Set(names.toString().split('\0').filter(Boolean))
  }

  /** Before any of it is read. @throws RefusedTreeError */
  async #refuseTooManyBytes(entries: Iterable<TreeEntry | null>): Promise<void> {
    let bytes = 0
    await forEachInTurn([...entries], async (entry) => {
      const info = entry && (await this.#deps.reader.info(entry.id))
      bytes += info?.size ?? 0
      if (bytes <= PULL_BYTES_MAX) return
      const most = `${PULL_BYTES_MAX / 1024 / 1024} MiB`
      throw new RefusedTreeError(`A pull changes files of more than ${most} in all. ${BY_HAND}`)
    })
  }

  /** The files to publish, or `nothing` with the paths that are in the way. */
  async #filesFor(
    base: Base,
    entries: ReadonlyMap<string, TreeEntry | null>,
    blobs: ReadonlyMap<string, Buffer>,
  ): Promise<PublishedFile[] | Planned> {
    await this.#refuseTooManyBytes(entries.values())
    const context = {
      files: new TreeFiles(this.#deps, base.tree),
      staged: await this.#stagedFiles(base.commit),
      blobs,
    }
    const files: PublishedFile[] = []
    const obstacles: Record<'waiting' | 'unsupported', string[]> = { waiting: [], unsupported: [] }
    const found = await forEachInTurn([...entries], async ([path, entry]) => ({
      path,
      file: await this.#fileFor(path, entry, context),
    }))
    for (const { path, file } of found) {
      if (typeof file === 'string') obstacles[file].push(path)
      else files.push(file)
    }
    const { waiting, unsupported } = obstacles
    if (unsupported.length > 0) return nothing('unsupported', unsupported)
    return waiting.length > 0 ? nothing('waiting', waiting) : files
  }

  /** One file to publish, or why it cannot be: the author is changing it, or it is no plain file. */
  async #fileFor(
    path: string,
    entry: TreeEntry | null,
    context: { files: TreeFiles; staged: Set<string>; blobs: ReadonlyMap<string, Buffer> },
  ): Promise<PublishedFile | 'waiting' | 'unsupported'> {
    const { reader, conversions } = this.#deps
    const { files, staged, blobs } = context
    const body = entry && (blobs.get(entry.id) ?? (await reader.read(entry.id))?.body ?? null)
    if (!isPlain(entry) || (entry !== null && body === null)) return 'unsupported'
    if ((await files.isOddPlace(path)) || (await files.foreignFolder(path)) !== null) {
      return 'unsupported'
    }
    const { before, blob, headEntry } = await files.at(path)
    if (!isPlain(headEntry)) return 'unsupported'
    const isLeftOut = before === null && (await files.isOutside(path))
    const isIncoming = (before && blobId(before)) === (entry?.id ?? null)
    const isCommitted = (blob && blobId(blob)) === (headEntry?.id ?? null)
    if (staged.has(path) || !(isLeftOut || isIncoming || isCommitted)) return 'waiting'
    const bytes = body && (await conversions.toWorkTree(path, body))
    const after = entry && bytes ? { entry, bytes } : null
    return { path, before, after, replaceable: [headEntry], isLeftOut }
  }

  async #forward(base: Base, theirs: string, theirTree: string | null): Promise<Planned> {
    const changes = await diffTrees(this.#deps.trees, base.tree, theirTree)
    const entries = new Map([...changes].map(([path, { after }]) => [path, after]))
    const files = await this.#filesFor(base, entries, new Map())
    if (!Array.isArray(files)) return files
    return {
      outcome: 'forwarded',
      files: [...entries.keys()],
      conflicts: [],
      publication: { base: base.commit, tip: theirs, baseTree: base.tree, objects: [], files },
    }
  }

  async #mergeTrees(
    base: Base & { commit: string },
    from: string | null,
    more: { theirs: string; theirTree: string | null; rules: MergeRules },
  ): Promise<Planned> {
    const { trees, reader, conversions, io, paths, author } = this.#deps
    const { theirs, theirTree, rules } = more
    const [own, their] = await Promise.all(
      [base.tree, theirTree].map((tree) => diffTrees(trees, from, tree)),
    )
    const { entries, blobs, conflicts } = await mergeByPath({
      ours: own ?? new Map(),
      theirs: their ?? new Map(),
      reader,
      conversions,
      rules,
      isTaken: async (path) =>
        (await entryAt(trees, base.tree, path)) !== null ||
        (await entryAt(trees, theirTree, path)) !== null ||
        (await io.kind(diskPath(paths, path))) !== null,
    })
    const files = await this.#filesFor(base, entries, blobs)
    if (!Array.isArray(files)) return files
    const changed = await changeTree(trees, base.tree, entries)
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
}

function describe(conflicts: readonly MergeConflict[]): string {
  if (conflicts.length === 0) return ''
  // A name with a line break in it would be read back as more than one conflict.
  const lines = conflicts
    .filter(({ file, copy }) => [file, copy ?? file].every((path) => path === cleanLine(path)))
    .slice(0, CONFLICTS_NAMED_MAX)
    .map(conflictLine)
  return [CONFLICTS_SENTENCE, ...lines].join('\n')
}

// Between quotes no name can look like the end of a name.
const conflictLine = ({ file, copy }: MergeConflict) =>
  `- ${JSON.stringify(file)}${copy === null ? '' : `${OURS_IS}${JSON.stringify(copy)}`}`

/** Reads such a line of the message of a merge; older versions wrote the names without quotes. */
export function conflictIn(line: string): { file: string; copy: string | null } {
  const [, file, copy] = QUOTED.exec(line) ?? []
  const names = file ? [file, copy].map(unquoted) : line.slice(2).split(OURS_IS)
  return { file: names[0] ?? '', copy: names[1] ?? null }
}

function unquoted(text: string | undefined): string | null {
  if (text === undefined) return null
  try {
    return String(JSON.parse(text))
  } catch {
    return ''
  }
}
