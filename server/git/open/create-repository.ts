/**
 * The repository of a content folder for as long as the server runs. That its folders are missing, or
 * that others stand in their places, is a state of it: then what was open is closed, and every call
 * is refused with a sentence. Once they are back it is opened as at a start. Nothing is made in
 * their place meanwhile.
 */
import { statSync } from 'node:fs'
import { AppError, RepositoryError } from '../../errors.ts'
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
import { SecondServerError, takeServerLock } from '../locks/server-lock.ts'
import { Io } from '../objects/io.ts'
import { ObjectReader } from '../objects/object-reader.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import { checkIncoming, planIntegration } from '../remote/integration.ts'
import { LeftConflicts } from '../remote/left-conflicts.ts'
import { RemoteBranchOfGit } from '../remote/remote-branch.ts'
import type { Repository, RepositoryState } from '../repository.ts'
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

/** How often the folders are looked at, and between two tries to open what has come back. */
const LOOK_MS = 500
const OPEN_AGAIN_MS = 1_000
/** A look serves the questions of this time: some come by the thousand. */
const LOOK_HOLDS_MS = 20

/**
 * The repository of a content folder, ready for use. Without git, or where nothing can be written,
 * it is `read_only`. @throws BareRepositoryError, SecondServerError
 */
export async function createRepository(options: RepositoryOptions): Promise<Repository> {
  const repository = new GitRepository(options)
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

class GitRepository implements Repository {
  readonly #options: RepositoryOptions
  readonly #listeners = new Set<() => void>()
  /** Where the repository is; null where there has never been one to use. */
  #paths: RepositoryPaths | null = null
  #parts: OpenedParts | null = null
  /** The folders of what is open, as they were then. */
  #folders: readonly { path: string; identity: string | null }[] = []
  /** Why nothing can be asked; null while all is there. */
  #missing: RepositoryState | null = null
  /** Closing or opening under way. */
  #change: Promise<void> | null = null
  #lookedAt = 0
  #triedAt = 0
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
    this.#timer = setInterval(() => this.exists(), LOOK_MS).unref()
  }

  exists(): boolean {
    const { contentDir } = this.#options
    const content = identityOf(contentDir) ? null : missing(`The content folder ${contentDir}`)
    if (this.#paths === null) return content === null
    this.#lookedAt = performance.now()
    const isSame = this.#folders.every(({ path, identity }) => identityOf(path) === identity)
    const before = this.#missing
    if (content !== null) this.#missing = content
    else if (!isSame) this.#missing = missing(`The git repository ${this.#paths.gitFolder}`)
    else if (this.#parts !== null) this.#missing = null
    if (this.#parts !== null && !isSame) this.#lose(this.#parts)
    else if (this.#parts === null && content === null) this.#openSoon()
    if (before?.message !== this.#missing?.message) this.#tell()
    return this.#missing === null
  }

  state(): RepositoryState {
    const open = this.#parts?.headWatcher.state() ?? missing('The git repository')
    return this.#missing ?? open
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Bound: it is handed on alone. */
  readonly contentPath = (path: string): string | null => {
    const prefix = this.#paths?.prefix ?? ''
    return path.startsWith(prefix) ? path.slice(prefix.length) : null
  }

  readonly write: Repository['write'] = (plan) => this.#ask(({ saves }) => saves.write(plan))

  readonly workTree: Repository['workTree'] = () => this.#ask(({ saves }) => saves.workTree())

  readonly integrate: Repository['integrate'] = (theirs, rules) =>
    this.#ask(async ({ access, saves }) => {
      // Before the line of saves: none of them waits while a large tree is looked at.
      await checkIncoming(access.git, theirs)
      return saves.run((base, staged) =>
        planIntegration(access, { theirs, rules }, { base, staged }),
      )
    })

  readonly connect: Repository['connect'] = (remote) => {
    const branch = this.#parts?.headWatcher.branch() ?? null
    if (this.#parts?.isReadOnly !== false || branch === null) return null
    return new RemoteBranchOfGit({ access: () => this.#open().access, remote, branch })
  }

  readonly head: Repository['head'] = async () =>
    this.#paths && this.#ask(({ access }) => access.reader.idOf('HEAD'))

  readonly isIndexLocked: Repository['isIndexLocked'] = async () =>
    this.#paths !== null && this.#ask(({ lock }) => lock.isForeign())

  readonly readRevision: Repository['readRevision'] = (revision, path) =>
    this.#ask(({ access }) =>
      path === undefined
        ? access.reader.blob(revision)
        : readableText(access, `${access.paths.prefix}${path}`, revision),
    )

  readonly readFileAt: Repository['readFileAt'] = (commit, path) =>
    this.#ask(({ history }) => history.readFileAt(commit, path))

  readonly history: Repository['history'] = (names, limit) =>
    this.#ask(({ history }) => history.list(names, limit))

  readonly commit: Repository['commit'] = (commit) =>
    this.#ask(({ history }) => history.entry(commit))

  readonly fileRevisions: Repository['fileRevisions'] = (folder, since, to) =>
    this.#ask(({ history }) => history.fileRevisions(folder, since, to))

  readonly mainLine: Repository['mainLine'] = (folders, range) =>
    this.#ask(({ history }) => history.mainLine(folders, range))

  readonly deletedFiles: Repository['deletedFiles'] = (folder) =>
    this.#ask(({ history }) => history.deletedFiles(folder))

  readonly undoing: Repository['undoing'] = (commit, tree) =>
    this.#ask(({ history }) => undoCommit(history, commit, tree))

  readonly displaced: Repository['displaced'] = () => this.#ask(({ displaced }) => displaced.list())

  readonly redoing: Repository['redoing'] = (commit, more) =>
    this.#ask(async ({ history, displaced }) => {
      const fork = await displaced.forkOf(commit)
      return redoCommit(history, { commit, fork }, more)
    })

  readonly settle: Repository['settle'] = (id, isSettled) =>
    this.#ask(({ displaced }) => displaced.settle(id, isSettled))

  readonly mergeConflicts: Repository['mergeConflicts'] = () =>
    this.#ask(({ conflicts }) => conflicts.list())

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer)
    await this.#change
    await this.#parts?.close()
  }

  /** What is open. @throws RepositoryError with what is missing */
  #open(): OpenedParts {
    if (performance.now() - this.#lookedAt > LOOK_HOLDS_MS) this.exists()
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

  async #use(found: FoundRepository): Promise<void> {
    const parts = await openParts(this.#options, found, () => this.#tell())
    const { top, gitFolder, commonFolder, gap } = found.paths
    const paths = [top, gitFolder, commonFolder, gap]
    this.#folders = paths.map((path) => ({ path, identity: identityOf(path) }))
    this.#parts = parts
    this.#missing = null
  }

  #lose(parts: OpenedParts): void {
    this.#parts = null
    this.#folders = []
    this.#options.log.warn({}, this.state().message)
    this.#inTurn(() => parts.close())
  }

  #openSoon(): void {
    if (this.#change !== null || Date.now() - this.#triedAt < OPEN_AGAIN_MS) return
    this.#triedAt = Date.now()
    this.#inTurn(() => this.#openAgain())
  }

  async #openAgain(): Promise<void> {
    const found = await findRepository({ ...this.#options, isAgain: true })
    // A repository around the missing one has other content.
    if (found.git === null || found.paths.top !== this.#paths?.top) {
      this.#missing = missing(`The git repository ${this.#paths?.gitFolder}`)
      return
    }
    try {
      await this.#use(found)
      this.#options.log.info({}, 'The repository of the content folder is open again')
    } catch (error) {
      if (!(error instanceof SecondServerError)) throw error
      this.#missing = readOnly(error.message)
    }
    this.#tell()
  }

  /** One after another: what is lost is closed before anything is opened. */
  #inTurn(work: () => Promise<void>): void {
    const turn = (this.#change ?? Promise.resolve())
      .then(work)
      .catch((error) =>
        this.#options.log.warn({ err: error }, 'The repository could not be opened or closed'),
      )
      .finally(() => {
        if (this.#change === turn) this.#change = null
      })
    this.#change = turn
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
  const access = { io, git, log, paths, reader }
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
  await headWatcher.start()
  const pushes = new PushMark(access)
  const publisher = new Publisher({
    ...{ ...access, author, pushes, intents, lock, recovery },
    branch: () => headWatcher.branch(),
  })
  const history = new History(access)
  // The status asks for these: it waits behind no walk through the history.
  const statusHistory = new History(access)
  const displaced = new DisplacedCommits({ ...access, history: statusHistory })
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
    conflicts: new LeftConflicts({ ...access, history: statusHistory, displaced }),
    async close() {
      clearInterval(repair)
      await saves.close()
      await headWatcher.close()
      await reader.close()
      // Where it fails, the next start gives it back.
      if (!isReadOnly) await lock.release().catch(() => {})
      await serverLock?.release()
    },
  }
}
