/**
 * The author's `index.lock`, held for the milliseconds of a commit. Ours is a hard link of a file in
 * our folder: made as atomically as git makes its own, and after a crash its inode proves whose it
 * was (an open descriptor proves nothing: git holds the lock without one).
 */

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Io } from '../objects/io.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'

const RETRY_MS_MIN = 5
const RETRY_MS_MAX = 100

export interface IndexLock {
  /** Name of our file in our folder: `lock-…`. */
  readonly name: string
  /** Creates our file; call once, before anything else. */
  open(): Promise<void>
  /** Takes the lock, waiting for another holder; false when time (epoch ms) is up. */
  take(deadline: number): Promise<boolean>
  /** Puts our lock in the place of a dead server's, without a moment between. */
  replaceStale(): Promise<void>
  /** Whether it is ours now, for sure. */
  isHeld(): boolean
  /** Whether it may be ours: a step failed, and nothing has been seen of it since. */
  mayBeHeld(): boolean
  /** Gives it back; nothing happens when it is not ours. */
  release(): Promise<void>
  /** True while another git command holds it. */
  isForeign(): Promise<boolean>
  /** Gives it back and removes our file, unless it is still needed as the proof. */
  close(): Promise<void>
}

/** The lock of one work tree's index. */
export function createIndexLock({ io, paths }: { io: Io; paths: RepositoryPaths }): IndexLock {
  // Not the process id alone: in a container each start has the same one, and a file of that name
  // may be the proof that a lock left behind was ours.
  const name = `lock-${process.pid}-${Date.now().toString(36)}`
  const own = join(paths.gap, name)
  let held: 'no' | 'maybe' | 'yes' = 'no'

  /** The inode tells, and nothing else: a step can fail and have taken place. */
  async function isOurs(): Promise<boolean> {
    const found = await io.inode(paths.indexLock)
    return found !== null && found === (await io.inode(own))
  }

  async function tryToTake(): Promise<boolean> {
    held = 'maybe'
    await io.link(own, paths.indexLock).catch(async (error) => {
      if (!(await isOurs())) throw error
    })
    held = (await isOurs()) ? 'yes' : 'no'
    return held === 'yes'
  }

  async function release(): Promise<void> {
    if (held === 'no') return
    held = 'maybe'
    if (await isOurs()) await io.remove(paths.indexLock)
    held = 'no'
  }

  return {
    name,
    release,

    async open() {
      await io.remove(own)
      await io.writeNew(own, Buffer.from(`${process.pid}\n`), 0o644)
    },

    async take(deadline) {
      await release()
      for (let tries = 0; ; tries += 1) {
        if (await tryToTake()) return true
        const left = deadline - Date.now()
        if (left <= 0) return false
        const wait =
          RETRY_MS_MIN + Math.random() * Math.min(RETRY_MS_MIN * 2 ** tries, RETRY_MS_MAX)
        await sleep(Math.min(wait, left))
      }
    },

    async replaceStale() {
      const second = `${own}-second`
      await io.remove(second)
      await io.link(own, second)
      held = 'maybe'
      await io.rename(second, paths.indexLock)
      held = 'yes'
    },

    isHeld: () => held === 'yes',
    mayBeHeld: () => held !== 'no',

    async isForeign() {
      if (held === 'yes') return false
      return (await io.inode(paths.indexLock)) !== null && !(await isOurs())
    },

    async close() {
      await release()
      await io.remove(own)
    },
  }
}
