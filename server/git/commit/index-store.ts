/**
 * The author's index beside our commits: prepares the copy in which only our paths changed, keeps
 * the parsed form while the file is the one we know, and lets git do what we cannot parse.
 * An entry that differs from HEAD is something the author staged, and stays.
 */
import { Turns } from '../../workers/turns.ts'
import type { FoundEntry, NewEntry } from '../index/index-entry.ts'
import {
  changeIndex,
  EMPTY_INDEX,
  findIndexEntry,
  formatIndex,
  type GitIndex,
  hasNameClash,
  listIndex,
  parseIndex,
} from '../index/index-file.ts'
import { type FileIdentity, modifiedMs } from '../objects/disk.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { isSameEntry } from '../objects/tree.ts'
import { type SparseCheckout, sparseCheckout, WHOLE_CHECKOUT } from '../worktree/sparse-checkout.ts'
import { changeWithGit, listWithGit } from './index-git.ts'
import type { IntendedFile } from './intent.ts'

export interface PreparedIndex {
  /** The index as it must still be when `next` takes its place; null for none. */
  identity: FileIdentity | null
  /** False when no entry changes: then the index is left alone and `next` was not written. */
  isChanged: boolean
  /** To be called once `next` was renamed over the index. */
  adopt(): void
}

interface KnownIndex {
  identity: FileIdentity | null
  index: GitIndex
  mode: number
}

/** The entries to change: those that the author has not staged something for. */
async function changesFor(
  files: readonly IntendedFile[],
  entryOf: (path: string) => FoundEntry,
): Promise<Map<string, NewEntry | null>> {
  const changes = new Map<string, NewEntry | null>()
  const turns = new Turns()
  for (const { path, after, replaceable, isLeftOut } of files) {
    if (turns.isDue()) await turns.pause()
    const entry = entryOf(path)
    const next = after && { ...after, isLeftOut }
    if (entry === 'intended') changes.set(path, next)
    if (typeof entry === 'string' || isSameEntry(entry, after)) continue
    if (replaceable.some((known) => isSameEntry(known, entry))) changes.set(path, next)
  }
  return changes
}

/** The second in which an index file was written. */
const writtenAt = (identity: FileIdentity | null) =>
  identity === null ? 0 : Math.floor(modifiedMs(identity) / 1000)

/** The index of one work tree. */
export class IndexStore {
  readonly #deps: RepositoryAccess
  #known: KnownIndex | null = null
  #ours: FileIdentity | null = null
  #sparse: { identity: FileIdentity | null; checkout: SparseCheckout } = {
    identity: null,
    checkout: WHOLE_CHECKOUT,
  }

  constructor(deps: RepositoryAccess) {
    this.#deps = deps
  }

  /**
   * Writes the changed copy, flushed, to the path `next`.
   * @param headTree root tree that a missing index is made from; null before the first commit
   */
  async prepare({
    files,
    next,
    headTree,
  }: {
    files: readonly IntendedFile[]
    next: string
    headTree: string | null
  }): Promise<PreparedIndex> {
    const { io, paths, git } = this.#deps
    const identity = await io.identity(paths.index)
    if (identity === null && headTree !== null) {
      await this.#prepareWithGit(files, next, async () => {
        io.step('git read-tree')
        await git.run(['read-tree', headTree], { env: { GIT_INDEX_FILE: next } })
      })
      return { identity, isChanged: true, adopt() {} }
    }
    const found = await this.#load(identity)
    if (found === null) {
      // The copy may be of a newer file than the identity: then the check under the lock fails.
      const isChanged = await this.#prepareWithGit(files, next, () => io.copy(paths.index, next))
      return { identity, isChanged, adopt() {} }
    }
    const { index, mode } = found
    const changes = await changesFor(files, (path) =>
      // Where a file and a folder have one name, the author has staged one of them.
      hasNameClash(index, path) ? 'unmerged' : findIndexEntry(index, path),
    )
    if (changes.size === 0) return { identity, isChanged: false, adopt() {} }
    const changed = await changeIndex(index, changes, writtenAt(identity))
    const nextIdentity = await io.writeNew(next, formatIndex(changed), mode)
    const adopt = () => {
      this.#known = { identity: nextIdentity, index: changed, mode }
      this.#ours = nextIdentity
    }
    return { identity, isChanged: true, adopt }
  }

  /** What the author's sparse checkout leaves out of the work tree. */
  async sparseCheckout(): Promise<SparseCheckout> {
    const { io, paths } = this.#deps
    const identity = await io.identity(paths.index)
    if (this.#sparse.identity === identity) return this.#sparse.checkout
    this.#sparse = { identity, checkout: await this.#readCheckout(identity) }
    return this.#sparse.checkout
  }

  /** Whether the index is the one that we wrote last. */
  async isOurs(): Promise<boolean> {
    const { io, paths } = this.#deps
    return this.#ours !== null && (await io.identity(paths.index)) === this.#ours
  }

  /** The index of this identity, parsed; null when only git should touch it. */
  async #load(identity: FileIdentity | null): Promise<KnownIndex | null> {
    const { io, paths } = this.#deps
    if (this.#known !== null && this.#known.identity === identity) return this.#known
    this.#known = null
    const file = identity === null ? null : await io.read(paths.index)
    const index = file === null ? EMPTY_INDEX : parseIndex(file.bytes)
    if (index === null) return null
    this.#known = { identity: file?.identity ?? null, index, mode: file?.mode ?? 0o644 }
    return this.#known
  }

  async #readCheckout(identity: FileIdentity | null): Promise<SparseCheckout> {
    const { git, paths } = this.#deps
    const found = await this.#load(identity)
    if (found !== null) {
      // Only extended entries can be left out, and version 2 has none.
      return found.index.version === 2 ? WHOLE_CHECKOUT : sparseCheckout(listIndex(found.index))
    }
    const listed = await listWithGit(git, paths.index)
    return sparseCheckout(listed.map(({ path, isLeftOut }) => [path, isLeftOut]))
  }

  async #prepareWithGit(
    files: readonly IntendedFile[],
    next: string,
    make: () => Promise<void>,
  ): Promise<boolean> {
    const { git, io } = this.#deps
    await make()
    const listed = await listWithGit(
      git,
      next,
      files.map(({ path }) => path),
    )
    const entries = new Map(listed.map(({ path, entry }) => [path, entry]))
    const changes = await changesFor(files, (path) => entries.get(path) ?? null)
    await changeWithGit({ git, io }, next, { changes, listed })
    return changes.size > 0
  }
}
