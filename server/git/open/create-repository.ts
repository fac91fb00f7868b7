/**
 * The repository of the content folder while the server runs. When its folders disappear or are
 * replaced, it closes and rejects every call with the reason; when they are back, it opens as at a
 * start. It never creates replacements.
 */
import { statSync } from 'node:fs'
import { AppError, RepositoryError } from '../../errors.ts'
import { Line } from '../../workers/line.ts'
import { HeadWatcher } from '../commit/head-watcher.ts'
import { IntentRecord } from '../commit/intent.ts'
import { Publisher } from '../commit/publisher.ts'
import { PushMark } from '../commit/push-hook.ts'
import { Recovery } from '../commit/recovery.ts'
import { Saves } from '../commit/saves.ts'
import { DisplacedCommits } from '../history/displaced-commits.ts'
import { History } from '../history/history.ts'
import { redoCommit, undoCommit } from '../history/undo.ts'
import { IndexLock } from '../locks/index-lock.ts'
import { openRefUpdates } from '../locks/refs.ts'
import { takeServerLock } from '../locks/server-lock.ts'
import { Io } from '../objects/io.ts'
import { ObjectReader } from '../objects/object-reader.ts'
import { ObjectWriter } from '../objects/object-writer.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import { checkIncoming, planIntegration } from '../remote/integration.ts'
import { LeftConflicts } from '../remote/left-conflicts.ts'
import { RemoteBranch } from '../remote/remote-branch.ts'
import type {
  BlobId,
  CommitId,
  DisplacedChange,
  FileChange,
  FileRevision,
  FileVersion,
  HistoryEntry,
  Integrated,
  LeftConflict,
  MainLineReading,
  MergeBytes,
  MergeRules,
  Planner,
  RedoneFile,
  RepositoryState,
  WorkTree,
  WriteResult,
} from '../repository.ts'
import { readableText } from '../worktree/conversion.ts'
import {
  type FoundRepository,
  findRepository,
  type RepositoryOptions,
  readOnly,
} from './find-repository.ts'

const LOCK_WAIT_MS = 10_000
/** A merge or branch switch of a script is over sooner than a person would retry. */
const BUSY_WAIT_MS = 2_000
const REPAIR_MS = 1_000

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

/** Methods that run git reject with a RepositoryError while the repository is missing. */
export class Repository {
  readonly #options: RepositoryOptions
  readonly #listeners = new Set<() => void>()
  /** Null when the start found no usable repository. */
  #paths: RepositoryPaths | null = null
  #parts: OpenedParts | null = null
  /** Folders of the open repository and their identities. */
  #folders: readonly { path: string; identity: string | null }[] = []
  /** Why calls are rejected; null while the folders exist. */
  #missing: RepositoryState | null = null
  /** Serializes closing and opening. */
  readonly #transitions = new Line({ lengthMax: 1 })
  #timer: NodeJS.Timeout | null = null

  constructor(options: RepositoryOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const found = await findRepository(this.#options)
    if (found.fixed !== null) this.#options.log.warn({}, found.fixed.message)
    if (found.git === null) {
      this.#missing = found.fixed
      return
    }
    this.#paths = found.paths
    await this.#openFound(found)
    this.#timer = setInterval(() => {
      const isGone = !this.exists() && this.#parts === null
      if (isGone && !this.#transitions.isFull) this.#enqueue(() => this.#reopen())
    }, POLL_MS).unref()
  }

