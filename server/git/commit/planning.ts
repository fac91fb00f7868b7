/**
 * Turns the plans of waiting writers into a chain of commits in memory: each planner sees the work
 * tree with the plans before it applied, and gets exactly one commit. A file that was edited by hand
 * and not committed is committed as found first. Nothing is written here.
 */
import { RepositoryError } from '../../errors.ts'
import { type CommitAuthor, type CommitText, commitObject } from '../objects/commit-object.ts'
import type { Io } from '../objects/io.ts'
import type { ObjectReader } from '../objects/object-reader.ts'
import { blobId, type GitObject, gitObject } from '../objects/objects.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import { changeTree, entryAt, type TreeEntry } from '../objects/tree.ts'
import type { TreeCache } from '../objects/tree-cache.ts'
import { isSafePath } from '../objects/verify-path.ts'
import type { TreeFile, WorkTree, WritePlan } from '../repository.ts'
import type { Conversions } from '../worktree/conversion.ts'
import type { IndexStore } from './index-store.ts'
import type { PublishedFile } from './publication.ts'
import { createTreeFiles, type FoundFile } from './tree-files.ts'

const FILE_MODES = new Set(['100644', '100755'])
/** More files than this are summed up in the subject of a hand edit's commit. */
const NAMED_FILES_MAX = 2

interface Parts {
  io: Io
  paths: RepositoryPaths
  conversions: Conversions
  indexes: IndexStore
  reader: ObjectReader
  trees: TreeCache
  author: CommitAuthor
}

export interface Base {
  /** Null before the first commit. */
  commit: string | null
  tree: string | null
}

interface Chain {
  /** Plans one writer's commit. @returns its id, or null when nothing changes */
  add(plan: (tree: WorkTree) => Promise<WritePlan<unknown>>): Promise<{
    commit: string | null
    value: unknown
  }>
  /** What has to be published; null when no plan changed anything. */
  result(): { tip: string; objects: GitObject[]; files: PublishedFile[] } | null
}

/** What a chain knows of one path that it changes. */
interface PlannedFile extends FoundFile {
  /** The entry of the commit that kept a hand edit; undefined when there was none. */
  handEntry: TreeEntry | null | undefined
  after: { entry: TreeEntry; bytes: Buffer } | null
}

/** A history may name what no save of ours could: an undo of that is refused like other paths. */
function checkPath(path: string): void {
  if (isSafePath(path)) return
  throw new RepositoryError('read_only', 'A file has a name that git refuses, so nothing is saved.')
}

const isSame = (a: TreeEntry | null, b: TreeEntry | null) =>
  a === null || b === null ? a === b : a.id === b.id && a.mode === b.mode

const treeFile = (bytes: Buffer, committed: string): TreeFile => ({
  bytes,
  revision: blobId(bytes),
  committed,
})

