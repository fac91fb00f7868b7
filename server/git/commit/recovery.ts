/**
 * Completes what a save began when it was cut short after its point of commitment, by a fault, a kill
 * or a power cut. Everything here can run twice. A file or an index entry that is not exactly as the
 * save found it belongs to the author and stays.
 */
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { forEachInTurn } from '../../workers/turns.ts'
import type { IndexLock } from '../locks/index-lock.ts'
import { moveRefs } from '../locks/move-refs.ts'
import { clearRefLocks, ownRefLocks } from '../locks/ref-locks.ts'
import { waitForOrphans } from '../locks/running-git.ts'
import { isAncestor } from '../objects/git-process.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { diskPath, isBehindLink, refFolders } from '../objects/repository-paths.ts'
import { permissionsOf } from '../objects/tree.ts'
import { checkedOut, isSameBytes } from '../worktree/conversion.ts'
import { prepareIndex } from './author-index.ts'
import type { IntendedFile, Intent, IntentRecord } from './intent.ts'

/** A foreign index lock at a start is waited for this long; then the intent stays for later. */
const LOCK_WAIT_MS = 1_000
/** Names in our folder that outlive a save. */
const KEPT_NAMES = /^(server\.sock|nohooks|intent|branch)$/
const CRASH_REPORT = /^fast_import_crash_\d+$/

interface Deps extends RepositoryAccess {
  intents: IntentRecord
  lock: IndexLock
}

/** The recovery of one repository. */
export class Recovery {
  readonly #deps: Deps
  #isDue = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** True while an intended save is still to be completed. */
  isDue(): boolean {
    return this.#isDue
  }

  /** Completes the intended save, if one is on record. @throws when it cannot now */
  async complete(): Promise<void> {
    const { intents, lock, log } = this.#deps
    this.#isDue = true
    const intent = await intents.read()
    const files = intent && (await this.#stillIntended(intent))
    if (intent && files) {
      if (!lock.isHeld() && !(await lock.take(Date.now() + LOCK_WAIT_MS))) {
        throw new Error('a foreign index.lock is in the way')
      }
      await this.#completeRefs(intent)
      for (const file of files) await this.#completeFile(file)
      await this.#completeIndex(files, intent.branch)
      await this.#flush(files, intent.branch)
      log.info({ commit: intent.tip, files: files.length }, 'Completed an interrupted write')
    }
    await lock.release()
    await intents.clear()
    this.#isDue = false
  }

  /** Whether something is left of a server before this one. */
  async isNeeded(): Promise<boolean> {
    const { intents, lock } = this.#deps
    if ((await intents.read()) !== null) return true
    return (await ownRefLocks(this.#deps)).length > 0 || lock.isStale()
  }

  /** All of the start's recovery, `complete` included. */
  async afterCrash(): Promise<void> {
    const { paths, lock, log, intents } = this.#deps
    await waitForOrphans(paths.gap)
    try {
      await clearRefLocks(this.#deps, await intents.read())
      if (await lock.isStale()) await lock.replaceStale()
      await this.complete()
      await this.#cleanFolders()
    } catch (error) {
      this.#isDue = true
      log.warn({ err: error }, 'An interrupted write is completed later')
    }
  }

  /** The files whose newest commit is the intended one; null when the branch does not have it. */
  async #stillIntended(intent: Intent): Promise<IntendedFile[] | null> {
    const { reader } = this.#deps
    const head = await reader.idOf(intent.branch)
    if (head === null || !(await isAncestor(this.#deps.git, intent.tip, head))) return null
    const isKept = await forEachInTurn(intent.files, async ({ path, after }) => {
      return (await reader.entry(head, path))?.id === after?.id
    })
    return intent.files.filter((_, at) => isKept[at])
  }

  async #completeRefs({ tip }: Intent): Promise<void> {
    const { reader, paths } = this.#deps
    const acked = await reader.idOf(paths.refs.acked)
    if (acked !== null && (await isAncestor(this.#deps.git, tip, acked))) return
    await moveRefs(this.#deps, [{ ref: paths.refs.acked, to: tip }])
  }

  async #completeFile({ path, before, after }: IntendedFile): Promise<void> {
    const { paths, io } = this.#deps
    const place = diskPath(paths, path)
    if (await isBehindLink(io, paths, path)) return
    const found = await io.read(place)
    if (found === null && (await io.kind(place)) !== null) return
    if (!isSameBytes(found?.bytes ?? null, before)) return
    if (after === null) return io.remove(place)
    const temporary = join(paths.gap, 'again-file')
    await io.remove(temporary)
    const bytes = await checkedOut(this.#deps, path, after.id)
    await io.writeNew(temporary, bytes, permissionsOf(after))
    await io.sync(temporary)
    await io.rename(temporary, place)
  }

  async #completeIndex(files: readonly IntendedFile[], base: string): Promise<void> {
    const { paths, io } = this.#deps
    const next = join(paths.gap, 'again-index')
    await io.remove(next)
    const index = await prepareIndex(this.#deps, { files, next, base })
    if (index.isChanged) await io.rename(next, paths.index)
  }

  #flush(files: readonly IntendedFile[], branch: string): Promise<unknown> {
    const { paths, io } = this.#deps
    const folders = new Set([
      ...files.map(({ path }) => dirname(diskPath(paths, path))),
      ...refFolders(paths, [branch, paths.refs.acked]),
      dirname(paths.index),
    ])
    return forEachInTurn([...folders], (folder) => io.sync(folder))
  }

  /** Removes what a killed server, and a fast-import of its, left. */
  async #cleanFolders(): Promise<void> {
    const { paths, lock, io } = this.#deps
    for (const name of await readdir(paths.gap)) {
      if (!KEPT_NAMES.test(name) && name !== lock.name) await io.removeAll(join(paths.gap, name))
    }
    for (const name of await readdir(paths.gitFolder)) {
      if (CRASH_REPORT.test(name)) await io.remove(join(paths.gitFolder, name))
    }
  }
}
