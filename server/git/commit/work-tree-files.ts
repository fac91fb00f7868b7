/**
 * The work tree compared with one commit: the files that a planner sees, and whether a save may
 * change a path. Each file is read once.
 */
import { join } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import { Turns } from '../../workers/turns.ts'
import { blobId, isId } from '../objects/object-id.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { diskPath, foldersAbove } from '../objects/repository-paths.ts'
import { isSafePath } from '../objects/verify-path.ts'
import type { CommitId, TreeFile, WorkTree } from '../types.ts'
import { checkedOut, convertedId } from '../worktree/conversion.ts'
import type { IntendedFile } from './intent.ts'

/** One file as first read. */
export interface FileState {
  /** The bytes in the work tree; null for no regular file. */
  bytes: Buffer | null
  /** Git's mode for it, also for a new one. */
  mode: string
  /** Blob id after git's conversions; null for no file. */
  blob: string | null
  /** Blob id in the commit. */
  head: string | null
}

const NOT_A_PLAIN_FILE =
  'Something that is not a plain file stands in the way in the content folder.'

const UNSAFE_NAME = 'A file has a name that git refuses, so nothing is saved.'

/** A sentence on a folder with a clone or submodule, from the top of the work tree. */
export const ownRepository = (folder: string) =>
  `“${folder}” is a git repository of its own, so nothing can be saved in it from here.`

/**
 * Why a path, from the top of the work tree, is not ours to change: it is no plain file, or lies
 * behind a link or file or in another repository that is checked out. Null when it is.
 */
export async function refusalOf(
  { io, paths }: RepositoryAccess,
  path: string,
): Promise<string | null> {
  for (const folder of foldersAbove(path).reverse().slice(1)) {
    const kind = await io.kind(join(paths.top, folder))
    if (kind !== null && kind !== 'folder') return NOT_A_PLAIN_FILE
    if ((await io.kind(join(paths.top, folder, '.git'))) !== null) return ownRepository(folder)
  }
  const kind = await io.kind(diskPath(paths, path))
  return kind === null || kind === 'file' ? null : NOT_A_PLAIN_FILE
}

/** Whether a file is unchanged since the save was planned. */
export async function isAsBefore(
  access: RepositoryAccess,
  { path, before }: IntendedFile,
): Promise<boolean> {
  if ((await refusalOf(access, path)) !== null) return false
  const file = await access.io.read(diskPath(access.paths, path))
  return (file && blobId(file.bytes)) === before
}

export class WorkTreeFiles implements WorkTree {
  readonly #access: RepositoryAccess
  readonly #base: CommitId | null
  readonly #files = new Map<string, Promise<FileState>>()
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
   * Converts a path from the content folder to the top of the work tree.
   * @throws RepositoryError for an unsafe path, which an old commit may have
   */
  fullPath(path: string): string {
    // Git's answers to requests end with a line break.
    if (isSafePath(path) && !path.includes('\n')) return `${this.#access.paths.prefix}${path}`
    throw new RepositoryError('read_only', UNSAFE_NAME)
  }

  /** @param path from the top of the work tree */
  at(path: string): Promise<FileState> {
    const file = this.#files.get(path) ?? this.#readFile(path)
    this.#files.set(path, file)
    return file
  }

  async #readFile(path: string): Promise<FileState> {
    const { io, paths, reader } = this.#access
    const { bytes = null, mode = '100644' } = (await io.read(diskPath(paths, path))) ?? {}
    const head = this.#base && (await reader.idOf(`${this.#base}:${path}`))
    if (bytes === null) return { bytes, mode, blob: null, head }
    const blob = blobId(bytes) === head ? head : await convertedId(this.#access, path, bytes)
    return { bytes, mode, blob, head }
  }
}
