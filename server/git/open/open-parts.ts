/** The parts of an open repository, put together. */
import { AuthorIndex } from '../commit/author-index.ts'
import { openCommits } from '../commit/commit-maker.ts'
import { HeadWatcher } from '../commit/head-watcher.ts'
import { intentFile } from '../commit/intent.ts'
import { Recovery } from '../commit/recovery.ts'
import { Saves } from '../commit/saves.ts'
import { DisplacedCommits } from '../history/displaced-commits.ts'
import { History } from '../history/history.ts'
import { ownLockFile } from '../locks/index-lock.ts'
import { openRefUpdates } from '../locks/refs.ts'
import { takeServerLock } from '../locks/server-lock.ts'
import { openShell } from '../objects/git-shell.ts'
import { Io } from '../objects/io.ts'
import { NewObjects } from '../objects/new-objects.ts'
import { ObjectReader } from '../objects/object-reader.ts'
import { openTreeDiffs } from '../objects/tree.ts'
import type { FoundRepository, RepositoryOptions } from './find-repository.ts'

const LOCK_WAIT_MS = 10_000
/** A merge or branch switch of a script is over sooner than a person would retry. */
const BUSY_WAIT_MS = 2_000
const REPAIR_MS = 1_000

export type RepositoryParts = Awaited<ReturnType<typeof openParts>>

/**
 * Opens a repository, after the recovery from a crash.
 * @param onChange called after HEAD moved or the state changed @throws SecondServerError
 */
export async function openParts(
  options: RepositoryOptions,
  { git, paths, author, refusal }: FoundRepository,
  onChange: () => void,
) {
  const { log, lockWaitMs = LOCK_WAIT_MS, busyWaitMs = BUSY_WAIT_MS } = options
  const io = new Io(options.faults)
  const isReadOnly = refusal !== null
  const serverLock = isReadOnly ? null : await takeServerLock(paths.gap)
  const newObjects = new NewObjects({ io, paths })
  const reader = new ObjectReader(git, isReadOnly ? {} : newObjects.reading)
  const refUpdates = openRefUpdates(git)
  const shell = openShell(git)
  const treeDiffs = openTreeDiffs(git, newObjects.reading)
  const commits = openCommits(git, newObjects.writing)
  const objects = { reader, newObjects, treeDiffs, commits }
  const access = { io, git, log, paths, author, refUpdates, shell, ...objects }
  const authorIndex = new AuthorIndex(access)
  const recovery = new Recovery({ ...access, authorIndex })
  if (!isReadOnly) {
    // They are overwritten in place, so that no save has to flush their names.
    for (const file of [ownLockFile(access), intentFile(access)]) {
      await io.overwrite(file, Buffer.alloc(0), true)
    }
    await io.sync(paths.gap)
    await recovery.atStart()
    await newObjects.clear()
  }
  const headWatcher = new HeadWatcher({ ...access, recovery, lockWaitMs, refusal, onChange })
  await headWatcher.check()
  const history = new History(access)
  const displaced = new DisplacedCommits({ ...access, history })
  const saves = new Saves({
    ...access,
    authorIndex,
    headWatcher,
    recovery,
    refsToKeep: (base) => displaced.refsToKeep(base),
    timeLimitMs: lockWaitMs,
    busyWaitMs,
    mayBegin: options.mayBegin ?? (() => true),
  })
  const repair = setInterval(() => {
    // A save that a fault cut short must not block the author until the next one.
    if (recovery.isPending()) saves.repair()
  }, REPAIR_MS).unref()
  return {
    access,
    isReadOnly,
    headWatcher,
    saves,
    history,
    displaced,
    async close() {
      clearInterval(repair)
      await saves.close()
      // Where it fails, the next start does it.
      if (recovery.isPending()) await recovery.completeOrUndo().catch(() => {})
      await headWatcher.close()
      await newObjects.close()
      for (const open of [reader, refUpdates, shell, treeDiffs, commits]) await open.close()
      await serverLock?.release()
    },
  }
}
