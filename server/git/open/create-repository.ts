/**
 * The repository of a content folder for as long as the server runs. That its folders are missing, or
 * that others stand in their places, is a state of it: then what was open is closed, and every call
 * is refused with a sentence. Once they are back it is opened as at a start. Nothing is made in
 * their place meanwhile.
 */
import { AppError, RepositoryError } from '../../errors.ts'
import { readMainLine } from '../history/main-line.ts'
import { redoCommit, undoCommit } from '../history/undo.ts'
import { SecondServerError } from '../locks/server-lock.ts'
import { createIo } from '../objects/io.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import { planIntegration } from '../remote/integration.ts'
import { RemoteBranchOfGit } from '../remote/remote-branch.ts'
import type {
  BlobId,
  CommitId,
  DisplacedChange,
  FileChange,
  FileRevision,
  FileVersion,
  HistoryEntry,
  HistoryQuestion,
  Integrated,
  LeftConflict,
  MainLineReading,
  MergeBytes,
  MergeRules,
  Planner,
  RedoneFile,
  RemoteBranch,
  Repository,
  RepositoryState,
  WorkTree,
  WriteResult,
} from '../repository.ts'
import { readableText } from '../worktree/conversion.ts'
import { type FoundRepository, findRepository, type RepositoryOptions } from './find-repository.ts'
import { type OpenedParts, type OpenOptions, openParts } from './opened-parts.ts'
import { missingContent, missingRepository, Presence } from './presence.ts'
import { readOnly } from './probe.ts'

/** How often the folders are looked at. */
const LOOK_MS = 500
/** Between two tries to open what has come back. */
const OPEN_AGAIN_MS = 1_000
/** A look serves the questions of this time: some come by the thousand. */
const LOOK_HOLDS_MS = 20

/**
 * The repository of a content folder, ready for use. Without git, or where nothing can be written,
 * it is `read_only`. @throws BareRepositoryError, SecondServerError
 */
export async function createRepository(options: RepositoryOptions): Promise<Repository> {
  const all = { ...options, io: options.io ?? createIo(options.faults) }
  const found = await findRepository(all)
  if (found.fixed !== null) options.log.warn({}, found.fixed.message)
  if (found.git === null) return new GitRepository(all, { state: found.fixed })
  return new GitRepository(all, { found, parts: await openParts(all, found) })
}

type Opened = { found: FoundRepository; parts: OpenedParts }

class GitRepository implements Repository {
  readonly #options: OpenOptions
  readonly #listeners = new Set<() => void>()
  /** Where the repository is; null where there has never been one to use. */
  readonly #paths: RepositoryPaths | null
  #timer: NodeJS.Timeout | null = null
  #opened: { parts: OpenedParts; presence: Presence } | null = null
  /** Why nothing can be asked; null while all is there. */
  #missing: RepositoryState | null = null
  /** Closing or opening under way. */
  #change: Promise<void> | null = null
  #lookedAt = 0
  #triedAt = 0
  #isClosed = false

  constructor(options: OpenOptions, first: Opened | { state: RepositoryState }) {
    this.#options = options
    if ('state' in first) {
      this.#paths = null
      this.#missing = first.state
      return
    }
    this.#paths = first.found.paths
    this.#use(first)
    this.#timer = setInterval(() => this.exists(), LOOK_MS).unref()
  }

