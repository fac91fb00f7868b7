/** Locks of other git commands that stand longer than any command needs: named, never removed. */
import { join } from 'node:path'
import type { FileIdentity } from '../objects/disk.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import type { RepositoryState } from '../repository.ts'
import type { IndexLock } from './index-lock.ts'

interface Deps extends RepositoryAccess {
  lock: IndexLock
  /** From this age on, in milliseconds, a foreign lock is reported. */
  lockWaitMs: number
}

/** When each was first seen, in epoch milliseconds, by path. */
type Seen = ReadonlyMap<string, { identity: FileIdentity; at: number }>

export class StandingLocks {
  readonly #deps: Deps
  #seen: Seen = new Map()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Looks at the locks that hold up saves on a branch; the state when one stands for too long. */
  async look(branch: string | null): Promise<RepositoryState | null> {
    const { paths, lockWaitMs } = this.#deps
    const refs = [paths.refs.acked, ...(branch === null ? [] : [branch])]
    const locks = [
      paths.indexLock,
      join(paths.gitFolder, 'HEAD.lock'),
      ...refs.map((ref) => join(paths.commonFolder, `${ref}.lock`)),
    ]
    const now = Date.now()
    const seen = new Map<string, { identity: FileIdentity; at: number }>()
    for (const path of locks) {
      const identity = await this.#identityOf(path)
      if (identity === null) continue
      const before = this.#seen.get(path)
      seen.set(path, before?.identity === identity ? before : { identity, at: now })
    }
    this.#seen = seen
    const [standing] = [...seen].find(([, { at }]) => now - at >= lockWaitMs) ?? []
    return standing === undefined ? null : stateFor(standing)
  }

  /** What tells the lock from a later one of its name; null for none, and for our own. */
  async #identityOf(path: string): Promise<FileIdentity | null> {
    const { io, paths, lock } = this.#deps
    if (path === paths.indexLock && !(await lock.isForeign())) return null
    return io.identity(path)
  }
}

function stateFor(lock: string): RepositoryState {
  const quoted = `'${lock.replaceAll("'", "'\\''")}'`
  return {
    state: 'repository_locked',
    message: `Another git command holds the repository by a lock, so nothing can be saved. If no git command runs there any more, one that was killed has left it; remove it with: rm ${quoted}`,
  }
}
