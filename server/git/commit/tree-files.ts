/**
 * What stands at a path before a commit of ours, in the work tree and in HEAD, and whether a commit
 * may change it. Paths are those of the content folder.
 */
import { dirname, join } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import type { Io } from '../objects/io.ts'
import type { ObjectReader } from '../objects/object-reader.ts'
import { blobId } from '../objects/objects.ts'
import { diskPath, type RepositoryPaths } from '../objects/repository-paths.ts'
import { entryAt, type TreeEntry } from '../objects/tree.ts'
import type { TreeCache } from '../objects/tree-cache.ts'
import type { Conversions } from '../worktree/conversion.ts'
import { foreignFolderOf } from '../worktree/foreign-folder.ts'
import type { IndexStore } from './index-store.ts'

export interface FoundFile {
  /** The bytes in the work tree, null for no regular file. */
  before: Buffer | null
  /** What git would commit for them. */
  blob: Buffer | null
  headEntry: TreeEntry | null
}

interface Parts {
  io: Io
  paths: RepositoryPaths
  conversions: Conversions
  indexes: IndexStore
  reader: ObjectReader
  trees: TreeCache
}

/** The files beside one commit, each looked at once. @param tree its root tree, null for none */
export function createTreeFiles(parts: Parts, tree: string | null) {
  const { io, paths, conversions, indexes, reader, trees } = parts
  const found = new Map<string, Promise<FoundFile>>()
  const full = (path: string) => `${paths.prefix}${path}`
  const place = (path: string) => diskPath(paths, full(path))

  async function lookAt(path: string): Promise<FoundFile> {
    const before = (await io.read(place(path)))?.bytes ?? null
    const headEntry = await entryAt(trees.read, tree, full(path))
    const blob = before && (await committedForm(path, before, headEntry))
    return { before, blob, headEntry }
  }

  async function committedForm(path: string, bytes: Buffer, entry: TreeEntry | null) {
    if (blobId(bytes) === entry?.id) return bytes
    const head = entry && (await reader.read(entry.id))
    // A filter need not hide a text in the same way each time it does.
    const isAsInHead = head && bytes.equals(await conversions.toWorkTree(full(path), head.body))
    return isAsInHead ? head.body : conversions.toGit(full(path), bytes, entry?.id ?? null)
  }

  /** A link, folder or pipe at the path, or a folder above it that is none, is not ours to replace. */
  async function refuseOddPlace(path: string): Promise<void> {
    for (let at = path; at !== '.'; at = dirname(at)) {
      const kind = await io.kind(place(at))
      if (kind === null || (kind === 'folder' && at !== path)) continue
      throw refused('Something that is not a plain file stands in the way in the content folder.')
    }
  }

  /**
   * Git reads attributes that are not in the work tree from the index; what we ask it does not, and
   * would leave the text as it stands.
   */
  async function refuseLostAttributes(path: string): Promise<void> {
    for (let folder = dirname(full(path)); ; folder = dirname(folder)) {
      const file = join(folder, '.gitattributes')
      const isCommitted = (await entryAt(trees.read, tree, file)) !== null
      if (isCommitted && (await io.kind(join(paths.top, file))) === null) {
        throw refused(
          `“${file}” is not in the work tree of the repository, so what it says of this file is not known. Bring it back, or commit that it is gone.`,
        )
      }
      if (folder === '.') return
    }
  }

  return {
    /** The file at the path as it was at the first look. */
    at(path: string): Promise<FoundFile> {
      const known = found.get(path) ?? lookAt(path)
      found.set(path, known)
      return known
    },

    /** Whether anything stands at the path, or is left out there by a sparse checkout. */
    async exists(path: string): Promise<boolean> {
      if ((await io.kind(place(path))) !== null) return true
      return (await indexes.sparseCheckout()).leftOut.has(full(path))
    },

    /** The files that a sparse checkout leaves out. */
    async leftOut(): Promise<string[]> {
      const { leftOut } = await indexes.sparseCheckout()
      const inside = [...leftOut].filter((path) => path.startsWith(paths.prefix))
      return inside.map((path) => path.slice(paths.prefix.length))
    },

    /** The one check of every path that a write is to change. @throws RepositoryError with the reason */
    async checkPlace(path: string): Promise<void> {
      const folder = await foreignFolderOf({ io, paths, trees }, tree, full(path))
      if (folder !== null) {
        throw refused(
          `“${folder}” is a git repository of its own, so nothing can be saved in it from here.`,
        )
      }
      await refuseLostAttributes(path)
      if ((await io.kind(place(path))) === 'file') return
      if ((await indexes.sparseCheckout()).isOutside(full(path))) {
        throw refused(
          `“${full(path)}” is outside of the sparse checkout of the repository, so it cannot be saved. Add its folder with git sparse-checkout add.`,
        )
      }
      await refuseOddPlace(path)
    },
  }
}

const refused = (message: string) => new RepositoryError('read_only', message)
