/**
 * Assembles the repository of a content folder: opens or makes it, completes what a crash cut
 * short, and wires the commit path to its reads. Everything that touches the disk in a write goes
 * through one `io`, so that tests can make any step fail.
 */
import { randomUUID } from 'node:crypto'
import type { Log } from '../../log.ts'
import { createHeadWatcher } from '../commit/head-watcher.ts'
import { createIndexStore } from '../commit/index-store.ts'
import { createIntentRecord } from '../commit/intent.ts'
import { createChain } from '../commit/planning.ts'
import type { Publication } from '../commit/publication.ts'
import { createPublisher } from '../commit/publisher.ts'
import { PushMark } from '../commit/push-hook.ts'
import { createRecovery } from '../commit/recovery.ts'
import { Soundness } from '../commit/soundness.ts'
import { createFitness } from '../commit/wait-until-writable.ts'
import { createWriteQueue, type Round } from '../commit/write-queue.ts'
import { createDisplaced } from '../history/displaced-commits.ts'
import { createHistory } from '../history/history.ts'
import { createHistoryGit } from '../history/history-git.ts'
import { createMainLine } from '../history/main-line.ts'
import { redoCommit, undoCommit } from '../history/undo.ts'
import { createIndexLock } from '../locks/index-lock.ts'
import { createRefLocks } from '../locks/ref-locks.ts'
import { createRefMover } from '../locks/ref-mover.ts'
import { takeServerLock } from '../locks/server-lock.ts'
import type { CommitAuthor } from '../objects/commit-object.ts'
import { flushFileSystem } from '../objects/flush.ts'
import type { Environment } from '../objects/git-process.ts'
import { createIo, type Faults, type Io } from '../objects/io.ts'
import { createObjectReader } from '../objects/object-reader.ts'
import { createObjectWriter } from '../objects/objects.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import { createTreeCache } from '../objects/tree-cache.ts'
import { IncomingCheck } from '../remote/incoming.ts'
import { createIntegration } from '../remote/integration.ts'
import { createLeftConflicts } from '../remote/left-conflicts.ts'
import { createRemoteBranch } from '../remote/remote.ts'
import type { CommitId, Repository } from '../repository.ts'
import { createConversions } from '../worktree/conversion.ts'
import { type OpenedRepository, openRepository } from './open-repository.ts'
import { createPresence } from './presence.ts'
import { createReturningRepository, type OpenRepository } from './returning-repository.ts'
import { createUnusableRepository } from './unusable-repository.ts'

const LOCK_WAIT_MS = 10_000
/** A merge or branch switch of a script is over sooner than a person would retry. */
const BUSY_WAIT_MS = 2_000
const REPAIR_MS = 1_000

export interface RepositoryOptions {
  contentDir: string
  /** Author of our commits; what is missing comes from git's own settings. */
  identity: Partial<CommitAuthor>
  log: Log
  /** Environment for git: PATH, HOME, GIT_SSH_COMMAND and the like. */
  env: Environment
  /** Called when the files may be other than before, since a crash was repaired. */
  onRepaired?: () => void
  /** Tests only: called before each step of a write, and after some. */
  faults?: Faults
  /** Tests only: other calls of the file system. */
  io?: Io
  /** How long a write waits for a foreign index lock, in milliseconds. */
  lockWaitMs?: number
  /** How long a write waits for the end of a merge or the return to the branch. */
  busyWaitMs?: number
}

/**
 * The repository of a content folder, ready for use. Without git, or where nothing can be written,
 * it is `read_only`. @throws BareRepositoryError, SecondServerError
 */
export async function createRepository(options: RepositoryOptions): Promise<Repository> {
  const { contentDir, log } = options
  const all = { ...options, io: options.io ?? createIo(options.faults), serverId: randomUUID() }
  const opened = await openRepository(all)
  if (opened.git === null) {
    log.warn({}, opened.fixed.message)
    return createUnusableRepository(contentDir, opened.fixed)
  }
  if (opened.fixed !== null) log.warn({}, opened.fixed.message)
  const { paths } = opened
  const isSamePlace = ({ top, prefix }: RepositoryPaths) =>
    top === paths.top && prefix === paths.prefix
  return createReturningRepository({
    contentDir,
    gitFolder: paths.gitFolder,
    log,
    opened: await assembleThere(all, opened),
    async open() {
      const again = await openRepository({ ...all, isAgain: true })
      // A repository around the missing one has other content.
      return again.git !== null && isSamePlace(again.paths) ? assembleThere(all, again) : null
    },
  })
}

