/**
 * What stands at a path before a commit of ours, in the work tree and in HEAD, and whether a commit
 * may change it. Paths are those from the top of the work tree.
 */

import { dirname, join } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { diskPath, isBehindLink } from '../objects/repository-paths.ts'
import { entryAt, type TreeEntry } from '../objects/tree.ts'
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

interface Deps extends RepositoryAccess {
  conversions: Conversions
  indexes: IndexStore
}

/** The files beside one commit, each looked at once. @param tree its root tree, null for none */
export class TreeFiles {
  readonly #deps: Deps
  readonly #found = new Map<string, Promise<FoundFile>>()
  readonly #tree: string | null

  constructor(deps: Deps, tree: string | null) {
    this.#deps = deps
    this.#tree = tree
  }

  /** The file at the path as it was at the first look. */
  at(path: string): Promise<FoundFile> {
    const known = this.#found.get(path) ?? this.#lookAt(path)
    this.#found.set(path, known)
    return known
  }

  /** Whether anything stands at the path, or is left out there by a sparse checkout. */
  async exists(path: string): Promise<boolean> {
    const { io, paths, indexes } = this.#deps
    if ((await io.kind(diskPath(paths, path))) !== null) return true
    return (await indexes.sparseCheckout()).leftOut.has(path)
  }

  /** The files that a sparse checkout leaves out. */
  async leftOut(): Promise<string[]> {
    return [...(await this.#deps.indexes.sparseCheckout()).leftOut]
  }

  /** Whether a sparse checkout leaves the file out or, where there is none yet, would. */
  async isOutside(path: string): Promise<boolean> {
    return (await this.#deps.indexes.sparseCheckout()).isOutside(path)
  }

  /** Whether a link, folder or pipe is at the path, or no folder above it: not ours to replace. */
  async isOddPlace(path: string): Promise<boolean> {
    const { io, paths } = this.#deps
    const kind = await io.kind(diskPath(paths, path))
    return (kind !== null && kind !== 'file') || isBehindLink(io, paths, path)
  }

  /** See `foreignFolderOf`. */
  foreignFolder(path: string): Promise<string | null> {
    return foreignFolderOf(this.#deps, this.#tree, path)
  }

  /** The one check of every path that a write is to change. @throws RepositoryError with the reason */
  async checkPlace(path: string): Promise<void> {
    const { io, paths } = this.#deps
    const folder = await this.foreignFolder(path)
    if (folder !== null) {
      throw refused(
        `“${folder}” is a git repository of its own, so nothing can be saved in it from here.`,
      )
    }
    await this.#refuseLostAttributes(path)
    if ((await io.kind(diskPath(paths, path))) === 'file') return
    if (await this.isOutside(path)) {
      throw refused(
        `“${path}” is outside of the sparse checkout of the repository, so it cannot be saved. Add its folder with git sparse-checkout add.`,
      )
    }
    if (await this.isOddPlace(path)) {
      throw refused('Something that is not a plain file stands in the way in the content folder.')
    }
  }

  async #lookAt(path: string): Promise<FoundFile> {
    const { io, paths, trees, conversions } = this.#deps
    const before = (await io.read(diskPath(paths, path)))?.bytes ?? null
    const headEntry = await entryAt(trees, this.#tree, path)
    const blob = before && (await conversions.committedForm(path, before, headEntry?.id ?? null))
    return { before, blob, headEntry }
  }

  /**
   * Git reads attributes that are not in the work tree from the index; what we ask it does not, and
   * would leave the text as it stands.
   */
  async #refuseLostAttributes(path: string): Promise<void> {
    const { io, paths, trees } = this.#deps
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const file = join(folder, '.gitattributes')
      const isCommitted = (await entryAt(trees, this.#tree, file)) !== null
      if (isCommitted && (await io.kind(join(paths.top, file))) === null) {
        throw refused(
          `“${file}” is not in the work tree of the repository, so what it says of this file is not known. Bring it back, or commit that it is gone.`,
        )
      }
      if (folder === '.') return
    }
  }
}

const refused = (message: string) => new RepositoryError('read_only', message)
