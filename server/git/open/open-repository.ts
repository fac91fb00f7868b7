/**
 * An open repository: puts the rooms of git together behind the door, completes what a crash cut
 * short, and calls each room by name. Everything of a write that touches the disk goes through one
 * `io`, so that tests can make any step fail.
 */
import { HeadWatcher } from '../commit/head-watcher.ts'
import { IndexStore } from '../commit/index-store.ts'
import { IntentRecord } from '../commit/intent.ts'
import { Publisher } from '../commit/publisher.ts'
import { PushMark } from '../commit/push-hook.ts'
import { Recovery } from '../commit/recovery.ts'
import { Rounds } from '../commit/round.ts'
import { Soundness } from '../commit/soundness.ts'
import { WriteQueue } from '../commit/write-queue.ts'
import { DisplacedCommits } from '../history/displaced-commits.ts'
import { History } from '../history/history.ts'
import { readMainLine } from '../history/main-line.ts'
import { redoCommit, undoCommit } from '../history/undo.ts'
import { IndexLock } from '../locks/index-lock.ts'
import { RefLocks } from '../locks/ref-locks.ts'
import { RefMover } from '../locks/ref-mover.ts'
import { type ServerLock, takeServerLock } from '../locks/server-lock.ts'
import type { Io } from '../objects/io.ts'
import { ObjectReader } from '../objects/object-reader.ts'
import { ObjectWriter } from '../objects/objects.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { TreeCache } from '../objects/tree-cache.ts'
import { IncomingCheck } from '../remote/incoming-check.ts'
import { Integration } from '../remote/integration.ts'
import { LeftConflicts } from '../remote/left-conflicts.ts'
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
import { Conversions } from '../worktree/conversion.ts'
import type { FoundRepository, RepositoryOptions } from './find-repository.ts'

const LOCK_WAIT_MS = 10_000
/** A merge or branch switch of a script is over sooner than a person would retry. */
const BUSY_WAIT_MS = 2_000
const REPAIR_MS = 1_000

export type OpenOptions = RepositoryOptions & { io: Io }

/** What saves and recovery work with. */
const writeTools = (access: RepositoryAccess) => {
  const refLocks = new RefLocks(access)
  const tools = {
    conversions: new Conversions(access),
    indexes: new IndexStore(access),
    intents: new IntentRecord({ io: access.io, gap: access.paths.gap }),
    refLocks,
    refs: new RefMover(access.git, refLocks),
    lock: new IndexLock(access),
  }
  return { ...access, ...tools, recovery: new Recovery({ ...access, ...tools }) }
}

interface Opened {
  tools: ReturnType<typeof writeTools>
  found: FoundRepository
  soundness: Soundness
  headWatcher: HeadWatcher
  /** Null where nothing can be written. */
  serverLock: ServerLock | null
}

export class OpenRepository implements Repository {
  readonly #tools: Opened['tools']
  readonly #isReadOnly: boolean
  readonly #headWatcher: HeadWatcher
  readonly #serverLock: ServerLock | null
  readonly #history: History
  readonly #displaced: DisplacedCommits
  readonly #conflicts: LeftConflicts
  readonly #incoming: IncomingCheck
  readonly #rounds: Rounds
  readonly #queue: WriteQueue
  readonly #repair: NodeJS.Timeout

  /** Opens what was found, after the recovery from a crash. @throws SecondServerError */
  static async open(options: OpenOptions, found: FoundRepository): Promise<OpenRepository> {
    const { io, log, lockWaitMs = LOCK_WAIT_MS } = options
    const { git, paths, fixed } = found
    const serverLock = fixed === null ? await takeServerLock(paths.gap) : null
    const reader = new ObjectReader(git)
    const tools = writeTools({ io, git, log, paths, reader, trees: new TreeCache(reader) })
    if (fixed === null) {
      await tools.lock.open()
      if (serverLock?.wasLeftBehind || (await tools.recovery.isNeeded())) {
        await tools.recovery.afterCrash()
        options.onRepaired?.()
      }
    }
    const soundness = new Soundness(tools)
    const headWatcher = await HeadWatcher.start({ ...tools, soundness, lockWaitMs, fixed })
    // After a crash: an author's newest commit may not have reached the disk.
    if (serverLock?.wasLeftBehind) soundness.suspect()
    return new OpenRepository(options, { tools, found, soundness, headWatcher, serverLock })
  }

