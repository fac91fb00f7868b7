/**
 * Completes what a save began when it was cut short after its point of commitment, by a fault, a kill
 * or a power cut. Everything here can run twice. A file or an index entry that is not exactly as the
 * save found it belongs to the author and stays.
 */
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { forEachInTurn } from '../../workers/turns.ts'
import type { IndexLock } from '../locks/index-lock.ts'
import { clearRefLocks, moveRefs, ownRefLocks } from '../locks/refs.ts'
import { waitForOrphans } from '../locks/server-lock.ts'
import { isAncestor } from '../objects/git-process.ts'
import { blobId } from '../objects/object-id.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { diskPath, foldersAbove, isBehindLink, OWN_REFS } from '../objects/repository-paths.ts'
import { permissionsOf } from '../objects/tree.ts'
import { checkedOut } from '../worktree/conversion.ts'
import { prepareIndex } from './author-index.ts'
import { forgetSwap, undoSwap } from './index-swap.ts'
import type { IntendedFile, Intent, IntentRecord } from './intent.ts'

/** A foreign index lock at a start is waited for this long; then the intent stays for later. */
const LOCK_WAIT_MS = 1_000
/** Names in our folder that outlive a save. */
const KEPT_NAMES = /^(server\.sock|nohooks|intent|lock)$/

interface Deps extends RepositoryAccess {
  intents: IntentRecord
  lock: IndexLock
}

/** Whether the work tree still holds what the save started from. */
export async function isAsBefore(
  { io, paths }: RepositoryAccess,
  { path, before }: IntendedFile,
): Promise<boolean> {
  const place = diskPath(paths, path)
  if (await isBehindLink(io, paths, path)) return false
  const found = await io.read(place)
  if (found !== null) return blobId(found.bytes) === before
  return before === null && (await io.kind(place)) === null
}

/** Moves the file `next` to its place, or removes the one there; an edit made meanwhile stays. */
export async function replaceFile(
  access: RepositoryAccess,
  file: IntendedFile,
  next: string,
): Promise<void> {
  const { io, paths } = access
  const place = diskPath(paths, file.path)
  // An editor may have saved since the check: then the file stays the author's, an edit by hand.
  if (!(await isAsBefore(access, file))) return
  await (file.after === null ? io.remove(place) : io.rename(next, place))
}

/** Puts the new names of files, folders, index and refs on the disk, and those in `more` folders. */
export async function flushNames(
  { io, paths }: RepositoryAccess,
  files: readonly IntendedFile[],
  refs: readonly string[],
  more: readonly string[] = [],
): Promise<void> {
  const folders = new Set([
    ...more,
    ...files.flatMap(({ path }) => foldersAbove(path).map((folder) => join(paths.top, folder))),
    ...refs.flatMap((ref) => foldersAbove(ref).map((folder) => join(paths.commonFolder, folder))),
    dirname(paths.index),
  ])
  await forEachInTurn([...folders], (folder) => io.sync(folder))
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
    const { intents, io, lock, log, paths } = this.#deps
    this.#isDue = true
    const intent = await intents.read()
    const files = intent && (await this.#stillIntended(intent))
    if (intent && files) {
      if (!(await lock.take(Date.now() + LOCK_WAIT_MS))) {
        throw new Error('a foreign index.lock is in the way')
      }
      await this.#completeRefs(intent)
      for (const file of files) await this.#completeFile(file)
      const next = join(paths.gap, 'again-index')
      await io.remove(next)
      await prepareIndex(this.#deps, { files, next, base: intent.branch, own: null })
      await io.rename(next, paths.index)
      await flushNames(this.#deps, files, [intent.branch, OWN_REFS.acked])
      log.info({ commit: intent.tip, files: files.length }, 'Completed an interrupted write')
    }
    await (files ? forgetSwap(this.#deps) : undoSwap(this.#deps))
    await lock.release()
    await intents.clear()
    this.#isDue = false
  }

  /** Whether something is left of a server before this one. */
  async isNeeded(): Promise<boolean> {
    const { intents, lock } = this.#deps
    if ((await intents.read()) !== null) return true
    return (await ownRefLocks(this.#deps)).length > 0 || lock.isOurs()
  }

  /** All of the start's recovery, `complete` included. */
  async afterCrash(): Promise<void> {
    const { paths, log, intents } = this.#deps
    await waitForOrphans(paths.gap)
    try {
      await clearRefLocks(this.#deps, await intents.read())
      await this.complete()
      await this.#cleanFolder()
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
    const { reader } = this.#deps
    const acked = await reader.idOf(OWN_REFS.acked)
    if (acked !== null && (await isAncestor(this.#deps.git, tip, acked))) return
    await moveRefs(this.#deps, [{ ref: OWN_REFS.acked, to: tip }])
  }

  async #completeFile(file: IntendedFile): Promise<void> {
    const { paths, io } = this.#deps
    const temporary = join(paths.gap, 'again-file')
    await io.remove(temporary)
    if (file.after !== null && (await isAsBefore(this.#deps, file))) {
      const bytes = await checkedOut(this.#deps, file.path, file.after.id)
      await io.writeNew(temporary, bytes, permissionsOf(file.after.mode))
      await io.sync(temporary)
    }
    await replaceFile(this.#deps, file, temporary)
  }

  /** Removes what a killed server left. */
  async #cleanFolder(): Promise<void> {
    const { paths, io } = this.#deps
    for (const name of await readdir(paths.gap)) {
      if (!KEPT_NAMES.test(name)) await io.removeAll(join(paths.gap, name))
    }
  }
}
