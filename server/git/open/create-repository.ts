/**
 * The repository of a content folder for as long as the server runs. That its folders are missing, or
 * that others stand in their places, is a state of it: then what was open is closed, and every call
 * is refused with a sentence. Once they are back it is opened as at a start. Nothing is made in
 * their place meanwhile.
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

/** How often the folders are looked at, and what has come back is opened. */
const LOOK_MS = 500

/**
 * The repository of a content folder, ready for use. Without git, or where nothing can be written,
 * it is `read_only`. @throws BareRepositoryError, SecondServerError
 */
export async function createRepository(options: RepositoryOptions): Promise<Repository> {
  const repository = new Repository(options)
  await repository.start()
  return repository
}

/** What tells a folder from another at its path; null when there is none to be had. */
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

/** Every method that asks git rejects with a RepositoryError while the repository is missing. */
export class Repository {
  readonly #options: RepositoryOptions
  readonly #listeners = new Set<() => void>()
  /** Where the repository is; null where there has never been one to use. */
  #paths: RepositoryPaths | null = null
  #parts: OpenedParts | null = null
  /** The folders of what is open, as they were then. */
  #folders: readonly { path: string; identity: string | null }[] = []
  /** Why nothing can be asked; null while all is there. */
  #missing: RepositoryState | null = null
  /** Closing and opening: what is lost is closed before anything is opened. */
  readonly #changes = new Line({ lengthMax: 1 })
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
    await this.#use(found)
    this.#timer = setInterval(() => {
      const isGone = !this.exists() && this.#parts === null
      if (isGone && !this.#changes.isFull) this.#change(() => this.#openAgain())
    }, LOOK_MS).unref()
  }

  /** Looks whether the content folder and its git folder are there. */
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
      this.#change(() => parts.close())
    }
    if (before !== this.#missing?.message) this.#tell()
    return this.#missing === null
  }

  state(): RepositoryState {
    return this.#missing ?? this.#parts?.headWatcher.state() ?? this.#missingGit()
  }

  /** Called after HEAD moved or the state changed, by us or by others. @returns how to stop */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A path from the top of the work tree as one of the content folder; null when outside. */
  readonly contentPath = (path: string): string | null => {
    const prefix = this.#paths?.prefix ?? ''
    return path.startsWith(prefix) ? path.slice(prefix.length) : null
  }

  /**
   * Makes one commit of what `plan` returns, durable before it resolves.
   * @throws whatever `plan` throws, and RepositoryError when the commit cannot be made (then every
   *   file is as it was) or when it cannot be told whether it stands (`outcome_unknown`).
   */
  write<T>(plan: Planner<T>): Promise<WriteResult<T>> {
    return this.#ask(({ saves }) => saves.write(plan))
  }

  /** The content as the next commit would find it now, to be read; it waits for no write. */
  workTree(): Promise<WorkTree> {
    return this.#ask(({ saves }) => saves.workTree())
  }

  /**
   * Brings a fetched commit into the branch, as a fast-forward or a merge, by the same path.
   * @throws as `write`, LocalObstacle for what keeps it waiting here, and RefusedTreeError for what
   *   is hostile or too much
   */
  integrate(theirs: CommitId, rules: MergeRules): Promise<Integrated> {
    return this.#ask(async ({ access, saves }) => {
      // Before the line of saves: none of them waits while a large tree is looked at.
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
    return this.#paths && this.#ask(({ access }) => access.reader.idOf('HEAD'))
  }

  /** True while another git command holds the index, so the work tree may be half changed. */
  async isIndexLocked(): Promise<boolean> {
    return this.#paths !== null && this.#ask(({ lock }) => lock.isForeign())
  }

  /** A blob; with the path of its file as a text, where a filter hides it. */
  readRevision(revision: BlobId, path?: string): Promise<Buffer | null> {
    return this.#ask(({ access }) =>
      path === undefined
        ? access.reader.blob(revision)
        : readableText(access, `${access.paths.prefix}${path}`, revision),
    )
  }

  readFileAt(commit: CommitId, path: string): Promise<FileVersion | null> {
    return this.#ask(({ history }) => history.readFileAt(commit, path))
  }

  /**
   * Commits, newest first, 1,000 at most: those of the content folder, or of one file by its names,
   * the present one first.
   */
  history(names?: readonly string[] | null, limit?: number): Promise<HistoryEntry[]> {
    return this.#ask(({ history }) => history.list(names, limit))
  }

  /** One commit's entry, or null when there is none. */
  commit(commit: CommitId): Promise<HistoryEntry | null> {
    return this.#ask(({ history }) => history.entry(commit))
  }

  /** Each change of files under `folder` that `to` has and `since` has not, oldest first. */
  fileRevisions(folder: string, since: CommitId | null, to: CommitId): Promise<FileRevision[]> {
    return this.#ask(({ history }) => history.fileRevisions(folder, since, to))
  }

  /**
   * Commits of the main line that changed files under the folders, oldest first: those after `since`
   * where the line to `to` goes through it, else all.
   */
  mainLine(
    folders: readonly string[],
    range: { since: CommitId | null; to: CommitId },
  ): Promise<MainLineReading> {
    return this.#ask(({ history }) => history.mainLine(folders, range))
  }

  /** Files under `folder` that commits deleted, newest first; they may be there again. */
  deletedFiles(folder: string): Promise<readonly FileRevision[]> {
    return this.#ask(({ history }) => history.deletedFiles(folder))
  }

  /** The changes that undo one commit against the newest content, for a plan to return. */
  undoing(commit: CommitId, tree: WorkTree): Promise<readonly FileChange[]> {
    return this.#ask(({ history }) => undoCommit(history, commit, tree))
  }

  displaced(): Promise<DisplacedChange[]> {
    return this.#ask(({ displaced }) => displaced.list())
  }

  /** What each file of a commit that is off the branch becomes when it comes back. */
  redoing(commit: CommitId, more: { tree: WorkTree; merge: MergeBytes }): Promise<RedoneFile[]> {
    return this.#ask(async ({ history, displaced }) => {
      const fork = await displaced.forkOf(commit)
      return redoCommit(history, { commit, fork }, more)
    })
  }

  /**
   * Notes that the admin has decided about a displaced commit, or about the blob of a conflict: then
   * it is listed no longer. Or takes that back. Git keeps the object in both cases.
   * @throws RepositoryError when it cannot be noted
   */
  settle(id: CommitId | BlobId, isSettled: boolean): Promise<void> {
    return this.#ask(({ displaced }) => displaced.settle(id, isSettled))
  }

  /** Conflicts that merges with the remote have left and nobody has settled, newest first. */
  mergeConflicts(): Promise<LeftConflict[]> {
    return this.#ask(({ conflicts }) => conflicts.list())
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer)
    await this.#changes.idle()
    await this.#parts?.close()
  }

  /** What is open. @throws RepositoryError with what is missing */
  #open(): OpenedParts {
    this.exists()
    if (this.#missing === null && this.#parts !== null) return this.#parts
    throw new RepositoryError('read_only', this.state().message)
  }

  /** @throws RepositoryError with what is missing when that is why the question fails */
  async #ask<T>(question: (parts: OpenedParts) => Promise<T>): Promise<T> {
    try {
      return await question(this.#open())
    } catch (error) {
      if (error instanceof AppError && error.statusCode < 500) throw error
      if (this.#paths === null || this.exists()) throw error
      throw new RepositoryError('read_only', this.state().message, error)
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #missingGit(): RepositoryState {
    return missing(`The git repository ${this.#paths?.gitFolder}`)
  }

  async #use(found: FoundRepository): Promise<void> {
    const parts = await openParts(this.#options, found, () => this.#tell())
    const { top, gitFolder, commonFolder, gap } = found.paths
    const paths = [top, gitFolder, commonFolder, gap]
    this.#folders = paths.map((path) => ({ path, identity: identityOf(path) }))
    this.#parts = parts
    this.#missing = null
  }

  async #openAgain(): Promise<void> {
    if (identityOf(this.#options.contentDir) === null) return
    const found = await findRepository({ ...this.#options, isAgain: true })
    // A repository around the missing one has other content.
    if (found.git === null || found.paths.top !== this.#paths?.top) return
    await this.#use(found)
    this.#options.log.info({}, 'The repository of the content folder is open again')
    this.#tell()
  }

  #change(work: () => Promise<void>): void {
    this.#changes
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
    keepDisplaced: (base) => displaced.keeping(base),
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
