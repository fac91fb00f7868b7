/** Waits, within limits, for a moment in which a write is possible and makes sense. */
import { setTimeout as sleep } from 'node:timers/promises'
import { RepositoryError } from '../../errors.ts'
import { type Io, modifiedMs } from '../objects/io.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import type { HeadWatcher } from './head-watcher.ts'
import type { IndexStore } from './index-store.ts'
import type { PushMark } from './push-hook.ts'

const CHECK_MS = 20
/** After a foreign change of the index its command may be about to move a ref: let it. */
const SETTLE_MS = 30

interface Fitness {
  /** @throws RepositoryError when the repository stays unfit */
  wait(deadline: number): Promise<void>
  /** Lets a push end, and a git command that has just changed the index. */
  settle(deadline: number): Promise<void>
}

/** @param busyWaitMs how long a merge, or another branch, is waited out */
export function createFitness(parts: {
  io: Io
  paths: RepositoryPaths
  pushes: PushMark
  indexes: IndexStore
  headWatcher: HeadWatcher
  busyWaitMs: number
}): Fitness {
  const { io, paths, pushes, indexes, headWatcher, busyWaitMs } = parts
  return {
    async wait(deadline) {
      const end = Math.min(deadline, Date.now() + busyWaitMs)
      for (;;) {
        const { state, message } = await headWatcher.check()
        // A lock is waited for where it is taken.
        if (state === 'ok' || state === 'repository_locked') return
        if (state === 'read_only' || Date.now() >= end) throw new RepositoryError(state, message)
        await sleep(CHECK_MS)
      }
    },

    async settle(deadline) {
      const branch = headWatcher.branch() ?? 'HEAD'
      while (Date.now() < deadline && (await pushes.isUnderWay(branch))) {
        await sleep(CHECK_MS)
      }
      if (await indexes.isOurs()) return
      const identity = await io.identity(paths.index)
      const age = identity === null ? SETTLE_MS : Date.now() - modifiedMs(identity)
      if (age >= 0 && age < SETTLE_MS) await sleep(SETTLE_MS - age)
    },
  }
}
