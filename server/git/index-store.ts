/**
 * The author's index beside our commits: prepares the copy in which only our paths changed, keeps
 * the parsed form while the file is the one we know, and lets git do what we cannot parse.
 * An entry that differs from HEAD is something the author staged, and stays.
 */
import { copyFile, open } from 'node:fs/promises'
import type { Git } from './git-process.ts'
import {
  changeIndex,
  EMPTY_INDEX,
  findIndexEntry,
  formatIndex,
  type GitIndex,
  hasNameClash,
  parseIndex,
} from './index-file.ts'
import type { IntendedFile } from './intent.ts'
import { type FileIdentity, type Io, modifiedMs } from './io.ts'
import type { Places } from './places.ts'
import type { TreeEntry } from './tree.ts'

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
  entryOf: (path: string) => TreeEntry | 'unmerged' | null,
): Map<string, TreeEntry | null> {
  const changes = new Map<string, TreeEntry | null>()
  for (const { path, after, replaceable } of files) {
    const entry = entryOf(path)
    if (entry === 'unmerged' || isSame(entry, after)) continue
    if (replaceable.some((known) => isSame(known, entry))) changes.set(path, after)
  }
  return changes
}

/** The index of one work tree. */
export function createIndexStore(options: { io: Io; git: Git; places: Places }): IndexStore {
  const { io, git, places } = options
  let known: KnownIndex | null = null
  let ours: FileIdentity | null = null

  /** The second in which the index file was written. */
  const timeOf = (identity: FileIdentity | null) =>
    identity === null ? 0 : Math.floor(modifiedMs(identity) / 1000)

  async function prepareWithGit(
    files: readonly IntendedFile[],
    next: string,
    make: () => Promise<void>,
  ): Promise<boolean> {
    await make()
    const env = { GIT_INDEX_FILE: next }
    const listed = await git.run(['ls-files', '-s', '-z', '--', ...files.map(({ path }) => path)], {
      env,
    })
    const entries = new Map<string, TreeEntry | 'unmerged'>()
    for (const line of listed.toString().split('\0')) {
      const [, mode = '', id = '', stage, path = ''] =
        /^(\d+) ([0-9a-f]+) (\d)\t(.*)$/s.exec(line) ?? []
      if (path !== '') entries.set(path, stage === '0' ? { mode, id } : 'unmerged')
    }
    const changes = changesFor(files, (path) => entries.get(path) ?? null)
    const lines = [...changes].map(([path, entry]) =>
      entry === null ? `0 ${'0'.repeat(40)}\t${path}\0` : `${entry.mode} ${entry.id}\t${path}\0`,
    )
    io.step('git update-index')
    await git.run(['update-index', '-z', '--index-info'], { env, input: lines.join('') })
    const file = await open(next, 'r')
    await file.sync()
    await file.close()
    return changes.size > 0
  }

  return {
    async prepare({ files, next, headTree }) {
      const identity = await io.identity(places.index)
      if (identity === null && headTree !== null) {
        await prepareWithGit(files, next, async () => {
          io.step('git read-tree')
          await git.run(['read-tree', headTree], { env: { GIT_INDEX_FILE: next } })
        })
        return { identity, isChanged: true, adopt() {} }
      }
      if (known === null || known.identity !== identity) {
        known = null
        const file = identity === null ? null : await io.read(places.index)
        const index = file === null ? EMPTY_INDEX : parseIndex(file.bytes)
        if (index === null) {
          // The copy may be of a newer file than the identity: then the check under the lock fails.
          const isChanged = await prepareWithGit(files, next, () => copyFile(places.index, next))
          return { identity, isChanged, adopt() {} }
        }
        known = { identity: file?.identity ?? null, index, mode: file?.mode ?? 0o644 }
      }
      const { index, mode } = known
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

    async isOurs() {
      return ours !== null && (await io.identity(places.index)) === ours
    },
  }
}
