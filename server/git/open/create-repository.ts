/**
 * The repository of the content folder while the server runs. When its folders disappear or are
 * replaced, it closes and rejects every call with the reason; when they are back, it opens as at a
 * start. It never creates replacements.
 */
import { statSync } from 'node:fs'
import { RepositoryError } from '../../errors.ts'
import { JobQueue } from '../../workers/job-queue.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import { RemoteBranch } from '../remote/remote-branch.ts'
import type { CommitId, RepositoryState } from '../repository.ts'
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
 * it is `read_only`. @throws BareRepositoryError, SecondServerError
 */
export async function createRepository(options: RepositoryOptions): Promise<Repository> {
  const repository = new Repository(options)
  await repository.start()
  return repository
}

/** Identity of a folder, by which a replacement is detected; null when it is missing. */
function identityOf(path: string): string | null {
  try {
    const stats = statSync(path)
    // The inode number of a deleted folder is soon used again.
    return stats.isDirectory() ? `${stats.dev} ${stats.ino} ${stats.birthtimeMs}` : null
  } catch {
    return null
  }
}

const missing = (what: string): RepositoryState =>
  readOnly(
    `${what} is missing. The site shows what it held last; once it is back, everything goes on by itself.`,
  )

export class Repository {
  readonly #options: RepositoryOptions
  readonly #listeners = new Set<() => void>()
  /** Null when the start found no usable repository. */
  #paths: RepositoryPaths | null = null
  #parts: RepositoryParts | null = null
  /** Folders of the open repository and their identities. */
  #folders: readonly { path: string; identity: string | null }[] = []
  /** Why calls are rejected; null while the folders exist. */
  #missing: RepositoryState | null = null
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
      this.#missing = found.refusal
      return
    }
    this.#paths = found.paths
    await this.#openFound(found)
    this.#timer = setInterval(() => {
      const isGone = !this.checkFolders() && this.#parts === null
      if (isGone && !this.#transitions.isFull) this.#enqueue(() => this.#reopen())
    }, POLL_MS).unref()
  }

  /** Checks that the folders exist; closes the repository if not. @returns whether they do */
  checkFolders(): boolean {
    const { contentDir, log } = this.#options
    const before = this.#missing?.message
    const parts = this.#parts
    const isSame = this.#folders.every(({ path, identity }) => identityOf(path) === identity)
    const hasContent = identityOf(contentDir) !== null
    if (this.#paths === null) return hasContent
    if (!hasContent) this.#missing = missing(`The content folder ${contentDir}`)
    else if (!isSame || parts === null) this.#missing = this.#missingGit()
    if (!isSame && parts !== null) {
      this.#parts = null
      this.#folders = []
      log.warn({}, this.state().message)
      this.#enqueue(() => parts.close())
    }
    if (before !== this.#missing?.message) this.#notify()
    return this.#missing === null
  }

  state(): RepositoryState {
    return this.#missing ?? this.#parts?.headWatcher.state() ?? this.#missingGit()
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
    this.checkFolders()
    if (this.#missing === null && this.#parts !== null) return this.#parts
    throw new RepositoryError('read_only', this.state().message)
  }

  /** The branch of saves at a remote (name or URL). */
  connect(remote: string): RemoteBranch {
    const writable = () => {
      const { access, saves, headWatcher, isReadOnly } = this.parts()
      const branch = headWatcher.branch()
      if (!isReadOnly && branch !== null) return { access, saves, branch }
      throw new RepositoryError('read_only', this.state().message)
    }
    return new RemoteBranch({ writable, remote })
  }

  /** The commit checked out, or null before the first and without a repository. */
  async head(): Promise<CommitId | null> {
    return this.#paths && this.parts().access.reader.idOf('HEAD')
  }

  /** True while another git command holds the index, so the work tree may be half changed. */
  async isIndexLocked(): Promise<boolean> {
    return this.#paths !== null && this.parts().lock.isForeign()
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer)
    await this.#transitions.idle()
    await this.#parts?.close()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }

  #missingGit(): RepositoryState {
    return missing(`The git repository ${this.#paths?.gitFolder}`)
  }

  async #openFound(found: FoundRepository): Promise<void> {
    const parts = await openParts(this.#options, found, () => this.#notify())
    const { top, gitFolder, commonFolder, gap } = found.paths
    const paths = [top, gitFolder, commonFolder, gap]
    this.#folders = paths.map((path) => ({ path, identity: identityOf(path) }))
    this.#parts = parts
    this.#missing = null
  }

  async #reopen(): Promise<void> {
    if (identityOf(this.#options.contentDir) === null) return
    const found = await findRepository({ ...this.#options, isReopening: true })
    // A surrounding repository is no replacement.
    if (found.git === null || found.paths.top !== this.#paths?.top) return
    await this.#openFound(found)
    this.#options.log.info({}, 'The repository of the content folder is open again')
    this.#notify()
  }

  #enqueue(work: () => Promise<void>): void {
    this.#transitions
      .run(work)
      .catch((err) =>
        this.#options.log.warn({ err }, 'The repository could not be opened or closed'),
      )
  }
}
