/**
 * Completes a save that a fault, a kill or a power cut interrupted after its point of commitment.
 * All steps are idempotent. A file or an index entry that has changed since the plan is the
 * author's and stays.
 */
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { mapConcurrently } from '../../workers/turns.ts'
import type { IndexLock } from '../locks/index-lock.ts'
import { clearRefLocks, moveRefs } from '../locks/refs.ts'
import { isAncestor } from '../objects/git-process.ts'
import { blobId } from '../objects/object-id.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { diskPath, foldersAbove, isBehindLink, OWN_REFS } from '../objects/repository-paths.ts'
import { permissionsOf } from '../objects/tree.ts'
import { checkedOut } from '../worktree/conversion.ts'
import { AuthorIndex } from './author-index.ts'
import type { IntendedFile, Intent, IntentRecord } from './intent.ts'

/** Wait for a foreign index lock, after which the recovery is retried later. */
const LOCK_WAIT_MS = 1_000
/** Names in our folder that outlive a save. */
const KEPT_NAMES = /^(server.*\.sock|nohooks|intent|lock|push)$/

interface Deps extends RepositoryAccess {
  intents: IntentRecord
  lock: IndexLock
}

/** Whether a file is unchanged since the save was planned. */
export async function isAsBefore(
  { io, paths }: RepositoryAccess,
  { path, before }: IntendedFile,
): Promise<boolean> {
  const place = diskPath(paths, path)
  if (await isBehindLink(io, paths, path)) return false
  const present = await io.read(place)
  if (present !== null) return blobId(present.bytes) === before
  return before === null && (await io.kind(place)) === null
}

/** Renames `next` into place or removes the file; an edit made meanwhile stays. */
export async function replaceFile(
  access: RepositoryAccess,
  file: IntendedFile,
  next: string,
): Promise<void> {
  const { io, paths } = access
  const place = diskPath(paths, file.path)
  // An editor may have saved since the check under the lock.
  if (!(await isAsBefore(access, file))) return
  await (file.after === null ? io.remove(place) : io.rename(next, place))
}

/** Flushes the folders of the files, the index and the refs, and other folders. */
export async function flushNames(
  { io, paths }: RepositoryAccess,
  files: readonly IntendedFile[],
  refs: readonly string[],
  otherFolders: readonly string[] = [],
): Promise<void> {
  const folders = new Set([
    ...otherFolders,
    ...files.flatMap(({ path }) => foldersAbove(path).map((folder) => join(paths.top, folder))),
    ...refs.flatMap((ref) => foldersAbove(ref).map((folder) => join(paths.commonFolder, folder))),
    dirname(paths.index),
  ])
  await mapConcurrently([...folders], (folder) => io.sync(folder))
}

/** The recovery of one repository. */
export class Recovery {
  readonly #deps: Deps
  readonly #index: AuthorIndex
  #isDue = false

  constructor(deps: Deps) {
    this.#deps = deps
    this.#index = new AuthorIndex(deps, join(deps.paths.gap, 'again-index'))
  }

  /** True while a save is still to be completed or undone, or its lock to be released. */
  isDue(): boolean {
    return this.#isDue
  }

  /**
   * Completes the save of the intent record if the branch has its commit, else undoes the index swap.
   * @throws when it has to be retried later
   */
  async completeOrUndo(): Promise<void> {
    const { intents, io, lock, log, paths } = this.#deps
    this.#isDue = true
    const intent = await intents.read()
    const files = intent && (await this.#stillIntended(intent))
    if (intent && files) {
      if (!(await lock.take(performance.now() + LOCK_WAIT_MS))) {
        throw new Error('a foreign index.lock is in the way')
      }
      await this.#completeRefs(intent)
      for (const file of files) await this.#completeFile(file)
      const identity = await io.identity(paths.index)
      await this.#index.prepare(files, { base: intent.branch, identity })
      await this.#index.swap()
      await flushNames(this.#deps, files, [intent.branch, OWN_REFS.acked])
      log.info({ commit: intent.tip, files: files.length }, 'Completed an interrupted write')
    }
    // Without our lock somebody may have written the index since.
    if (!files && (await lock.isOurs())) await this.#index.undoSwap()
    await this.#index.forgetSwap()
    await lock.release()
    await intents.clear()
    this.#isDue = false
  }

  /**
   * The recovery at a start, `completeOrUndo` included. A killed server's git processes may still run:
   * once their ref locks are gone, they move no ref any more.
   * @returns whether files may have changed
   */
  async atStart(): Promise<boolean> {
    const { log, intents } = this.#deps
    const intent = await intents.read()
    try {
      await clearRefLocks(this.#deps, intent)
      await this.completeOrUndo()
      await this.#cleanFolder()
    } catch (error) {
      this.#isDue = true
      log.warn({ err: error }, 'An interrupted write is completed later')
    }
    return intent !== null
  }

  /**
   * The intended files that no later commit has changed; null when the branch lacks the intended
   * commit.
   */
  async #stillIntended(intent: Intent): Promise<IntendedFile[] | null> {
    const { reader } = this.#deps
    const head = await reader.idOf(intent.branch)
    if (head === null || !(await isAncestor(this.#deps.git, intent.tip, head))) return null
    const isKept = await mapConcurrently(intent.files, async ({ path, after }) => {
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
    for (const name of readdirSync(paths.gap)) {
      if (!KEPT_NAMES.test(name)) await io.removeAll(join(paths.gap, name))
    }
  }
}
