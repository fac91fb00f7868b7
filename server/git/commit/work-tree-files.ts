/**
 * The files of the work tree beside one commit: what a planner sees, and whether a save may change a
 * path. Each file is looked at once.
 */
import { join } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import { Turns } from '../../workers/turns.ts'
import { blobId, isId } from '../objects/object-id.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { diskPath, foldersAbove, isBehindLink } from '../objects/repository-paths.ts'
import { SUBMODULE_MODE, type TreeEntry } from '../objects/tree.ts'
import { isSafePath } from '../objects/verify-path.ts'
import type { CommitId, TreeFile, WorkTree } from '../repository.ts'
import { checkedOut, writeBlob } from '../worktree/conversion.ts'

/** One file as it was at the first look. */
export interface FoundFile {
  /** The bytes in the work tree; null for no regular file. */
  bytes: Buffer | null
  /** The blob that git has or would commit for them; null for no file. */
  blob: string | null
  head: TreeEntry | null
}

const refused = (message: string) => new RepositoryError('read_only', message)

export class WorkTreeFiles implements WorkTree {
  readonly #access: RepositoryAccess
  readonly #base: CommitId | null
  readonly #found = new Map<string, Promise<FoundFile>>()
  readonly #turns = new Turns()

  /** @param base the commit that the next one is made on; null before the first */
  constructor(access: RepositoryAccess, base: CommitId | null) {
    this.#access = access
    this.#base = base
  }

  async read(path: string): Promise<TreeFile | null> {
    // A planner may read thousands of files, one after the other.
    await this.#turns.pause()
    const { bytes, blob } = await this.at(this.fullPath(path))
    return bytes && blob ? { bytes, revision: blobId(bytes), committed: blob } : null
  }

  async readRevision(revision: string, path: string): Promise<Buffer | null> {
    if (!isId(revision)) return null
    const stored = await this.#access.reader.info(revision)
    return stored?.type === 'blob' ? checkedOut(this.#access, this.fullPath(path), revision) : null
  }

  async exists(path: string): Promise<boolean> {
    await this.#turns.pause()
    const { io, paths } = this.#access
    return (await io.kind(diskPath(paths, this.fullPath(path)))) !== null
  }

  /**
   * A path of the content folder from the top of the work tree. @throws RepositoryError for a name
   * that git refuses: a history may hold what no save of ours could make
   */
  fullPath(path: string): string {
    if (isSafePath(path)) return `${this.#access.paths.prefix}${path}`
    throw refused('A file has a name that git refuses, so nothing is saved.')
  }

  /** @param path from the top of the work tree, as in all that follow */
  at(path: string): Promise<FoundFile> {
    const found = this.#found.get(path) ?? this.#lookAt(path)
    this.#found.set(path, found)
    return found
  }

  /** Whether a link, folder or pipe is at the path, or no folder above it: not ours to replace. */
  async isOddPlace(path: string): Promise<boolean> {
    const { io, paths } = this.#access
    const kind = await io.kind(diskPath(paths, path))
    return (kind !== null && kind !== 'file') || isBehindLink(io, paths, path)
  }

  /**
   * The folder on the way to a file that holds a repository of its own: a submodule, checked out or
   * not, or a clone. Nothing in it is this repository's. Null when there is none.
   */
  async foreignFolder(path: string): Promise<string | null> {
    const { io, paths, reader } = this.#access
    for (const folder of foldersAbove(path).reverse().slice(1)) {
      if ((await io.kind(join(paths.top, folder, '.git'))) !== null) return folder
      const entry = await reader.entry(this.#base, folder)
      if (entry?.mode === SUBMODULE_MODE) return folder
      if (entry === null && (await io.kind(join(paths.top, folder))) === null) return null
    }
    return null
  }

  /** The one check of every path that a save is to change. @throws RepositoryError with the reason */
  async checkPlace(path: string): Promise<void> {
    const folder = await this.foreignFolder(path)
    if (folder !== null) {
      throw refused(
        `“${folder}” is a git repository of its own, so nothing can be saved in it from here.`,
      )
    }
    await this.#refuseLostAttributes(path)
    if (await this.isOddPlace(path)) {
      throw refused('Something that is not a plain file stands in the way in the content folder.')
    }
  }

  async #lookAt(path: string): Promise<FoundFile> {
    const { io, paths, reader } = this.#access
    const bytes = (await io.read(diskPath(paths, path)))?.bytes ?? null
    const head = await reader.entry(this.#base, path)
    const committed = head?.id ?? null
    if (bytes === null) return { bytes, blob: null, head }
    const isCommitted = blobId(bytes) === committed
    const blob = isCommitted ? committed : await writeBlob(this.#access, path, bytes, committed)
    return { bytes, blob, head }
  }

  /** Git takes attributes that are not in the work tree from the index; `git hash-object` does not. */
  async #refuseLostAttributes(path: string): Promise<void> {
    const { io, paths, reader } = this.#access
    for (const folder of foldersAbove(path)) {
      const file = join(folder, '.gitattributes')
      const isCommitted = (await reader.entry(this.#base, file)) !== null
      if (isCommitted && (await io.kind(join(paths.top, file))) === null) {
        throw refused(
          `“${file}” is not in the work tree of the repository, so what it says of this file is not known. Bring it back, or commit that it is gone.`,
        )
      }
    }
  }
}