  exists(): boolean {
    const { contentDir } = this.#options
    if (this.#isClosed || this.#paths === null) return missingContent(contentDir) === null
    this.#lookedAt = performance.now()
    const presence = this.#opened?.presence
    const missing = presence ? presence.missing() : missingContent(contentDir)
    const isLost = presence !== undefined && !presence.isSame()
    const before = this.#missing
    if (missing !== null) this.#missing = missing
    else if (isLost) this.#missing = missingRepository(this.#paths.gitFolder)
    else if (presence) this.#missing = null
    if (isLost) this.#lose()
    else if (!presence && missing === null) this.#openSoon()
    if (before?.message !== this.#missing?.message) this.#tell()
    return this.#missing === null
  }

  state(): RepositoryState {
    if (this.#paths === null) return missingContent(this.#options.contentDir) ?? this.#cause()
    return this.#missing ?? this.#opened?.parts.headWatcher.state() ?? this.#cause()
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

  write<T>(plan: Planner<T>): Promise<WriteResult<T>> {
    return this.#ask(({ saves }) => saves.write(plan))
  }

  workTree(): Promise<WorkTree> {
    return this.#ask(({ saves }) => saves.workTree())
  }

  integrate(theirs: CommitId, rules: MergeRules): Promise<Integrated> {
    return this.#ask(async ({ access, saves, incoming }) => {
      // Before the line of saves: none of them waits while a large tree is looked at.
      await incoming.check(theirs)
      return saves.run((base) => planIntegration(access, { base, theirs, rules }))
    })
  }

  connect(remote: string): RemoteBranch | null {
    const opened = this.#opened?.parts
    const branch = opened?.headWatcher.branch() ?? null
    if (opened === undefined || opened.isReadOnly || branch === null) return null
    return new RemoteBranchOfGit({ access: () => this.#open().access, remote, branch })
  }

  async head(): Promise<CommitId | null> {
    if (this.#paths === null) return null
    return this.#ask(({ access }) => access.reader.idOf('HEAD'))
  }

  async isIndexLocked(): Promise<boolean> {
    return this.#paths !== null && this.#ask(({ lock }) => lock.isForeign())
  }

  readRevision(revision: BlobId, path?: string): Promise<Buffer | null> {
    return this.#ask(({ access, history }) =>
      path === undefined
        ? history.readBlob(revision)
        : readableText(access, `${access.paths.prefix}${path}`, revision),
    )
  }

  readFileAt(commit: CommitId, path: string): Promise<FileVersion | null> {
    return this.#ask(({ history }) => history.readFileAt(commit, path))
  }

  history(question: HistoryQuestion): Promise<HistoryEntry[]> {
    return this.#ask(({ history }) => history.list(question))
  }

  commit(commit: CommitId): Promise<HistoryEntry | null> {
    return this.#ask(({ history }) => history.entry(commit))
  }

  fileRevisions(folder: string, since: CommitId | null, to: CommitId): Promise<FileRevision[]> {
    return this.#ask(({ history }) => history.fileRevisions(folder, since, to))
  }

  mainLine(
    folders: readonly string[],
    range: { since: CommitId | null; to: CommitId },
  ): Promise<MainLineReading> {
    return this.#ask(({ access }) => readMainLine(access, folders, range))
  }

  deletedFiles(folder: string): Promise<readonly FileRevision[]> {
    return this.#ask(({ history }) => history.deletedFiles(folder))
  }

  undoing(commit: CommitId, tree: WorkTree): Promise<readonly FileChange[]> {
    return this.#ask(({ history }) => undoCommit(history, commit, tree))
  }

  displaced(): Promise<DisplacedChange[]> {
    return this.#ask(({ displaced }) => displaced.list())
  }

  redoing(commit: CommitId, more: { tree: WorkTree; merge: MergeBytes }): Promise<RedoneFile[]> {
    return this.#ask(async ({ history, displaced }) => {
      const fork = await displaced.forkOf(commit)
      return redoCommit(history, { commit, fork }, more)
    })
  }

  settle(id: CommitId | BlobId, isSettled: boolean): Promise<void> {
    return this.#ask(({ displaced }) => displaced.settle(id, isSettled))
  }

  mergeConflicts(): Promise<LeftConflict[]> {
    return this.#ask(({ conflicts }) => conflicts.list())
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer !== null) clearInterval(this.#timer)
    await this.#change
    await this.#opened?.parts.close()
  }

  /** What is open. @throws RepositoryError with what is missing */
  #open(): OpenedParts {
    if (performance.now() - this.#lookedAt > LOOK_HOLDS_MS) this.exists()
    if (this.#missing === null && this.#opened !== null) return this.#opened.parts
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

  #cause(): RepositoryState {
    return this.#missing ?? missingRepository(this.#paths?.gitFolder ?? '')
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #use({ found, parts }: Opened): void {
    const presence = new Presence(this.#options.contentDir, found.paths)
    this.#opened = { parts, presence }
    parts.headWatcher.onChange(() => this.#tell())
    this.#missing = null
  }

  #lose(): void {
    const lost = this.#opened
    if (lost === null) return
    this.#opened = null
    this.#options.log.warn({}, this.state().message)
    this.#inTurn(() => lost.parts.close())
  }

  #openSoon(): void {
    if (this.#change !== null || Date.now() - this.#triedAt < OPEN_AGAIN_MS) return
    this.#inTurn(async () => {
      this.#triedAt = Date.now()
      if (!(await this.#openAgain())) return
      this.#options.log.info({}, 'The repository of the content folder is open again')
      this.#tell()
    })
  }

  /** Whether the repository is there and could be opened. */
  async #openAgain(): Promise<boolean> {
    const found = await findRepository({ ...this.#options, isAgain: true })
    const { top, prefix } = found.git === null ? { top: null, prefix: null } : found.paths
    // A repository around the missing one has other content.
    if (found.git === null || top !== this.#paths?.top || prefix !== this.#paths.prefix) {
      this.#missing = missingRepository(this.#paths?.gitFolder ?? '')
      return false
    }
    try {
      this.#use({ found, parts: await openParts(this.#options, found) })
      return true
    } catch (error) {
      if (!(error instanceof SecondServerError)) throw error
      this.#missing = readOnly(error.message)
      return false
    }
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
