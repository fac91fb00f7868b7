/**
 * Turns the plans of waiting writers into a chain of commits in memory: each planner sees the work
 * tree with the plans before it applied, and gets exactly one commit. A file that was edited by hand
 * and not committed is committed as found first (promise 9). Nothing is written here.
 */
import { dirname, join } from 'node:path'
import { RepositoryError } from '../errors.ts'
import { type CommitAuthor, type CommitText, commitObject } from './commit-object.ts'
import type { Git } from './git-process.ts'
import type { Io } from './io.ts'
import type { ObjectReader } from './object-reader.ts'
import { blobId, type GitObject, gitObject } from './objects.ts'
import type { Places } from './places.ts'
import type { PublishedFile } from './publication.ts'
import type { FileVersion, WorkTree, WritePlan } from './repository.ts'
import { changeTree, entryAt, type TreeEntry } from './tree.ts'
import type { TreeCache } from './tree-cache.ts'

const FILE_MODES = new Set(['100644', '100755'])
/** More files than this are summed up in the subject of a hand edit's commit. */
const NAMED_FILES_MAX = 2

interface Parts {
  io: Io
  git: Git
  places: Places
  reader: ObjectReader
  trees: TreeCache
  author: CommitAuthor
}

export interface Base {
  /** Null before the first commit. */
  commit: string | null
  tree: string | null
}

export interface Chain {
  /** Plans one writer's commit. @returns its id, or null when nothing changes */
  add(plan: (tree: WorkTree) => Promise<WritePlan<unknown>>): Promise<{
    commit: string | null
    value: unknown
  }>
  /** What has to be published; null when no plan changed anything. */
  result(): { tip: string; objects: GitObject[]; files: PublishedFile[] } | null
}

/** What a chain knows of one path that it changes. */
interface PlannedFile {
  before: Buffer | null
  headEntry: TreeEntry | null
  /** The entry of the commit that kept a hand edit; undefined when there was none. */
  handEntry: TreeEntry | null | undefined
  after: { entry: TreeEntry; bytes: Buffer } | null
}

/** Refuses what could leave the content folder or reach into git's own; such a path is our bug. */
function checkPath(path: string): void {
  const names = path.split('/')
  const isBad = names.some(
    (name) => name === '' || name === '.' || name === '..' || name.toLowerCase() === '.git',
  )
  if (isBad || path.includes('\0'))
    throw new Error('a write was planned outside the content folder')
}

const isSame = (a: TreeEntry | null, b: TreeEntry | null) =>
  a === null || b === null ? a === b : a.id === b.id && a.mode === b.mode

/** A chain of commits on top of `base`. */
export function createChain(parts: Parts, base: Base): Chain {
  const { io, git, places, reader, trees, author } = parts
  const onDisk = new Map<string, Promise<Buffer | null>>()
  const planned = new Map<string, PlannedFile>()
  const newBlobs = new Map<string, Buffer>()
  const objects: GitObject[] = []
  let tip = base.commit
  let tree = base.tree

  const full = (path: string) => `${places.prefix}${path}`
  const place = (path: string) => join(places.top, places.prefix, path)

  function readDisk(path: string): Promise<Buffer | null> {
    const known = onDisk.get(path)
    if (known) return known
    const reading = io.read(place(path)).then((found) => found?.bytes ?? null)
    onDisk.set(path, reading)
    return reading
  }

  async function readNewest(path: string): Promise<Buffer | null> {
    const file = planned.get(path)
    return file ? (file.after?.bytes ?? null) : readDisk(path)
  }

  const view: WorkTree = {
    async read(path): Promise<FileVersion | null> {
      checkPath(path)
      const bytes = await readNewest(path)
      return bytes === null ? null : { bytes, revision: blobId(bytes) }
    },
    async readRevision(revision) {
      const pending = newBlobs.get(revision)
      if (pending || !/^[0-9a-f]{40}$/.test(revision)) return pending ?? null
      const found = await reader.read(revision)
      return found?.type === 'blob' ? found.body : null
    },
    async exists(path) {
      checkPath(path)
      const file = planned.get(path)
      return file ? file.after !== null : (await io.kind(place(path))) !== null
    },
  }

  /** What is committed of a path and found on the disk, before this chain. */
  async function lookUp(path: string): Promise<PlannedFile> {
    const before = await readDisk(path)
    if (before === null) await refuseOddPlace(path)
    const headEntry = await entryAt(trees.read, base.tree, full(path))
    return { before, headEntry, handEntry: undefined, after: null }
  }

  /** A link, folder or pipe at the path, or a folder above it that is none, is not ours to replace. */
  async function refuseOddPlace(path: string): Promise<void> {
    for (let at = path; at !== '.'; at = dirname(at)) {
      const kind = await io.kind(place(at))
      if (kind === null || (kind === 'folder' && at !== path)) continue
      throw new RepositoryError(
        'read_only',
        'Something that is not a plain file stands in the way in the content folder.',
      )
    }
  }

  /** The entry that a hand edit has to be committed with; undefined when there is none. */
  async function handEntryOf(path: string, file: PlannedFile, bytes: Buffer | null) {
    const { before, headEntry } = file
    if ((before && blobId(before)) === (headEntry?.id ?? null)) return undefined
    // The admin saves just what the hand edit made: the admin's own commit holds it.
    if (before === null ? bytes === null : bytes?.equals(before)) return undefined
    if (before === null) return null
    io.step('git hash-object')
    // Git applies its filters (line endings), so that the commit is what `git add` would have made.
    const id = await git.text(['hash-object', '-w', '--stdin', `--path=${full(path)}`], {
      input: before,
    })
    if (id === headEntry?.id) return undefined
    // Among our own objects it is flushed like them, whatever git's settings are.
    const blob = await reader.read(id)
    if (blob) objects.push(gitObject('blob', blob.body))
    return { mode: modeOf(headEntry), id }
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
        const file = known ?? (await lookUp(path))
        const handEntry = known ? undefined : await handEntryOf(path, file, bytes)
        if (handEntry !== undefined) byHand.set(full(path), handEntry)
        const committed =
          handEntry !== undefined ? handEntry : await entryAt(trees.read, tree, full(path))
        const blob = bytes && gitObject('blob', bytes)
        const entry = blob && { mode: modeOf(committed), id: blob.id }
        if (isSame(entry, committed)) continue
        own.set(full(path), entry)
        if (blob) blobs.push(blob)
        touched.set(path, {
          before: file.before,
          headEntry: file.headEntry,
          handEntry: handEntry === undefined ? file.handEntry : handEntry,
          after: entry && bytes ? { entry, bytes } : null,
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
      const files = [...planned].map(([path, { before, headEntry, handEntry, after }]) => ({
        path: full(path),
        before,
        after,
        replaceable: handEntry === undefined ? [headEntry] : [headEntry, handEntry],
      }))
      return { tip, objects, files }
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
    const names = [...changes.keys()].map((path) => path.slice(places.prefix.length))
    const isRemoval = [...changes.values()].every((entry) => entry === null)
    const what = names.length > NAMED_FILES_MAX ? `${names.length} files` : names.join(', ')
    return `${isRemoval ? 'Delete' : 'Edit'} by hand: ${what}`
  }
}
