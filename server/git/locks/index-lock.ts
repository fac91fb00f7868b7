/**
 * The author's `index.lock`, held for the milliseconds of a save. Ours is a hard link of a file in
 * our folder: made as atomically as git makes its own, and after a crash its inode proves whose it
 * was (an open descriptor proves nothing: git holds the lock without one).
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RepositoryAccess } from '../objects/repository-access.ts'

const RETRY_MS_MIN = 5
const RETRY_MS_MAX = 100
const OWN_NAME = 'lock-'

/** The lock of one work tree's index. */
export class IndexLock {
  readonly #access: RepositoryAccess
  // Not the process id alone: in a container each start has the same one, and a file of that name
  // may be the proof that a lock left behind was ours.
  readonly name = `${OWN_NAME}${process.pid}-${Date.now().toString(36)}`
  readonly #own: string
  #held: 'no' | 'maybe' | 'yes' = 'no'

  constructor(access: RepositoryAccess) {
    this.#access = access
    this.#own = join(access.paths.gap, this.name)
  }

  /** Creates our file; call once, before anything else. */
  async open(): Promise<void> {
    await this.#access.io.overwrite(this.#own, Buffer.from(`${process.pid}\n`), true)
  }

  /** Takes the lock, waiting for another holder; false when time (epoch ms) is up. */
  async take(deadline: number): Promise<boolean> {
    await this.release()
    for (let tries = 0; !(await this.#tryToTake()); tries += 1) {
      const left = deadline - Date.now()
      if (left <= 0) return false
      const wait = RETRY_MS_MIN + Math.random() * Math.min(RETRY_MS_MIN * 2 ** tries, RETRY_MS_MAX)
      await sleep(Math.min(wait, left))
    }
    return true
  }

  /** Gives it back; nothing happens when it is not ours. */
  async release(): Promise<void> {
    const { io, paths } = this.#access
    if (this.#held === 'no') return
    this.#held = 'maybe'
    if (await this.#isOurs()) await io.remove(paths.indexLock)
    this.#held = 'no'
  }

  /** Whether it is ours now, for sure. */
  isHeld(): boolean {
    return this.#held === 'yes'
  }

  /** Whether it may be ours: a step failed, and nothing has been seen of it since. */
  mayBeHeld(): boolean {
    return this.#held !== 'no'
  }

  /** True while another git command holds it. */
  async isForeign(): Promise<boolean> {
    if (this.#held === 'yes') return false
    return (
      (await this.#access.io.inode(this.#access.paths.indexLock)) !== null &&
      !(await this.#isOurs())
    )
  }

  /** Whether the lock is that of a server of ours that was killed. */
  async isStale(): Promise<boolean> {
    const { io, paths } = this.#access
    const inode = await io.inode(paths.indexLock)
    if (inode === null) return false
    for (const name of await readdir(paths.gap)) {
      if (!name.startsWith(OWN_NAME)) continue
      if ((await io.inode(join(paths.gap, name))) === inode) return true
    }
    return false
  }

  /** Puts our lock in the place of a dead server's, without a moment between. */
  async replaceStale(): Promise<void> {
    const { io, paths } = this.#access
    const second = `${this.#own}-second`
    await io.link(this.#own, second)
    this.#held = 'maybe'
    await io.rename(second, paths.indexLock)
    this.#held = 'yes'
  }

  /** Gives it back and removes our file, unless it is still needed as the proof. */
  async close(): Promise<void> {
    await this.release()
    await this.#access.io.remove(this.#own)
  }

  /** The inode tells, and nothing else: a step can fail and have taken place. */
  async #isOurs(): Promise<boolean> {
    const { io, paths } = this.#access
    const found = await io.inode(paths.indexLock)
    return found !== null && found === (await io.inode(this.#own))
  }

  async #tryToTake(): Promise<boolean> {
    const { io, paths } = this.#access
    this.#held = 'maybe'
    await io.link(this.#own, paths.indexLock).catch(async (error) => {
      if (!(await this.#isOurs())) throw error
    })
    this.#held = (await this.#isOurs()) ? 'yes' : 'no'
    return this.#held === 'yes'
  }
}