  private constructor(options: OpenOptions, opened: Opened) {
    const { tools, found, soundness, headWatcher, serverLock } = opened
    this.#tools = tools
    this.#isReadOnly = found.fixed !== null
    this.#headWatcher = headWatcher
    this.#serverLock = serverLock
    this.#history = new History(tools)
    // The status asks for these: it waits behind no walk through the history.
    const history = new History(tools)
    this.#displaced = new DisplacedCommits({ ...tools, history })
    this.#conflicts = new LeftConflicts({ ...tools, history, displaced: this.#displaced })
    this.#incoming = new IncomingCheck(tools)
    this.#rounds = this.#createRounds(options, found)
    this.#queue = new WriteQueue({
      begin: (deadline) => this.#rounds.begin(deadline),
      onVanished: () => soundness.suspect(),
      timeLimitMs: options.lockWaitMs ?? LOCK_WAIT_MS,
      log: options.log,
    })
    this.#repair = setInterval(() => this.#repairSoon(), REPAIR_MS)
    this.#repair.unref()
  }

  #createRounds({ busyWaitMs = BUSY_WAIT_MS }: OpenOptions, { author }: FoundRepository) {
    const tools = this.#tools
    const headWatcher = this.#headWatcher
    const pushes = new PushMark(tools)
    const writer = new ObjectWriter({ io: tools.io, folder: tools.paths.objects })
    const branch = () => headWatcher.branch()
    const publisher = new Publisher({ ...tools, branch, pushes, writer })
    const integration = new Integration({ ...tools, author })
    return new Rounds({
      ...tools,
      author,
      headWatcher,
      pushes,
      publisher,
      busyWaitMs,
      keepDisplaced: (base) => this.#displaced.keeping(base),
      planIntegration: (base, theirs, rules) => integration.plan(base, theirs, rules),
    })
  }

  /** A write that a fault cut short must not block the author until the next one. */
  #repairSoon(): void {
    const { recovery, lock, refLocks, log } = this.#tools
    if (!recovery.isDue() && !lock.mayBeHeld() && !refLocks.isDue()) return
    const nothing = async () => ({ changes: [], subject: '', value: null })
    this.write(nothing).catch((error) => log.warn({ err: error }, 'The repair has to wait'))
  }

  write<T>(plan: Planner<T>): Promise<WriteResult<T>> {
    return this.#queue.write(plan)
  }

  workTree(): Promise<WorkTree> {
    return this.#rounds.workTree()
  }

  async integrate(theirs: CommitId, rules: MergeRules): Promise<Integrated> {
    const ours = await this.#tools.reader.idOf(this.#headWatcher.branch() ?? 'HEAD')
    // Before the line of writers: none of them waits while a long history is looked at.
    await this.#incoming.check(theirs, ours)
    return this.#queue.integrate(theirs, rules)
  }

  connect(remote: string): RemoteBranch | null {
    const branch = this.#headWatcher.branch()
    if (this.#isReadOnly || branch === null) return null
    return new RemoteBranchOfGit({ ...this.#tools, remote, branch })
  }

  contentPath(path: string): string | null {
    const { prefix } = this.#tools.paths
    return path.startsWith(prefix) ? path.slice(prefix.length) : null
  }

  exists(): boolean {
    return true
  }

  state(): RepositoryState {
    return this.#headWatcher.state()
  }

  head(): Promise<CommitId | null> {
    return this.#tools.reader.idOf('HEAD')
  }

  onChange(listener: () => void): () => void {
    return this.#headWatcher.onChange(listener)
  }

  isIndexLocked(): Promise<boolean> {
    return this.#tools.lock.isForeign()
  }

  async readRevision(revision: BlobId, path?: string): Promise<Buffer | null> {
    const { conversions, paths } = this.#tools
    const blob = await this.#history.readBlob(revision)
    const isText = blob === null || path === undefined
    return isText ? blob : conversions.toText(`${paths.prefix}${path}`, blob)
  }

  readFileAt(commit: CommitId, path: string): Promise<FileVersion | null> {
    return this.#history.readFileAt(commit, path)
  }

  history(question: HistoryQuestion): Promise<HistoryEntry[]> {
    return this.#history.list(question)
  }

  commit(commit: CommitId): Promise<HistoryEntry | null> {
    return this.#history.entry(commit)
  }

  fileRevisions(folder: string, since: CommitId | null, to: CommitId): Promise<FileRevision[]> {
    return this.#history.fileRevisions(folder, since, to)
  }

  mainLine(
    folders: readonly string[],
    range: { since: CommitId | null; to: CommitId },
  ): Promise<MainLineReading> {
    return readMainLine(this.#tools, folders, range)
  }

  deletedFiles(folder: string): Promise<readonly FileRevision[]> {
    return this.#history.deletedFiles(folder)
  }

  undoing(commit: CommitId, tree: WorkTree): Promise<readonly FileChange[]> {
    return undoCommit(this.#history, commit, tree)
  }

  displaced(): Promise<DisplacedChange[]> {
    return this.#displaced.list()
  }

  async redoing(
    commit: CommitId,
    more: { tree: WorkTree; merge: MergeBytes },
  ): Promise<RedoneFile[]> {
    const fork = await this.#displaced.forkOf(commit)
    return redoCommit(this.#history, { commit, fork }, more)
  }

  settle(id: CommitId | BlobId, isSettled: boolean): Promise<void> {
    return this.#displaced.settle(id, isSettled)
  }

  mergeConflicts(): Promise<LeftConflict[]> {
    return this.#conflicts.list()
  }

  async close(): Promise<void> {
    const { refs, reader, lock } = this.#tools
    clearInterval(this.#repair)
    await this.#queue.close()
    await this.#headWatcher.close()
    await Promise.all([refs.close(), reader.close()])
    // Where it fails, our file stays as the proof that the lock is ours.
    if (!this.#isReadOnly) await lock.close().catch(() => {})
    await this.#serverLock?.release()
  }
}