  /** Checks that the folders exist; closes the repository when they do not. */
  exists(): boolean {
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
   * Makes one commit of what `plan` returns, durable before it resolves.
   * @throws errors of `plan`; RepositoryError when nothing was changed, or with `outcome_unknown`
   */
  write<T>(plan: Planner<T>): Promise<WriteResult<T>> {
    return this.#call(({ saves }) => saves.write(plan))
  }

  /** The current content, for reading; does not wait for saves. */
  workTree(): Promise<WorkTree> {
    return this.#call(({ saves }) => saves.workTree())
  }

  /**
   * Integrates a fetched commit by a fast-forward or a merge, published like a save.
   * @throws as `write`; LocalObstacle when something here is in the way; RefusedTreeError for a
   *   hostile or too large tree
   */
  integrate(theirs: CommitId, rules: MergeRules): Promise<Integrated> {
    return this.#call(async ({ access, saves }) => {
      // Outside of the save queue: no save waits for the check of a large tree.
      await checkIncoming(access.git, theirs)
      return saves.run((base, staged) =>
        planIntegration(access, { theirs, rules }, { base, staged }),
      )
    })
  }

  /** The branch at a remote (name or URL); null where nothing can be written. */
  connect(remote: string): RemoteBranch | null {
    const branch = this.#parts?.headWatcher.branch() ?? null
    if (this.#parts?.isReadOnly !== false || branch === null) return null
    return new RemoteBranch({ access: () => this.#open().access, remote, branch })
  }

  /** The commit checked out, or null before the first. */
  async head(): Promise<CommitId | null> {
    return this.#paths && this.#call(({ access }) => access.reader.idOf('HEAD'))
  }

  /** True while another git command holds the index, so the work tree may be half changed. */
  async isIndexLocked(): Promise<boolean> {
    return this.#paths !== null && this.#call(({ lock }) => lock.isForeign())
  }

  /** Bytes of a blob; with its file's path, after the smudge filter. */
  readRevision(revision: BlobId, path?: string): Promise<Buffer | null> {
    return this.#call(({ access }) =>
      path === undefined
        ? access.reader.blob(revision)
        : readableText(access, `${access.paths.prefix}${path}`, revision),
    )
  }

  readFileAt(commit: CommitId, path: string): Promise<FileVersion | null> {
    return this.#call(({ history }) => history.readFileAt(commit, path))
  }

  /**
   * At most 1,000 commits, newest first: of the content folder, or of one file given its names, the
   * current one first.
   */
  history(names?: readonly string[] | null, limit?: number): Promise<HistoryEntry[]> {
    return this.#call(({ history }) => history.list(names, limit))
  }

  /** Null when there is no such commit. */
  commit(commit: CommitId): Promise<HistoryEntry | null> {
    return this.#call(({ history }) => history.entry(commit))
  }

  /** Changes of files under `folder` in `since..to`, oldest first. */
  fileRevisions(folder: string, since: CommitId | null, to: CommitId): Promise<FileRevision[]> {
    return this.#call(({ history }) => history.fileRevisions(folder, since, to))
  }

  /**
   * First-parent commits that changed files under the folders, oldest first: those after `since` if
   * it is on the first-parent line of `to`, else all.
   */
  mainLine(
    folders: readonly string[],
    range: { since: CommitId | null; to: CommitId },
  ): Promise<MainLineReading> {
    return this.#call(({ history }) => history.mainLine(folders, range))
  }

  /** Deletions of files under `folder`, newest first; a file may exist again. */
  deletedFiles(folder: string): Promise<readonly FileRevision[]> {
    return this.#call(({ history }) => history.deletedFiles(folder))
  }

  /** The changes that undo one commit against the newest content, for a plan to return. */
  undoing(commit: CommitId, tree: WorkTree): Promise<readonly FileChange[]> {
    return this.#call(({ history }) => undoCommit(history, commit, tree))
  }

  displaced(): Promise<DisplacedChange[]> {
    return this.#call(({ displaced }) => displaced.list())
  }

  /** The files of a displaced commit, applied again on the newest content. */
  redoing(commit: CommitId, context: { tree: WorkTree; merge: MergeBytes }): Promise<RedoneFile[]> {
    return this.#call(async ({ history, displaced }) => {
      const fork = await displaced.forkOf(commit)
      return redoCommit(history, { commit, fork }, context)
    })
  }

  /**
   * Marks a displaced commit or the blob of a conflict as settled, so that it is not listed, or
   * removes the mark. Git keeps the object in both cases.
   * @throws RepositoryError when the mark cannot be written
   */
  settle(id: CommitId | BlobId, isSettled: boolean): Promise<void> {
    return this.#call(({ displaced }) => displaced.settle(id, isSettled))
  }

  /** Unsettled conflicts of merges with the remote, newest first. */
  mergeConflicts(): Promise<LeftConflict[]> {
    return this.#call(({ conflicts }) => conflicts.list())
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer)
    await this.#transitions.idle()
    await this.#parts?.close()
  }

  /** @throws RepositoryError with what is missing */
  #open(): OpenedParts {
    this.exists()
    if (this.#missing === null && this.#parts !== null) return this.#parts
    throw new RepositoryError('read_only', this.state().message)
  }

  /** @throws RepositoryError with what is missing, if that made the call fail */
  async #call<T>(call: (parts: OpenedParts) => Promise<T>): Promise<T> {
    try {
      return await call(this.#open())
    } catch (error) {
      if (error instanceof AppError && error.statusCode < 500) throw error
      if (this.#paths === null || this.exists()) throw error
      throw new RepositoryError('read_only', this.state().message, error)
    }
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

type OpenedParts = Awaited<ReturnType<typeof openParts>>

/**
 * Puts the parts of an open repository together, after the recovery from a crash.
 * @param onChange called after HEAD moved or the state changed @throws SecondServerError
 */
async function openParts(
  options: RepositoryOptions,
  { git, paths, author, fixed }: FoundRepository,
  onChange: () => void,
) {
  const { log, lockWaitMs = LOCK_WAIT_MS, busyWaitMs = BUSY_WAIT_MS } = options
  const io = new Io(options.faults)
  const isReadOnly = fixed !== null
  const serverLock = isReadOnly ? null : await takeServerLock(paths.gap)
  const reader = new ObjectReader(git)
  const writer = new ObjectWriter({ io, git, gap: paths.gap })
  const refUpdates = openRefUpdates(git)
  const access = { io, git, log, paths, reader, writer, refUpdates }
  const lock = new IndexLock(access)
  const intents = new IntentRecord({ io, gap: paths.gap })
  const recovery = new Recovery({ ...access, intents, lock })
  if (!isReadOnly) {
    await lock.open()
    if (serverLock?.wasLeftBehind || (await recovery.isNeeded())) {
      await recovery.afterCrash()
      options.onRepaired?.()
    }
  }
  const headWatcher = new HeadWatcher({ ...access, lock, lockWaitMs, fixed, onChange })
  await headWatcher.check()
  const pushes = new PushMark(access)
  const publisher = new Publisher({
    ...{ ...access, author, pushes, intents, lock, recovery },
    branch: () => headWatcher.branch(),
  })
  const history = new History(access)
  const displaced = new DisplacedCommits({ ...access, history })
  const saves = new Saves({
    ...{ ...access, headWatcher, pushes, recovery, lock, publisher, busyWaitMs },
    keepDisplaced: (base) => displaced.movesToKeep(base),
    timeLimitMs: lockWaitMs,
  })
  const repair = setInterval(() => {
    // A save that a fault cut short must not block the author until the next one.
    if (recovery.isDue() || lock.mayBeHeld()) saves.repair()
  }, REPAIR_MS).unref()
  return {
    ...{ access, isReadOnly, lock, headWatcher, saves, history, displaced },
    conflicts: new LeftConflicts({ ...access, history, displaced }),
    async close() {
      clearInterval(repair)
      await saves.close()
      await headWatcher.close()
      for (const open of [reader, writer, refUpdates]) await open.close()
      // Where it fails, the next start gives it back.
      if (!isReadOnly) await lock.release().catch(() => {})
      await serverLock?.release()
    },
  }
}
