/**
 * Publishes a save: prepares it without a lock, then replaces the index, moves the branch and
 * updates the work tree in one critical section under the author's `index.lock`. The move of the
 * branch is the point of commitment: a fault before it leaves nothing visible, a later one is
 * completed from the intent record.
 */
import { dirname, join } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import { mapConcurrently } from '../../workers/turns.ts'
import { releaseIndexLock, takeIndexLock } from '../locks/index-lock.ts'
import { clearRefLocks, moveRefs, type RefMove } from '../locks/refs.ts'
import { refusedWrite } from '../objects/failures.ts'
import { GitFailure } from '../objects/git-process.ts'
import type { FileIdentity } from '../objects/io.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { OWN_REFS } from '../objects/repository-paths.ts'
import type { AuthorIndex } from './author-index.ts'
import { type HeadWatcher, LOCKED, readRepositoryState } from './head-watcher.ts'
import { clearIntent, type IntendedFile, saveIntent } from './intent.ts'
import type { PlanContext, PlannedSave } from './plan-save.ts'
import { isPushUnderWay } from './push-hook.ts'
import { flushNames, type Recovery, replaceFile } from './recovery.ts'
import { isAsBefore } from './work-tree-files.ts'

const notWritable = (folder: string) =>
  `The server is not allowed to write to the folder “${folder}”, so nothing was saved.`
const otherVolume = (folder: string) =>
  `The folder “${folder}” lies on another volume than the git repository, so nothing can be saved in it from here.`
const OUTCOME_UNKNOWN = 'The change may or may not have been saved. Please reload to see.'

interface PublishOptions extends PlanContext {
  /** By `performance.now()`. */
  deadline: number
  /** Other refs to move in the same transaction. */
  moves: readonly RefMove[]
}

interface Swap {
  branch: string
  moves: readonly RefMove[]
  swapIndex(): Promise<void>
}

export interface PublishDeps extends RepositoryAccess {
  authorIndex: AuthorIndex
  headWatcher: HeadWatcher
  recovery: Recovery
}

/**
 * Resolves when the commits are durable, or with false and nothing changed when the repository has
 * changed since the plan.
 * @throws RepositoryError
 */
export async function publish(
  deps: PublishDeps,
  save: PlannedSave,
  options: PublishOptions,
): Promise<boolean> {
  const { authorIndex, recovery } = deps
  const { deadline, moves, indexIdentity } = options
  const branch = deps.headWatcher.branch()
  if (branch === null) return false
  const index = save.index ?? `${save.folder}-author-index`
  try {
    await prepare(deps, save, { ...options, branch, index })
    if (!(await takeIndexLock(deps, deadline))) {
      throw new RepositoryError('repository_locked', LOCKED.message)
    }
    if (!(await isUnchanged(deps, save, branch, indexIdentity))) return false
    const isClean = options.staged.size === 0
    const swapIndex = () => authorIndex.swap(index, save.tip, isClean)
    return await moveAndComplete(deps, save, { branch, moves, swapIndex })
  } catch (error) {
    throw refusedWrite(error)
  } finally {
    // While a recovery is pending the lock is kept: it proves that the index is as the save left it.
    const release = recovery.isPending() ? null : releaseIndexLock(deps)
    await release?.catch(() => recovery.completeOrUndo()).catch(() => {})
  }
}

/** Everything that can be written before the lock is taken, flushed. */
async function prepare(
  deps: PublishDeps,
  { base, tip, files, folder, index: madeIndex }: PlannedSave,
  { branch, index, indexIdentity, staged }: PublishOptions & { branch: string; index: string },
): Promise<void> {
  const { authorIndex, io, newObjects } = deps
  await checkFolders(deps, files)
  const work = [
    madeIndex === null
      ? authorIndex.prepare(index, files, { base, identity: indexIdentity, staged })
      : io.sync(index),
    io.syncAll(files.map(({ path }) => join(folder, path))),
    newObjects.publish(),
    saveIntent(deps, { branch, tip, files }),
  ]
  // Wait for all, also after a failure: the cleanup removes their files.
  await Promise.allSettled(work)
  await Promise.all(work)
}

/**
 * Makes the folders of new files. What would stop the save after its commit is found here: a
 * folder that is not writable, or on another volume than the new files.
 * @throws RepositoryError
 */
async function checkFolders(
  { paths, io }: RepositoryAccess,
  files: readonly IntendedFile[],
): Promise<void> {
  const volume = await io.volume(paths.gap)
  for (const name of new Set(files.map(({ path }) => dirname(path)))) {
    const folder = join(paths.top, name)
    const isStaying = files.some(({ path, after }) => after !== null && dirname(path) === name)
    if (isStaying) await io.makeFolder(folder)
    else if ((await io.kind(folder)) === null) continue
    if (!(await io.isWritable(folder))) throw new RepositoryError('read_only', notWritable(name))
    const isNear = !isStaying || (await io.volume(folder)) === volume
    if (!isNear) throw new RepositoryError('read_only', otherVolume(name))
  }
}

/** Under the lock: is everything still as it was when the save was planned? */
async function isUnchanged(
  deps: PublishDeps,
  { files }: PlannedSave,
  branch: string,
  index: FileIdentity | null,
): Promise<boolean> {
  const { io, paths } = deps
  const [{ state }, isPushed, identity, same] = await Promise.all([
    readRepositoryState(deps, branch),
    isPushUnderWay(deps, branch),
    io.identity(paths.index),
    mapConcurrently(files, (file) => isAsBefore(deps, file)),
  ])
  return state === 'ok' && !isPushed && identity === index && same.every(Boolean)
}

/**
 * Moves the branch, then completes files and index. What fails is finished or undone by the
 * recovery.
 * @param swapIndex replaces the author's index
 * @returns false, with nothing changed, when someone else moved or locked the branch
 */
async function moveAndComplete(
  deps: PublishDeps,
  { base, tip, files, folder }: PlannedSave,
  { branch, moves, swapIndex }: Swap,
): Promise<boolean> {
  const { authorIndex, reader, recovery } = deps
  const others = [{ ref: OWN_REFS.acked, to: tip }, ...moves]
  const flush = async () => {
    // Once no prune can take the objects any more.
    await deps.newObjects.guard()
    await flushNames(deps, files, [branch, ...others.map(({ ref }) => ref)])
  }
  let isMoved = false
  try {
    await moveRefs(deps, [{ ref: branch, to: tip, from: base }, ...others], swapIndex)
    isMoved = true
    await authorIndex.forgetSwap()
    await mapConcurrently(files, (file) => replaceFile(deps, file, join(folder, file.path)))
    await releaseIndexLock(deps)
    await flush()
    await clearIntent(deps)
    return true
  } catch (error) {
    const wasKilled = error instanceof GitFailure && error.exitCode === null
    if (wasKilled && !isMoved) await clearRefLocks(deps, { branch, tip })
    // Only the branch itself can tell whether the transaction took place.
    const now = isMoved ? tip : await reader.idOf(branch)
    isMoved = now === tip
    try {
      await recovery.completeOrUndo()
      if (isMoved) await moveRefs(deps, others)
      if (isMoved) await flush()
    } catch (cause) {
      throw isMoved ? new RepositoryError('outcome_unknown', OUTCOME_UNKNOWN, cause) : cause
    }
    const isHeld = error instanceof GitFailure && /lock|but expected/.test(error.message)
    if (!isMoved && !wasKilled && !isHeld && now === base) throw error
    return isMoved
  }
}