/** A chain of commits on top of `base`. */
export function createChain(parts: Parts, base: Base): Chain {
  const { paths, conversions, reader, trees, author } = parts
  const files = createTreeFiles(parts, base.tree)
  const planned = new Map<string, PlannedFile>()
  const newBlobs = new Map<string, Buffer>()
  const objects: GitObject[] = []
  let tip = base.commit
  let tree = base.tree

  const full = (path: string) => `${paths.prefix}${path}`

  const view: WorkTree = {
    async read(path): Promise<TreeFile | null> {
      checkPath(path)
      const file = planned.get(path)
      if (file) return file.after && treeFile(file.after.bytes, file.after.entry.id)
      const { before, blob } = await files.at(path)
      return before && blob && treeFile(before, blobId(blob))
    },
    async readRevision(revision, path) {
      if (!/^[0-9a-f]{40}$/.test(revision)) return null
      const pending = newBlobs.get(revision)
      if (pending) return conversions.toWorkTree(full(path), pending)
      const stored = await reader.read(revision)
      if (stored === null) return conversions.findVersion(full(path), revision)
      return stored.type === 'blob' ? conversions.toWorkTree(full(path), stored.body) : null
    },
    async exists(path) {
      checkPath(path)
      const file = planned.get(path)
      return file ? file.after !== null : files.exists(path)
    },
    leftOut: files.leftOut,
  }

  /** The entry that a hand edit has to be committed with; undefined when there is none. */
  function handEntryOf(file: PlannedFile, bytes: Buffer | null): TreeEntry | null | undefined {
    const { before, blob, headEntry } = file
    if ((blob && blobId(blob)) === (headEntry?.id ?? null)) return undefined
    // The admin saves just what the hand edit made: the admin's own commit holds it.
    if (before === null ? bytes === null : bytes?.equals(before)) return undefined
    if (blob === null) return null
    const object = gitObject('blob', blob)
    objects.push(object)
    return { mode: modeOf(headEntry), id: object.id }
  }

  /** What is committed for new bytes of a file. */
  async function blobOf(
    path: string,
    bytes: Buffer,
    { file, committed }: { file: PlannedFile; committed: TreeEntry | null },
  ): Promise<Buffer> {
    if (file.blob !== null && file.before?.equals(bytes)) return file.blob
    return conversions.toGit(full(path), bytes, committed?.id ?? null)
  }

  const modeOf = (entry: TreeEntry | null) =>
    entry && FILE_MODES.has(entry.mode) ? entry.mode : '100644'

  async function commit(changes: ReadonlyMap<string, TreeEntry | null>, text: CommitText) {
    const changed = await changeTree(trees.read, tree, changes)
    const object = commitObject({
      tree: changed.id,
      parents: tip === null ? [] : [tip],
      author,
      text,
    })
    return { tree: changed.id, objects: [...changed.objects, object], id: object.id }
  }

  return {
    async add(plan) {
      const { changes, subject, body, value } = await plan(view)
      const own = new Map<string, TreeEntry | null>()
      const byHand = new Map<string, TreeEntry | null>()
      const touched = new Map<string, PlannedFile>()
      const blobs: GitObject[] = []
      for (const { path, bytes } of new Map(
        changes.map((change) => [change.path, change]),
      ).values()) {
        checkPath(path)
        const known = planned.get(path)
        if (!known) await files.checkPlace(path)
        const file = known ?? { ...(await files.at(path)), handEntry: undefined, after: null }
        const handEntry = known ? undefined : handEntryOf(file, bytes)
        if (handEntry !== undefined) byHand.set(full(path), handEntry)
        const committed =
          handEntry !== undefined ? handEntry : await entryAt(trees.read, tree, full(path))
        const blob = bytes && gitObject('blob', await blobOf(path, bytes, { file, committed }))
        const entry = blob && { mode: modeOf(committed), id: blob.id }
        if (isSame(entry, committed)) continue
        own.set(full(path), entry)
        if (blob) blobs.push(blob)
        const written = blob && (await conversions.toWorkTree(full(path), blob.body))
        touched.set(path, {
          ...file,
          handEntry: handEntry === undefined ? file.handEntry : handEntry,
          after: entry && written ? { entry, bytes: written } : null,
        })
      }
      if (own.size === 0) return { commit: null, value }
      if (byHand.size > 0) take(await commit(byHand, { subject: handSubject(byHand) }))
      const made = await commit(own, body === undefined ? { subject } : { subject, body })
      take({ ...made, objects: [...blobs, ...made.objects] })
      for (const [path, file] of touched) planned.set(path, file)
      for (const { id, body: bytes } of blobs) newBlobs.set(id, bytes)
      return { commit: made.id, value }
    },

    result() {
      if (tip === null || tip === base.commit) return null
      const changed = [...planned].map(([path, { before, headEntry, handEntry, after }]) => ({
        path: full(path),
        before,
        after,
        replaceable: handEntry === undefined ? [headEntry] : [headEntry, handEntry],
        isLeftOut: false,
      }))
      return { tip, objects, files: changed }
    },
  }

  function take(made: { tree: string; id: string; objects: GitObject[] }): void {
    for (const object of made.objects) {
      if (object.type === 'tree') trees.remember(object.id, object.body)
    }
    objects.push(...made.objects)
    tree = made.tree
    tip = made.id
  }

  function handSubject(changes: ReadonlyMap<string, TreeEntry | null>): string {
    const names = [...changes.keys()].map((path) => path.slice(paths.prefix.length))
    const isRemoval = [...changes.values()].every((entry) => entry === null)
    const what = names.length > NAMED_FILES_MAX ? `${names.length} files` : names.join(', ')
    return `${isRemoval ? 'Delete' : 'Edit'} by hand: ${what}`
  }
}
