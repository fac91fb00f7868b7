/**
 * The objects of one save. Git makes them in a folder beside its own, as for a push; a save that is
 * published links them into git's. So none is lost to a `git gc --prune=now` or `git prune` that
 * looked at the refs before the save and deletes after it.
 */
import { existsSync, readdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mapConcurrently } from '../../workers/turns.ts'
import type { Io } from './io.ts'
import type { RepositoryPaths } from './repository-paths.ts'

/** A `git gc` that takes longer is not waited for; its end is. */
const GC_MS_MAX = 2_000
const CHECK_MS = 10
/** A prune that began before a save is over by then. */
const RESTORE_MS = 1_000

/** The folder for new objects, which must exist, in the folder of git's. */
export const newObjectsIn = (objects: string) => join(objects, 'gap')

export class NewObjects {
  readonly #io: Io
  readonly #paths: RepositoryPaths
  readonly #folder: string
  /** Names of the files that are part of the repository; a prune under way may remove them. */
  #published: readonly string[] = []
  /** Whether a ref leads to them. */
  #isReachable = true
  #timer: NodeJS.Timeout | null = null
  /** Environment of git commands that write the objects. */
  readonly writing: Readonly<Record<string, string>>
  /** Environment of git commands that read them before they are published. */
  readonly reading: Readonly<Record<string, string>>

  constructor({ io, paths }: { io: Io; paths: RepositoryPaths }) {
    this.#io = io
    this.#paths = paths
    this.#folder = newObjectsIn(paths.objects)
    // Quoted: a colon separates folders.
    const alternate = (path: string) => `"${path.replace(/["\\]/g, '\\$&')}"`
    this.writing = {
      GIT_OBJECT_DIRECTORY: this.#folder,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: alternate(paths.objects),
    }
    this.reading = { GIT_ALTERNATE_OBJECT_DIRECTORIES: alternate(this.#folder) }
  }

  /**
   * Begins the next save: empties the folder, unless a `git gc` may still remove what was there. Git
   * makes no object that is in the repository already, so those of a save that failed stay too.
   */
  async clear(): Promise<void> {
    if ((await this.#restore()) || !this.#isReachable) return
    this.#published = []
    for (const name of readdirSync(this.#folder)) await this.#io.removeAll(join(this.#folder, name))
  }

  /**
   * Makes the objects part of the repository, flushed with their names; again for those that a prune
   * has removed.
   */
  async publish(): Promise<void> {
    this.#published = this.#names()
    this.#isReachable = false
    await this.#link()
  }

  async #link(): Promise<void> {
    const { objects } = this.#paths
    // Neither is there while the repository is away.
    const names = this.#published.filter(
      (name) => !existsSync(join(objects, name)) && existsSync(join(this.#folder, name)),
    )
    if (names.length === 0) return
    await this.#io.syncAll(names.map((name) => join(this.#folder, name)))
    const folders = [...new Set(names.map((name) => name.slice(0, 2)))]
    for (const name of folders) {
      await this.#io.makeFolder(join(objects, name), join(this.#folder, name))
    }
    await mapConcurrently(names, (name) =>
      this.#io.link(join(this.#folder, name), join(objects, name)),
    )
    await this.#io.syncAll([objects, ...folders.map((name) => join(objects, name))])
  }

  /** Waits, a while, for the end of a `git gc`. */
  async waitForGc(): Promise<void> {
    for (const end = performance.now() + GC_MS_MAX; performance.now() < end; ) {
      if (!(await this.#isGcRunning())) return
      await sleep(CHECK_MS)
    }
  }

  /** Once a ref leads to the published objects: puts back what a prune under way removes of them. */
  async guard(): Promise<void> {
    this.#isReachable = true
    await this.waitForGc()
    await this.#link()
    const restore = async () => {
      const isGcRunning = await this.#restore().catch(() => true)
      if (this.#timer !== null && isGcRunning) timer.refresh()
    }
    clearTimeout(this.#timer ?? undefined)
    const timer = setTimeout(restore, RESTORE_MS).unref()
    this.#timer = timer
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer ?? undefined)
    this.#timer = null
    await this.#restore().catch(() => {})
  }

  /**
   * Puts back what a prune has removed.
   * @returns whether a `git gc` ran before that, which may remove it again
   */
  async #restore(): Promise<boolean> {
    const isGcRunning = await this.#isGcRunning()
    await this.#link()
    return isGcRunning
  }

  #names(): string[] {
    return readdirSync(this.#folder)
      .filter((name) => /^[0-9a-f]{2}$/.test(name))
      .flatMap((name) => readdirSync(join(this.#folder, name)).map((file) => join(name, file)))
  }

  /** Whether a `git gc` of this machine runs; one elsewhere cannot be told from a dead one. */
  async #isGcRunning(): Promise<boolean> {
    const file = await this.#io.read(join(this.#paths.commonFolder, 'gc.pid'))
    const [pid, host] = file?.bytes.toString().trim().split(' ') ?? []
    return host === hostname() && isAlive(Number(pid))
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}
