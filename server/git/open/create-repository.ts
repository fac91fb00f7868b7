/**
 * The repository of the content folder while the server runs. When its folders disappear or are
 * replaced, it closes and rejects every call with the reason; when they are back, it opens as at a
 * start. It never creates replacements.
 */
import { existsSync, statSync } from 'node:fs'
import { RepositoryError } from '../../errors.ts'
import { JobQueue } from '../../workers/job-queue.ts'
import { indexLockHolder } from '../locks/index-lock.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import { findContentPlace } from '../objects/repository-place.ts'
import type { CommitId, RepositoryState } from '../types.ts'
import {
  type FoundRepository,
  findRepository,
  type RepositoryOptions,
  readOnly,
} from './find-repository.ts'
import { openParts, type RepositoryParts } from './open-parts.ts'

/** Poll interval for folders that come back. */
const POLL_MS = 500

/**
 * The repository of a content folder, ready for use. Without git, or where nothing can be written,
 * it is `read_only`. @throws StartError
 */
export async function createRepository(options: RepositoryOptions): Promise<Repository> {
  const repository = new Repository(options)
  await repository.start()
  return repository
}

export class Repository {
  readonly #options: RepositoryOptions
  readonly #listeners = new Set<() => void>()
  /** Why the start found no usable repository; null when it did. */
  #refusal: RepositoryState | null = null
  #paths: RepositoryPaths | null = null
  /** Null while folders are missing. */
  #parts: RepositoryParts | null = null
  /** Identity of the folders of the open repository. */
  #identity: string | null = null
  /** Serializes closing and opening. */
  readonly #transitions = new JobQueue({ lengthMax: 1 })
  #timer: NodeJS.Timeout | null = null

  constructor(options: RepositoryOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const found = await findRepository(this.#options)
    if (found.refusal !== null) this.#options.log.warn({}, found.refusal.message)
    if (found.git === null) {
      this.#refusal = found.refusal
      return
    }
    await this.#openFound(found)
    this.#timer = setInterval(() => {
      if (!this.checkFolders() && !this.#transitions.isFull) this.#enqueue(() => this.#reopen())
    }, POLL_MS).unref()
  }

  /** Checks that the folders exist; closes the repository if not. @returns whether they do */
  checkFolders(): boolean {
    const parts = this.#parts
    if (this.#paths === null) return existsSync(this.#options.contentDir)
    if (parts !== null && this.#identityOf(this.#paths) !== this.#identity) {
      this.#parts = null
      this.#options.log.warn({}, this.state().message)
      this.#enqueue(() => parts.close())
      this.#notify()
    }
    return this.#parts !== null
  }

  state(): RepositoryState {
    return this.#parts?.headWatcher.state() ?? this.#refusal ?? this.#missing()
  }

  /**
   * Listens for moves of HEAD and changes of state, ours and others'. @returns the unsubscribe
   * function
   */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Converts a path from the top of the work tree to the content folder; null when outside. */
  readonly contentPath = (path: string): string | null => {
    const prefix = this.#paths?.prefix ?? ''
    return path.startsWith(prefix) ? path.slice(prefix.length) : null
  }

  /**
   * The parts of the open repository, as in `repository.parts().saves.write(plan)`.
   * @throws RepositoryError with what is missing
   */
  parts(): RepositoryParts {
    if (this.checkFolders() && this.#parts !== null) return this.#parts
    throw new RepositoryError('read_only', this.state().message)
  }

  /** The commit checked out, or null before the first and without a repository. */
  async head(): Promise<CommitId | null> {
    return this.#paths && this.parts().access.reader.idOf('HEAD')
  }

  /** True while git or this server holds the index, so the work tree may be half changed. */
  async isIndexLocked(): Promise<boolean> {
    return this.#paths !== null && (await indexLockHolder(this.parts().access)) !== null
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer)
    await this.#transitions.idle()
    await this.#parts?.close()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }

  #missing(): RepositoryState {
    // Without its path: the sentence is sent as the `error` of a save.
    const what = existsSync(this.#options.contentDir) ? 'git repository' : 'content folder'
    return readOnly(
      `The ${what} is missing. The site shows what it held last; once it is back, everything goes on by itself.`,
    )
  }

  /** Identity of the folders, by which a replacement is detected; null when one is missing. */
  #identityOf({ gitFolder, gap }: RepositoryPaths): string | null {
    try {
      const stats = [this.#options.contentDir, gitFolder, gap].map((folder) => statSync(folder))
      // The inode number of a deleted folder is soon used again.
      return stats.map(({ dev, ino, birthtimeMs }) => `${dev} ${ino} ${birthtimeMs}`).join()
    } catch {
      return null
    }
  }

  async #openFound(found: FoundRepository): Promise<void> {
    this.#parts = await openParts(this.#options, found, () => this.#notify())
    this.#paths = found.paths
    this.#identity = this.#identityOf(found.paths)
  }

  async #reopen(): Promise<void> {
    const { contentDir } = this.#options
    // A surrounding repository is no replacement.
    const isBack = () => findContentPlace(contentDir)?.top === this.#paths?.top
    if (!existsSync(contentDir) || !isBack()) return
    const found = await findRepository(this.#options)
    if (found.git === null) return
    await this.#openFound(found)
    this.#options.log.info({}, 'The repository of the content folder is open again')
    this.#notify()
  }

  #enqueue(work: () => Promise<void>): void {
    this.#transitions
      .run(work)
      .catch((err) => this.#options.log.warn({ err }, 'The repository was not opened or closed'))
  }
}
