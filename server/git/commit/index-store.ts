/**
 * The author's index beside our commits: prepares the copy in which only our paths changed, keeps
 * the parsed form while the file is the one we know, and lets git do what we cannot parse.
 * An entry that differs from HEAD is something the author staged, and stays.
 */
import { copyFile } from 'node:fs/promises'
import type { Git } from '../objects/git-process.ts'
import type { FoundEntry, NewEntry } from '../objects/index-entry.ts'
import {
  changeIndex,
  EMPTY_INDEX,
  findIndexEntry,
  formatIndex,
  type GitIndex,
  hasNameClash,
  listIndex,
  parseIndex,
} from '../objects/index-file.ts'
import { type FileIdentity, type Io, modifiedMs } from '../objects/io.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import type { TreeEntry } from '../objects/tree.ts'
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

export interface IndexStore {
  /**
   * Writes the changed copy, flushed, to the path `next`.
   * @param headTree root tree that a missing index is made from; null before the first commit
   */
  prepare(options: {
    files: readonly IntendedFile[]
    next: string
    headTree: string | null
  }): Promise<PreparedIndex>
  /** What the author's sparse checkout leaves out of the work tree. */
  sparseCheckout(): Promise<SparseCheckout>
  /** Whether the index is the one that we wrote last. */
  isOurs(): Promise<boolean>
}

interface KnownIndex {
  identity: FileIdentity | null
  index: GitIndex
  mode: number
}

const isSame = (a: TreeEntry | null, b: TreeEntry | null) =>
  a === null || b === null ? a === b : a.id === b.id && a.mode === b.mode

/** The entries to change: those that the author has not staged something for. */
function changesFor(
  files: readonly IntendedFile[],
  entryOf: (path: string) => FoundEntry,
): Map<string, NewEntry | null> {
  const changes = new Map<string, NewEntry | null>()
  for (const { path, after, replaceable, isLeftOut } of files) {
    const entry = entryOf(path)
    const next = after && { ...after, isLeftOut }
    if (entry === 'intended') changes.set(path, next)
    if (typeof entry === 'string' || isSame(entry, after)) continue
    if (replaceable.some((known) => isSame(known, entry))) changes.set(path, next)
  }
  return changes
}

/** The index of one work tree. */
export function createIndexStore(options: {
  io: Io
  git: Git
  paths: RepositoryPaths
}): IndexStore {
  const { io, git, paths } = options
  let known: KnownIndex | null = null
  let ours: FileIdentity | null = null
  let sparse: { identity: FileIdentity | null; checkout: SparseCheckout } = {
    identity: null,
    checkout: WHOLE_CHECKOUT,
  }

  /** The second in which the index file was written. */
  const timeOf = (identity: FileIdentity | null) =>
    identity === null ? 0 : Math.floor(modifiedMs(identity) / 1000)

  /** The index of this identity, parsed; null when only git should touch it. */
  async function load(identity: FileIdentity | null): Promise<KnownIndex | null> {
    if (known !== null && known.identity === identity) return known
    known = null
    const file = identity === null ? null : await io.read(paths.index)
    const index = file === null ? EMPTY_INDEX : parseIndex(file.bytes)
    if (index === null) return null
    known = { identity: file?.identity ?? null, index, mode: file?.mode ?? 0o644 }
    return known
  }

  async function readCheckout(identity: FileIdentity | null): Promise<SparseCheckout> {
    const found = await load(identity)
    if (found !== null) {
      // Only extended entries can be left out, and version 2 has none.
      return found.index.version === 2 ? WHOLE_CHECKOUT : sparseCheckout(listIndex(found.index))
    }
    const listed = await listWithGit(git, paths.index)
    return sparseCheckout(listed.map(({ path, isLeftOut }) => [path, isLeftOut]))
  }

  async function prepareWithGit(
    files: readonly IntendedFile[],
    next: string,
    make: () => Promise<void>,
  ): Promise<boolean> {
    await make()
    const listed = await listWithGit(
      git,
      next,
      files.map(({ path }) => path),
    )
    const entries = new Map(listed.map(({ path, entry }) => [path, entry]))
    const changes = changesFor(files, (path) => entries.get(path) ?? null)
    await changeWithGit({ git, io }, next, { changes, listed })
    return changes.size > 0
  }

  return {
    async prepare({ files, next, headTree }) {
      const identity = await io.identity(paths.index)
      if (identity === null && headTree !== null) {
        await prepareWithGit(files, next, async () => {
          io.step('git read-tree')
          await git.run(['read-tree', headTree], { env: { GIT_INDEX_FILE: next } })
        })
        return { identity, isChanged: true, adopt() {} }
      }
      const found = await load(identity)
      if (found === null) {
        // The copy may be of a newer file than the identity: then the check under the lock fails.
        const isChanged = await prepareWithGit(files, next, () => copyFile(paths.index, next))
        return { identity, isChanged, adopt() {} }
      }
      const { index, mode } = found
      const changes = changesFor(
        files.filter(({ path }) => !hasNameClash(index, path)),
        (path) => findIndexEntry(index, path),
      )
      if (changes.size === 0) return { identity, isChanged: false, adopt() {} }
      const changed = changeIndex(index, changes, timeOf(identity))
      const nextIdentity = await io.writeNew(next, formatIndex(changed), mode)
      return {
        identity,
        isChanged: true,
        adopt() {
          known = { identity: nextIdentity, index: changed, mode }
          ours = nextIdentity
        },
      }
    },

    async sparseCheckout() {
      const identity = await io.identity(paths.index)
      if (sparse.identity === identity) return sparse.checkout
      sparse = { identity, checkout: await readCheckout(identity) }
      return sparse.checkout
    },

    async isOurs() {
      return ours !== null && (await io.identity(paths.index)) === ours
    },
  }
}