type AllOptions = RepositoryOptions & { io: Io; serverId: string }

async function assembleThere(all: AllOptions, opened: OpenedRepository): Promise<OpenRepository> {
  const presence = createPresence(all.contentDir, opened.paths)
  return { presence, repository: await assemble(all, opened) }
}

async function assemble(options: AllOptions, opened: OpenedRepository): Promise<Repository> {
  const { io, log, lockWaitMs = LOCK_WAIT_MS, busyWaitMs = BUSY_WAIT_MS } = options
  const { git, paths, author, fixed } = opened
  const serverLock = fixed === null ? await takeServerLock(paths.gap, options.serverId) : null
  const reader = createObjectReader(git)
  const trees = createTreeCache(reader)
  const conversions = createConversions({ io, git, paths, reader })
  const writer = createObjectWriter({ io, folder: paths.objects })
  const indexes = createIndexStore({ io, git, paths })
  const intents = createIntentRecord({ io, gap: paths.gap })
  const refLocks = createRefLocks({ io, paths, log })
  const refs = createRefMover(git, refLocks)
  const lock = createIndexLock({ io, paths })
  const recovery = createRecovery({
    io,
    git,
    log,
    paths,
    conversions,
    reader,
    trees,
    indexes,
    intents,
    refs,
    refLocks,
    lock,
  })
  if (fixed === null) {
    await lock.open()
    if (serverLock?.wasLeftBehind || (await recovery.isNeeded())) {
      await recovery.afterCrash()
      options.onRepaired?.()
    }
  }
  const soundness = new Soundness({ git, reader, log })
  const headWatcher = await createHeadWatcher({
    io,
    log,
    paths,
    reader,
    lock,
    lockWaitMs,
    soundness,
    fixed,
  })
  // After a crash: an author's newest commit may not have reached the disk.
  if (serverLock?.wasLeftBehind) soundness.suspect()
  const gitOptions = { folder: paths.top, config: git.config, env: git.env }
  const historyGit = createHistoryGit(gitOptions)
  const gitUntil = (signal: AbortSignal) => createHistoryGit(gitOptions, signal)
  const history = createHistory({ git: historyGit, gitUntil, paths, reader, trees })
  // The status asks for these: it waits behind no walk through the history.
  const statusHistory = createHistory({
    git: createHistoryGit(gitOptions),
    gitUntil,
    paths,
    reader,
    trees,
  })
  const mainLine = createMainLine({ git: historyGit, paths, reader })
  const displaced = createDisplaced({
    git,
    history: statusHistory,
    historyGit,
    paths,
    reader,
    trees,
  })
  const pushes = new PushMark({ io, paths, reader })
  const publisher = createPublisher({
    io,
    paths,
    branch: headWatcher.branch,
    pushes,
    reader,
    writer,
    indexes,
    intents,
    refs,
    lock,
    recovery,
  })
  const fitness = createFitness({ io, paths, pushes, indexes, headWatcher, busyWaitMs })
  const incoming = new IncomingCheck(git, trees.read)
  const integration = createIntegration({
    io,
    git,
    paths,
    conversions,
    indexes,
    reader,
    trees,
    author,
  })
  let ownTip: CommitId | null = null

  async function begin(deadline: number): Promise<Round> {
    await fitness.wait(deadline)
    if (refLocks.isDue()) await refLocks.clear()
    // Rounds do not overlap, so a lock that is still held is one whose release failed.
    if (recovery.isDue()) await recovery.complete()
    else await lock.release()
    await fitness.settle(deadline)
    refs.warmUp()
    const branch = headWatcher.branch() ?? 'HEAD'
    const commit = (await reader.info(branch))?.id ?? null
    const tree = commit && ((await reader.info(`${commit}^{tree}`))?.id ?? null)
    const isOwn = commit === ownTip
    let flushed = isOwn ? Promise.resolve() : flushFileSystem(paths.objects)
    const moves = isOwn ? [] : await displaced.keeping(commit)
    const parts = { io, paths, conversions, indexes, reader, trees, author }
    const chain = createChain(parts, { commit, tree })
    let brought: Omit<Publication, 'base' | 'baseTree' | 'moves'> | null = null
    return {
      add: (plan) => chain.add(plan),
      async integrate(theirs, rules) {
        const { publication, ...integrated } = await integration.plan(
          { commit, tree },
          theirs,
          rules,
        )
        brought = publication
        // What was fetched has to be on the disk before a ref of ours names it.
        if (publication !== null) flushed = flushFileSystem(paths.objects)
        return integrated
      },
      async publish() {
        const result = brought ?? chain.result()
        if (result === null) return true
        await flushed
        const publication = { ...result, base: commit, baseTree: tree, moves }
        const isDone = await publisher.publish(publication, deadline)
        if (isDone) {
          ownTip = result.tip
          // Beside the answer: the commit stands, whatever this look finds.
          headWatcher.check().catch(() => {})
        }
        return isDone
      },
    }
  }

  const queue = createWriteQueue({
    begin,
    onVanished: () => soundness.suspect(),
    timeLimitMs: lockWaitMs,
    log,
  })

  // A write that a fault cut short must not block the author until the next one.
  const repair = setInterval(() => {
    if (!recovery.isDue() && !lock.mayBeHeld() && !refLocks.isDue()) return
    const nothing = async () => ({ changes: [], subject: '', value: null })
    queue.write(nothing).catch((error) => log.warn({ err: error }, 'the repair has to wait'))
  }, REPAIR_MS)
  repair.unref()

  return {
    write: (plan) => queue.write(plan),
    async integrate(theirs, rules) {
      // Before the line of writers: none of them waits while a long history is looked at.
      await incoming.check(theirs, (await reader.info(headWatcher.branch() ?? 'HEAD'))?.id ?? null)
      return queue.integrate(theirs, rules)
    },
    connect(remote) {
      const branch = headWatcher.branch()
      if (fixed !== null || branch === null) return null
      return createRemoteBranch({ remote, branch, paths, git, reader })
    },
    contentPath: (path) => (path.startsWith(paths.prefix) ? path.slice(paths.prefix.length) : null),
    isThere: () => true,
    state: headWatcher.state,
    head: async () => (await reader.info('HEAD'))?.id ?? null,
    onChange: headWatcher.onChange,
    isIndexLocked: lock.isForeign,
    async readRevision(revision, path) {
      const blob = await history.readBlob(revision)
      const isText = blob === null || path === undefined
      return isText ? blob : conversions.toText(`${paths.prefix}${path}`, blob)
    },
    readFileAt: history.readFileAt,
    history: history.list,
    historyOfNames: history.listOfNames,
    commit: history.entry,
    isAncestor: history.isAncestor,
    fileRevisions: history.fileRevisions,
    mainLine: mainLine.read,
    firstCommitDates: history.firstCommitDates,
    deletedFiles: history.deletedFiles,
    undoing: (commit, tree) => undoCommit(history, commit, tree),
    displaced: displaced.list,
    redoing: async (commit, more) =>
      redoCommit(history, { commit, fork: await displaced.forkOf(commit) }, more),
    settle: displaced.settle,
    mergeConflicts: createLeftConflicts({
      git,
      history: statusHistory,
      displaced,
      reader,
      trees,
      paths,
    }),

    async close() {
      clearInterval(repair)
      await queue.close()
      await headWatcher.close()
      await Promise.all([refs.close(), reader.close()])
      // Where it fails, our file stays as the proof that the lock is ours.
      if (fixed === null) await lock.close().catch(() => {})
      await serverLock?.release()
    },
  }
}
