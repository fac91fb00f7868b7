/**
 * Turns the plans of waiting writers into a chain of commits in memory: each planner sees the work
 * tree with the plans before it applied, and gets exactly one commit. A file that was edited by hand
 * and not committed is committed as found first. Nothing is written here.
 */

import { cleanLines } from '#domain/texts/control-characters.ts'
import { RepositoryError } from '../../errors.ts'
import { Turns } from '../../workers/turns.ts'
import { changeTree } from '../objects/change-tree.ts'
import {
  type CommitAuthor,
  type CommitText,
  commitObject,
  parseCommitTime,
} from '../objects/commit-object.ts'
import { blobId, type GitObject, gitObject, isId } from '../objects/objects.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { entryAt, isFile, isSameEntry, type TreeEntry } from '../objects/tree.ts'
import { isSafePath } from '../objects/verify-path.ts'
import type {
  FileChange,
  LineChange,
  LineCommit,
  Planner,
  TreeFile,
  WorkTree,
  WriteResult,
} from '../repository.ts'
import type { Conversions } from '../worktree/conversion.ts'
import type { IndexStore } from './index-store.ts'
import type { PlannedPublication } from './publication.ts'
import { type FoundFile, TreeFiles } from './tree-files.ts'

/** More files than this are summed up in the subject of a hand edit's commit. */
const NAMED_FILES_MAX = 2

interface Deps extends RepositoryAccess {
  conversions: Conversions
  indexes: IndexStore
  author: CommitAuthor
}

export interface Base {
  /** Null before the first commit. */
  commit: string | null
  tree: string | null
}

/** What a chain knows of one path that it changes. */
interface PlannedFile extends FoundFile {
  /** The entry of the commit that kept a hand edit; undefined when there was none. */
  handEntry: TreeEntry | null | undefined
  after: { entry: TreeEntry; bytes: Buffer } | null
}

/** What one plan adds to the chain; paths are those from the top of the work tree. */
interface Step {
  own: Map<string, TreeEntry | null>
  /** Edits by hand, which become a commit of their own first. */
  byHand: Map<string, TreeEntry | null>
  files: Map<string, PlannedFile>
  blobs: GitObject[]
}

/** A history may name what no save of ours could: an undo of that is refused like other places. */
function checkPath(path: string): void {
  if (isSafePath(path)) return
  throw new RepositoryError('read_only', 'A file has a name that git refuses, so nothing is saved.')
}

/** A file keeps its mode; a new one, or one that was a link, becomes a plain file. */
const modeOf = (entry: TreeEntry | null) => (isFile(entry) ? entry.mode : '100644')

const treeFile = (bytes: Buffer, committed: string): TreeFile => ({
  bytes,
  revision: blobId(bytes),
  committed,
})

/** A chain of commits on top of `base`. */
export class Chain {
  readonly #deps: Deps
  readonly #files: TreeFiles
  readonly #planned = new Map<string, PlannedFile>()
  readonly #newBlobs = new Map<string, Buffer>()
  readonly #objects: GitObject[] = []
  readonly #turns = new Turns()
  #tip: string | null
  #tree: string | null
  readonly #base: Base

  constructor(deps: Deps, base: Base) {
    this.#deps = deps
    this.#base = base
    this.#files = new TreeFiles(deps, base.tree)
    this.#tip = base.commit
    this.#tree = base.tree
  }

  /** The work tree with the plans so far applied. */
  view(): WorkTree {
    return {
      read: (path) => this.#read(path),
      readRevision: (revision, path) => this.#readRevision(revision, path),
      exists: (path) => this.#exists(path),
      leftOut: () => this.#leftOut(),
      planned: () => this.#plannedChanges(),
    }
  }

