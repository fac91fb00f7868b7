/**
 * The author's `index.lock`, held for the milliseconds of a save. Ours is a hard link of a file in
 * our folder: made as atomically as git makes its own, and after a crash its inode proves whose it
 * was (an open descriptor proves nothing: git holds the lock without one).
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RepositoryAccess } from '../objects/repository-access.ts'

const RETRY_MS_MIN = 5
const RETRY_MS_MAX = 100

/** The lock of one work tree's index. */
export class IndexLock {
  readonly #access: RepositoryAccess
  readonly #ownFile: string

  constructor(access: RepositoryAccess) {
    this.#access = access
    this.#ownFile = join(access.paths.gap, 'lock')
  }

  /**
   * Creates our file; call once, before anything else. An existing file stays: a lock left by a
   * killed server is a link to it.
   */
  async open(): Promise<void> {
    await this.#access.io.overwrite(this.#ownFile, Buffer.alloc(0), true)
  }

  /** Takes the lock, waiting for another holder; false when the time is up. */
  async take(deadline: number): Promise<boolean> {
    for (let tries = 0; !(await this.#tryToTake()); tries += 1) {
      const remainingMs = deadline - performance.now()
      if (remainingMs <= 0) return false
      const wait = RETRY_MS_MIN + Math.random() * Math.min(RETRY_MS_MIN * 2 ** tries, RETRY_MS_MAX)
      await sleep(Math.min(wait, remainingMs))
    }
    return true
  }

  /** Releases the lock if it is ours. */
  async release(): Promise<void> {
    const { io, paths } = this.#access
    if (await this.isHeldByUs()) await io.remove(paths.indexLock)
  }

  /** Whether any git or this server holds it. */
  async isHeld(): Promise<boolean> {
    return (await this.#holder()) !== null
  }

  /** True while another git command holds it. */
  async isForeign(): Promise<boolean> {
    return (await this.#holder()) === 'other'
  }

  /** Whether this server holds it, or a killed one left it. */
  async isHeldByUs(): Promise<boolean> {
    return (await this.#holder()) === 'us'
  }

  /** Only the inode is proof: a step can report a failure although it was done. */
  async #holder(): Promise<'us' | 'other' | null> {
    const { io, paths } = this.#access
    const identity = await io.identity(paths.indexLock)
    if (identity === null) return null
    return identity === (await io.identity(this.#ownFile)) ? 'us' : 'other'
  }

  async #tryToTake(): Promise<boolean> {
    const { io, paths } = this.#access
    await io.link(this.#ownFile, paths.indexLock).catch(async (error) => {
      if (!(await this.isHeldByUs())) throw error
    })
    return this.isHeldByUs()
  }
}
