/**
 * Locks of refs that a git of ours left when it was killed: they would hold up every save, and the
 * author, for good. Whose a lock is has to be proven: it names a commit that only we wanted there,
 * or it is where our git had just been at work, has not changed for a while and no other git is
 * there. Any other lock stays, and the status names it.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import type { Io } from '../objects/io.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import { hasForeignGit } from './running-git.ts'

/** A lock without a commit may be a live git's for a moment. */
const STILL_MS = 300

export interface RefLocks {
  /** Notes that a git which was moving these refs died. */
  suspect(moves: readonly { ref: string; to: string }[]): void
  /** Notes what was left in our own part of the refs; for a start, when no git of ours runs. */
  suspectOwnRefs(): Promise<void>
  /** True while a lock may be left. */
  isDue(): boolean
  /** Removes what is proven ours and forgets what is gone. */
  clear(): Promise<void>
}

/** The locks of one repository's refs, `HEAD.lock` among them. */
export function createRefLocks(parts: { io: Io; paths: RepositoryPaths; log: Log }): RefLocks {
  const { io, paths, log } = parts
  /** The folder of refs that this server alone writes. */
  const ownFolder = join(paths.commonFolder, paths.refs.root)
  /** Commits that our git wanted in a ref, by the path of the ref's lock. */
  const suspects = new Map<string, Set<string>>()

  function note(lock: string, commit?: string): void {
    const commits = suspects.get(lock) ?? new Set()
    if (commit !== undefined) commits.add(commit)
    suspects.set(lock, commits)
  }

  /** Whether nothing happened to the lock for a while, and no git of others could be its owner. */
  async function isStill(lock: string, identity: string): Promise<boolean> {
    await sleep(STILL_MS)
    return (await io.identity(lock)) === identity && !(await hasForeignGit(paths))
  }

  /** Whether nothing is left of it. */
  async function isCleared(lock: string, commits: ReadonlySet<string>): Promise<boolean> {
    const found = await io.read(lock)
    if (found === null) return true
    const commit = found.bytes.toString().trim()
    const isOurPlace = commit === '' || lock.startsWith(`${ownFolder}/`)
    const isOurs = commits.has(commit) || (isOurPlace && (await isStill(lock, found.identity)))
    if (!isOurs) return false
    await io.remove(lock)
    log.info({ lock }, 'removed a ref lock of a git of ours that was killed')
    return true
  }

  return {
    suspect(moves) {
      note(join(paths.gitFolder, 'HEAD.lock'))
      for (const { ref, to } of moves) note(join(paths.commonFolder, `${ref}.lock`), to)
    },

    async suspectOwnRefs() {
      const names = await readdir(ownFolder, { recursive: true }).catch(() => [])
      for (const name of names) if (name.endsWith('.lock')) note(join(ownFolder, name))
    },

    isDue: () => suspects.size > 0,

    async clear() {
      for (const [lock, commits] of suspects) {
        if (await isCleared(lock, commits)) suspects.delete(lock)
      }
    },
  }
}