  async #read(path: string): Promise<TreeFile | null> {
    // A planner may read thousands of files, one after the other.
    await this.#turns.pause()
    checkPath(path)
    const file = this.#planned.get(this.#full(path))
    if (file) return file.after && treeFile(file.after.bytes, file.after.entry.id)
    const { before, blob } = await this.#files.at(this.#full(path))
    return before && blob && treeFile(before, blobId(blob))
  }

  async #readRevision(revision: string, path: string): Promise<Buffer | null> {
    if (!isId(revision)) return null
    const { conversions, reader } = this.#deps
    const pending = this.#newBlobs.get(revision)
    if (pending) return conversions.toWorkTree(this.#full(path), pending)
    const stored = await reader.read(revision)
    if (stored === null) return conversions.findVersion(this.#full(path), revision)
    return stored.type === 'blob' ? conversions.toWorkTree(this.#full(path), stored.body) : null
  }

  /** Of the content folder. */
  async #leftOut(): Promise<string[]> {
    const { prefix } = this.#deps.paths
    const inside = (await this.#files.leftOut()).filter((path) => path.startsWith(prefix))
    return inside.map((path) => path.slice(prefix.length))
  }

  /** Paths are those of the content folder, where every write of ours is. */
  #plannedChanges(): FileChange[] {
    const { prefix } = this.#deps.paths
    return [...this.#planned].map(([path, { after }]) => ({
      path: path.slice(prefix.length),
      bytes: after?.bytes ?? null,
    }))
  }

  async #exists(path: string): Promise<boolean> {
    await this.#turns.pause()
    checkPath(path)
    const file = this.#planned.get(this.#full(path))
    return file ? file.after !== null : this.#files.exists(this.#full(path))
  }

  /** Plans one writer's commit; without an id when nothing changes. */
  async add(plan: Planner<unknown>): Promise<WriteResult<unknown>> {
    const { changes, subject, body, value } = await plan(this.view())
    const step: Step = { own: new Map(), byHand: new Map(), files: new Map(), blobs: [] }
    const lastOfEach = new Map(changes.map((change) => [change.path, change]))
    for (const { path, bytes } of lastOfEach.values()) {
      await this.#turns.pause()
      checkPath(path)
      await this.#addFile(step, this.#full(path), bytes)
    }
    const { own, byHand, files, blobs } = step
    if (own.size === 0) return { commit: null, value }
    const lineCommits: LineCommit[] = []
    if (byHand.size > 0) {
      const kept = await this.#commit(byHand, this.#handText(byHand))
      lineCommits.push(kept.lineCommit)
      this.#take(kept)
    }
    const made = await this.#commit(own, body === undefined ? { subject } : { subject, body })
    lineCommits.push(made.lineCommit)
    this.#take({ ...made, objects: blobs.concat(made.objects) })
    for (const [path, file] of files) this.#planned.set(path, file)
    for (const { id, body: bytes } of blobs) this.#newBlobs.set(id, bytes)
    return { commit: made.id, made: lineCommits, value }
  }

  /** What has to be published; null when no plan changed anything. */
  result(): PlannedPublication | null {
    const { commit, tree } = this.#base
    if (this.#tip === null || this.#tip === commit) return null
    const files = [...this.#planned].map(([path, { before, headEntry, handEntry, after }]) => ({
      path,
      before,
      after,
      replaceable: handEntry === undefined ? [headEntry] : [headEntry, handEntry],
      isLeftOut: false,
    }))
    return { base: commit, baseTree: tree, tip: this.#tip, objects: this.#objects, files }
  }

  #full(path: string): string {
    return `${this.#deps.paths.prefix}${path}`
  }

  /** Adds a change of one file to a step; nothing when git would commit what it has. */
  async #addFile(step: Step, path: string, bytes: Buffer | null): Promise<void> {
    const { trees, conversions } = this.#deps
    const known = this.#planned.get(path)
    if (!known) await this.#files.checkPlace(path)
    const file = known ?? { ...(await this.#files.at(path)), handEntry: undefined, after: null }
    const handEntry = known ? undefined : this.#handEntryOf(file, bytes)
    if (handEntry !== undefined) step.byHand.set(path, handEntry)
    const committed = handEntry === undefined ? await entryAt(trees, this.#tree, path) : handEntry
    const blob = bytes && gitObject('blob', await this.#blobOf(path, bytes, { file, committed }))
    const entry = blob && { mode: modeOf(committed), id: blob.id }
    if (isSameEntry(entry, committed)) return
    step.own.set(path, entry)
    if (blob) step.blobs.push(blob)
    const written = blob && (await conversions.toWorkTree(path, blob.body))
    step.files.set(path, {
      ...file,
      handEntry: handEntry === undefined ? file.handEntry : handEntry,
      after: entry && written ? { entry, bytes: written } : null,
    })
  }

  /** The entry that a hand edit has to be committed with; undefined when there is none. */
  #handEntryOf(file: PlannedFile, bytes: Buffer | null): TreeEntry | null | undefined {
    const { before, blob, headEntry } = file
    if ((blob && blobId(blob)) === (headEntry?.id ?? null)) return undefined
    // The admin saves just what the hand edit made: the admin's own commit holds it.
    if (before === null ? bytes === null : bytes?.equals(before)) return undefined
    if (blob === null) return null
    const object = gitObject('blob', blob)
    this.#objects.push(object)
    return { mode: modeOf(headEntry), id: object.id }
  }

  /** What is committed for new bytes of a file. */
  async #blobOf(
    path: string,
    bytes: Buffer,
    { file, committed }: { file: PlannedFile; committed: TreeEntry | null },
  ): Promise<Buffer> {
    if (file.blob !== null && file.before?.equals(bytes)) return file.blob
    return this.#deps.conversions.toGit(path, bytes, committed?.id ?? null)
  }

  async #commit(changes: ReadonlyMap<string, TreeEntry | null>, text: CommitText) {
    const { trees, author } = this.#deps
    const changed = await changeTree(trees, this.#tree, changes)
    const object = commitObject({
      tree: changed.id,
      parents: this.#tip === null ? [] : [this.#tip],
      author,
      text,
    })
    const lineCommit = await this.#lineCommit(object, changes, text.body)
    return { tree: changed.id, objects: [...changed.objects, object], id: object.id, lineCommit }
  }

  /** The commit as the history tells it. */
  async #lineCommit(
    { id, body: bytes }: GitObject,
    entries: ReadonlyMap<string, TreeEntry | null>,
    body = '',
  ): Promise<LineCommit> {
    const { trees, paths } = this.#deps
    const changes: LineChange[] = []
    for (const [path, entry] of entries) {
      const before = (await entryAt(trees, this.#tree, path))?.id ?? null
      const inside = path.slice(paths.prefix.length)
      changes.push({ path: inside, from: null, before, after: entry?.id ?? null })
    }
    const time = /^committer .*> (.*)$/m.exec(bytes.toString())?.[1] ?? ''
    const { date, at } = parseCommitTime(time)
    const times = { date, authoredAt: at, committedAt: at }
    return {
      commit: id,
      parent: this.#tip,
      ...times,
      isMerge: false,
      body: cleanLines(body),
      changes,
    }
  }

  #take(made: { tree: string; id: string; objects: GitObject[] }): void {
    for (const object of made.objects) {
      if (object.type === 'tree') this.#deps.trees.remember(object.id, object.body)
      this.#objects.push(object)
    }
    this.#tree = made.tree
    this.#tip = made.id
  }

  /** The message of a commit that keeps edits by hand. */
  #handText(changes: ReadonlyMap<string, TreeEntry | null>): CommitText {
    const names = [...changes.keys()].map((path) => path.slice(this.#deps.paths.prefix.length))
    const isRemoval = [...changes.values()].every((entry) => entry === null)
    const what = names.length > NAMED_FILES_MAX ? `${names.length} files` : names.join(', ')
    return { subject: `${isRemoval ? 'Delete' : 'Edit'} by hand: ${what}` }
  }
}
