/**
 * Locks of refs that a git of ours left when it was killed: they would hold up every save, and the
 * author, for good. Whose a lock is has to be proven: it names a commit that only we wanted there,
 * or it is where our git had just been at work, has not changed for a while and no other git is
 * there. Any other lock stays, and the status names it.
 */

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { hasForeignGit } from './running-git.ts'

/** A lock without a commit may be a live git's for a moment. */
const STILL_MS = 300

/** The locks of one repository's refs, `HEAD.lock` among them. */
export class RefLocks {
  readonly #deps: RepositoryAccess
  /** The folder of refs that this server alone writes. */
  readonly #ownFolder: string
  /** Commits that our git wanted in a ref, by the path of the ref's lock. */
  readonly #suspects = new Map<string, Set<string>>()

  constructor(deps: RepositoryAccess) {
    this.#deps = deps
    this.#ownFolder = join(this.#deps.paths.commonFolder, this.#deps.paths.refs.root)
  }

  /** Notes that a git which was moving these refs died. */
  suspect(moves: readonly { ref: string; to: string }[]): void {
    const { paths } = this.#deps
    this.#note(join(paths.gitFolder, 'HEAD.lock'))
    for (const { ref, to } of moves) this.#note(join(paths.commonFolder, `${ref}.lock`), to)
  }

  /** Notes what was left in our own part of the refs; for a start, when no git of ours runs. */
  async suspectOwnRefs(): Promise<void> {
    const names = await readdir(this.#ownFolder, { recursive: true }).catch(() => [])
    for (const name of names) if (name.endsWith('.lock')) this.#note(join(this.#ownFolder, name))
  }

  /** True while a lock may be left. */
  isDue(): boolean {
    return this.#suspects.size > 0
  }

  /** Removes what is proven ours and forgets what is gone. */
  async clear(): Promise<void> {
    for (const [lock, commits] of this.#suspects) {
      if (await this.#isCleared(lock, commits)) this.#suspects.delete(lock)
    }
  }

  #note(lock: string, commit?: string): void {
    const commits = this.#suspects.get(lock) ?? new Set()
    if (commit !== undefined) commits.add(commit)
    this.#suspects.set(lock, commits)
  }

  /** Whether nothing happened to the lock for a while, and no git of others could be its owner. */
  async #isStill(lock: string, identity: string): Promise<boolean> {
    const { io, paths } = this.#deps
    await sleep(STILL_MS)
    return (await io.identity(lock)) === identity && !(await hasForeignGit(paths))
  }

  /** Whether nothing is left of it. */
  async #isCleared(lock: string, commits: ReadonlySet<string>): Promise<boolean> {
    const { io, log } = this.#deps
    const found = await io.read(lock)
    if (found === null) return true
    const commit = found.bytes.toString().trim()
    const isOurPlace = commit === '' || lock.startsWith(`${this.#ownFolder}/`)
    const isOurs =
      commits.has(commit) || (isOurPlace && (await this.#isStill(lock, found.identity)))
    if (!isOurs) return false
    await io.remove(lock)
    log.info({ lock }, 'Removed a ref lock of a git of ours that was killed')
    return true
  }
}
