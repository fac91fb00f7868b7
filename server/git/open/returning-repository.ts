/**
 * The repository of a content folder over the whole life of the server. When its folders are gone,
 * or others have taken their places, the opened repository is closed; once they are back it is
 * opened as at a start: recovery, server lock, watches and processes are all new. Meanwhile every
 * call is refused with a sentence that says what is missing.
 */
import { AppError, RepositoryError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { SecondServerError } from '../locks/server-lock.ts'
import type { RemoteBranch, Repository, RepositoryState } from '../repository.ts'
import { missingContent, missingRepository, type Presence } from './presence.ts'
import { readOnly } from './probe.ts'

/** How often the folders are looked at. */
const LOOK_MS = 500
/** Between two tries to open what has come back. */
const OPEN_AGAIN_MS = 1_000
/** A look serves the questions of this time: some come by the thousand. */
const LOOK_HOLDS_MS = 20

/** A repository that is open, and how to tell that it is still there. */
export interface PresentRepository {
  repository: Repository
  presence: Presence
}

interface ReturningOptions {
  contentDir: string
  /** The git folder, for a person to read. */
  gitFolder: string
  opened: PresentRepository
  /** Opens what is there now, without making anything; null when it is no repository of the content. */
  open: () => Promise<PresentRepository | null>
  log: Log
}

class ReturningRepository {
  readonly #options: ReturningOptions
  readonly #listeners = new Set<() => void>()
  readonly #timer: NodeJS.Timeout
  #opened: PresentRepository | null
  #stopListening: () => void
  /** Why nothing can be asked; null while all is there. */
  #missing: RepositoryState | null = null
  #change: Promise<void> | null = null
  #lookedAt = 0
  #triedAt = 0
  #isClosed = false

  constructor(options: ReturningOptions) {
    this.#options = options
    this.#opened = options.opened
    this.#stopListening = options.opened.repository.onChange(() => this.#tell())
    this.#timer = setInterval(() => this.look(), LOOK_MS)
    this.#timer.unref()
  }

  /** Looks at the folders now. @returns whether all is there and open */
  look(): boolean {
    if (this.#isClosed) return this.#missing === null
    this.#lookedAt = performance.now()
    const { contentDir, gitFolder } = this.#options
    const presence = this.#opened?.presence
    const missing = presence ? presence.missing() : missingContent(contentDir)
    const isLost = presence !== undefined && !presence.isSame()
    const before = this.#missing
    if (missing !== null) this.#missing = missing
    else if (isLost) this.#missing = missingRepository(gitFolder)
    else if (presence) this.#missing = null
    if (isLost) this.#lose()
    else if (!presence && missing === null) this.#openSoon()
    if (before?.message !== this.#missing?.message) this.#tell()
    return this.#missing === null
  }

  state(): RepositoryState {
    const { gitFolder } = this.#options
    return this.#missing ?? this.#opened?.repository.state() ?? missingRepository(gitFolder)
  }

  /** The open repository. @throws RepositoryError while there is none */
  current(): Repository {
    if (performance.now() - this.#lookedAt > LOOK_HOLDS_MS) this.look()
    if (this.#missing === null && this.#opened !== null) return this.#opened.repository
    throw this.#refusal()
  }

  /** Asks the open repository. @throws RepositoryError with what is missing when that is the reason */
  async ask<T>(question: (repository: Repository) => Promise<T>): Promise<T> {
    try {
      return await question(this.current())
    } catch (error) {
      if (this.look() || (error instanceof AppError && error.statusCode < 500)) throw error
      throw this.#refusal(error)
    }
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#change
    this.#stopListening()
    await this.#opened?.repository.close()
  }

  #refusal(cause?: unknown): RepositoryError {
    return new RepositoryError('read_only', this.state().message, cause)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #lose(): void {
    const lost = this.#opened
    if (lost === null) return
    this.#opened = null
    this.#stopListening()
    this.#options.log.warn({}, this.state().message)
    this.#inTurn(() => lost.repository.close())
  }

  #openSoon(): void {
    if (this.#change !== null || Date.now() - this.#triedAt < OPEN_AGAIN_MS) return
    this.#inTurn(async () => {
      this.#triedAt = Date.now()
      const opened = await this.#open()
      if (opened === null) return
      this.#opened = opened
      this.#stopListening = opened.repository.onChange(() => this.#tell())
      this.#missing = null
      this.#options.log.info({}, 'The repository of the content folder is open again')
      this.#tell()
    })
  }

  async #open(): Promise<PresentRepository | null> {
    try {
      const opened = await this.#options.open()
      if (opened === null) this.#missing = missingRepository(this.#options.gitFolder)
      return opened
    } catch (error) {
      if (!(error instanceof SecondServerError)) throw error
      this.#missing = readOnly(error.message)
      return null
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

/** The same as a repository: each call goes to the one that is open now. */
export function createReturningRepository(options: ReturningOptions): Repository {
  const returning = new ReturningRepository(options)
  const ask = returning.ask.bind(returning)
  const first = options.opened.repository
  return {
    contentPath: (path) => first.contentPath(path),
    write: (plan) => ask((now) => now.write(plan)),
    workTree: () => ask((now) => now.workTree()),
    integrate: (...of) => ask((now) => now.integrate(...of)),
    connect: (remote) => connect(returning, remote),
    exists: () => returning.look(),
    state: () => returning.state(),
    head: () => ask((now) => now.head()),
    onChange: (listener) => returning.onChange(listener),
    isIndexLocked: () => ask((now) => now.isIndexLocked()),
    readRevision: (...of) => ask((now) => now.readRevision(...of)),
    readFileAt: (...of) => ask((now) => now.readFileAt(...of)),
    history: (...of) => ask((now) => now.history(...of)),
    commit: (...of) => ask((now) => now.commit(...of)),
    fileRevisions: (...of) => ask((now) => now.fileRevisions(...of)),
    mainLine: (...of) => ask((now) => now.mainLine(...of)),
    deletedFiles: (...of) => ask((now) => now.deletedFiles(...of)),
    undoing: (...of) => ask((now) => now.undoing(...of)),
    displaced: () => ask((now) => now.displaced()),
    redoing: (...of) => ask((now) => now.redoing(...of)),
    settle: (...of) => ask((now) => now.settle(...of)),
    mergeConflicts: () => ask((now) => now.mergeConflicts()),
    close: () => returning.close(),
  }
}

/** A branch of a remote that outlives the repository it was first asked of. */
function connect(returning: ReturningRepository, remote: string): RemoteBranch | null {
  const first = returning.current()
  const branch = first.connect(remote)
  if (branch === null) return null
  let known = { repository: first, branch }
  const ask = <T>(question: (branch: RemoteBranch) => Promise<T>) =>
    returning.ask(async (repository) => {
      if (repository !== known.repository) {
        const next = repository.connect(remote)
        if (next === null) throw new RepositoryError('read_only', repository.state().message)
        known.branch.close()
        known = { repository, branch: next }
      }
      return question(known.branch)
    })
  return {
    name: branch.name,
    fetch: () => ask((now) => now.fetch()),
    allNames: () => ask((now) => now.allNames()),
    push: (commit) => ask((now) => now.push(commit)),
    tip: () => ask((now) => now.tip()),
    seen: () => ask((now) => now.seen()),
    agree: (commit) => ask((now) => now.agree(commit)),
    isRewritten: (commit) => ask((now) => now.isRewritten(commit)),
    count: () => ask((now) => now.count()),
    close: () => known.branch.close(),
  }
}
