/** Locks of other git commands that stand longer than any command needs: named, never removed. */
import { join } from 'node:path'
import type { FileIdentity } from '../objects/io.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import type { RepositoryState } from '../repository.ts'
import type { IndexLock } from './index-lock.ts'

interface Deps extends RepositoryAccess {
  lock: IndexLock
  /** From this age on, in milliseconds, a foreign lock is reported. */
  lockWaitMs: number
}

export class StandingLocks {
  readonly #deps: Deps
  /** When each was first seen, in epoch milliseconds, by path. */
  #seen = new Map<string, { identity: FileIdentity; at: number }>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Looks at the locks that hold up saves on a branch; the state when one stands for too long. */
  async look(branch: string | null): Promise<RepositoryState | null> {
    const { io, paths, lock, lockWaitMs } = this.#deps
    const refs = branch === null ? [paths.refs.acked] : [paths.refs.acked, branch]
    const places = [
      ...((await lock.isForeign()) ? [paths.indexLock] : []),
      join(paths.gitFolder, 'HEAD.lock'),
      ...refs.map((ref) => join(paths.commonFolder, `${ref}.lock`)),
    ]
    const before = this.#seen
    this.#seen = new Map()
    for (const path of places) {
      const identity = await io.identity(path)
      if (identity === null) continue
      const known = before.get(path)
      this.#seen.set(path, known?.identity === identity ? known : { identity, at: Date.now() })
    }
    const isStanding = ({ at }: { at: number }) => Date.now() - at >= lockWaitMs
    const standing = [...this.#seen].find(([, seen]) => isStanding(seen))?.[0]
    if (standing === undefined) return null
    const quoted = `'${standing.replaceAll("'", "'\\''")}'`
    return {
      state: 'repository_locked',
      message: `Another git command holds the repository by a lock, so nothing can be saved. If no git command runs there any more, one that was killed has left it; remove it with: rm ${quoted}`,
    }
  }
}
