/**
 * The author's `index.lock`, held for the milliseconds of a save. Ours is a hard link of a file in
 * our folder: made as atomically as git makes its own, and after a crash its inode proves whose it
 * was (an open descriptor proves nothing: git holds the lock without one).
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RepositoryAccess } from '../objects/repository-access.ts'

const RETRY_MS_MAX = 20

type Access = Pick<RepositoryAccess, 'io' | 'paths'>

/** The file that the lock is a link to. One that exists stays: a killed server may have the lock. */
export const ownLockFile = ({ paths }: Access) => join(paths.gap, 'lock')

/** Who holds the lock: this server or a killed one, or another git. The inode alone is proof. */
export async function indexLockHolder(access: Access): Promise<'us' | 'other' | null> {
  const { io, paths } = access
  const identity = await io.identity(paths.indexLock)
  if (identity === null) return null
  return identity === (await io.identity(ownLockFile(access))) ? 'us' : 'other'
}

/** Takes the lock, waiting for another holder; false when the time is up. */
export async function takeIndexLock(access: Access, deadline: number): Promise<boolean> {
  while (!(await tryToTake(access))) {
    if (performance.now() >= deadline) return false
    await sleep(Math.random() * RETRY_MS_MAX)
  }
  return true
}

/** Releases the lock if it is ours. */
export async function releaseIndexLock(access: Access): Promise<void> {
  const isHeld = (await indexLockHolder(access)) === 'us'
  if (isHeld) await access.io.remove(access.paths.indexLock)
}

async function tryToTake(access: Access): Promise<boolean> {
  const { io, paths } = access
  const failure = await io
    .link(ownLockFile(access), paths.indexLock)
    .catch((error: unknown) => error)
  // A step can report a failure although it was done.
  const isTaken = (await indexLockHolder(access)) === 'us'
  if (!isTaken && failure !== undefined) throw failure
  return isTaken
}
