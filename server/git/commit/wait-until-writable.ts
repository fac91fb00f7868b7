/** Waits, up to a limit, until the repository can be written. */
import { setTimeout as sleep } from 'node:timers/promises'
import { RepositoryError } from '../../errors.ts'
import { modifiedMs } from '../objects/disk.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import type { HeadWatcher } from './head-watcher.ts'
import type { IndexStore } from './index-store.ts'
import type { PushMark } from './push-hook.ts'

const CHECK_MS = 20
/** After a foreign change of the index its command may be about to move a ref: let it. */
const SETTLE_MS = 30

/**
 * Waits until the repository takes writes.
 * @param limits epoch ms, and how long a merge, or another branch, is waited out
 * @throws RepositoryError when the repository stays unwritable
 */
export async function waitUntilWritable(
  headWatcher: HeadWatcher,
  { deadline, busyWaitMs }: { deadline: number; busyWaitMs: number },
): Promise<void> {
  const end = Math.min(deadline, Date.now() + busyWaitMs)
  for (;;) {
    const { state, message } = await headWatcher.check()
    // A lock is waited for where it is taken.
    if (state === 'ok' || state === 'repository_locked') return
    if (state === 'read_only' || Date.now() >= end) throw new RepositoryError(state, message)
    await sleep(CHECK_MS)
  }
}

interface Deps extends RepositoryAccess {
  pushes: PushMark
  indexes: IndexStore
}

/** Lets a push to the branch end, and a git command that has just changed the index. */
export async function waitForForeignGit(
  { io, paths, pushes, indexes }: Deps,
  branch: string,
  deadline: number,
): Promise<void> {
  while (Date.now() < deadline && (await pushes.isUnderWay(branch))) await sleep(CHECK_MS)
  if (await indexes.isOurs()) return
  const identity = await io.identity(paths.index)
  const age = identity === null ? SETTLE_MS : Date.now() - modifiedMs(identity)
  if (age >= 0 && age < SETTLE_MS) await sleep(SETTLE_MS - age)
}
