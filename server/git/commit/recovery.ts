/**
 * Completes a save that a fault, a kill or a power cut interrupted after its point of commitment.
 * All steps are idempotent. A file or an index entry that has changed since the plan is the
 * author's and stays.
 */
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { mapConcurrently } from '../../workers/turns.ts'
import { indexLockHolder, releaseIndexLock, takeIndexLock } from '../locks/index-lock.ts'
import { clearRefLocks, moveRefs } from '../locks/refs.ts'
import { isAncestor } from '../objects/git-process.ts'
import { quoted } from '../objects/git-shell.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { diskPath, foldersAbove, OWN_REFS } from '../objects/repository-paths.ts'
import { permissionsOf } from '../objects/tree.ts'
import { checkedOut } from '../worktree/conversion.ts'
import type { AuthorIndex } from './author-index.ts'
import { clearIntent, type IntendedFile, type Intent, readIntent } from './intent.ts'
import { isAsBefore } from './work-tree-files.ts'

/** Wait for a foreign index lock, after which the recovery is retried later. */
const LOCK_WAIT_MS = 1_000
/** After so many tries a file that cannot be put in place stays as it is. */
const TRIES_MAX = 5
const PENDING =
  'A change that was committed could not be finished yet, as the log of the server says. It is tried again each second.'
/** Names in our folder that outlive a save. */
const KEPT_NAMES = /^(server.*\.sock|nohooks|intent|lock|push)$/

interface Deps extends RepositoryAccess {
  authorIndex: AuthorIndex
}

/** Renames `next` into place or removes the file; an edit made meanwhile stays. */
export async function replaceFile(
  access: RepositoryAccess,
  file: IntendedFile,
  next: string,
): Promise<void> {
  const { io, paths } = access
  const target = diskPath(paths, file.path)
  // An editor may have saved since the check under the lock.
  if (!(await isAsBefore(access, file))) return
  await (file.after === null ? io.remove(target) : io.rename(next, target))
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
  await io.syncAll([...folders])
}

/** The recovery of one repository. */
export class Recovery {
  readonly #deps: Deps
  #isPending = false
  /** Tries of the present recovery. */
  #tries = 0
  /** Files that could not be put in place. */
  #unfinished: IntendedFile[] = []

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** True while a save is still to be completed or undone, or its lock to be released. */
  isPending(): boolean {
    return this.#isPending
  }

  /**
   * Completes the save of the intent record if the branch has its commit, else undoes the index swap.
   * @throws when it has to be retried later
   */
  async completeOrUndo(): Promise<void> {
    const { authorIndex } = this.#deps
    this.#isPending = true
    this.#tries += 1
    const intent = await readIntent(this.#deps)
    const files = intent && (await this.#stillIntended(intent))
    if (intent && files) await this.#complete(intent, files)
    // Without our lock somebody may have written the index since.
    else if ((await indexLockHolder(this.#deps)) === 'us') await authorIndex.undoSwap()
    await authorIndex.forgetSwap()
    await releaseIndexLock(this.#deps)
    await clearIntent(this.#deps)
    this.#isPending = false
    this.#tries = 0
  }

  /** A sentence on a save that could not be finished; null when there is none. */
  async problem(): Promise<string | null> {
    if (this.#isPending) return PENDING
    const isOld = await mapConcurrently(this.#unfinished, (file) => isAsBefore(this.#deps, file))
    this.#unfinished = this.#unfinished.filter((_, at) => isOld[at])
    if (this.#unfinished.length === 0) return null
    const names = this.#unfinished.map(({ path }) => quoted(path)).join(' ')
    return `A file could not be written after its change was committed. Once it can be, run in ${this.#deps.paths.top}: git checkout -- ${names}`
  }

  /**
   * The recovery at a start, `completeOrUndo` included. A killed server's git processes may still run:
   * once their ref locks are gone, they move no ref any more.
   */
  async atStart(): Promise<void> {
    const { log, reader, newObjects } = this.#deps
    const intent = await readIntent(this.#deps)
    try {
      await clearRefLocks(this.#deps, intent)
      // A prune may have removed from git's folder what a killed server had published.
      if (intent && (await reader.idOf(intent.branch)) === intent.tip) await newObjects.publish()
      await this.completeOrUndo()
      await this.#cleanFolder()
    } catch (error) {
      this.#isPending = true
      log.warn({ err: error }, 'An interrupted write is completed later')
    }
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
      return (await reader.idOf(`${head}:${path}`)) === (after?.id ?? null)
    })
    return intent.files.filter((_, at) => isKept[at])
  }

  async #complete({ branch, tip }: Intent, files: readonly IntendedFile[]): Promise<void> {
    const { authorIndex, git, io, log, paths, reader } = this.#deps
    if (!(await takeIndexLock(this.#deps, performance.now() + LOCK_WAIT_MS))) {
      throw new Error('a foreign index.lock is in the way')
    }
    const acked = await reader.idOf(OWN_REFS.acked)
    if (acked === null || !(await isAncestor(git, tip, acked))) {
      await moveRefs(this.#deps, [{ ref: OWN_REFS.acked, to: tip }])
    }
    const folder = await io.makeTemporary(paths.gap)
    const unfinished: IntendedFile[] = []
    try {
      for (const [at, file] of files.entries()) {
        const next = join(folder, `${at}`)
        if (!(await this.#isDone(() => this.#completeFile(file, next)))) unfinished.push(file)
      }
      const identity = await io.identity(paths.index)
      const staged = await authorIndex.staged(identity, branch)
      const index = join(folder, 'index')
      await authorIndex.prepare(index, files, { base: branch, identity, staged })
      await authorIndex.swap(index, tip, false)
    } finally {
      await io.removeAll(folder).catch(() => {})
    }
    await this.#isDone(() => flushNames(this.#deps, files, [branch, OWN_REFS.acked]))
    this.#unfinished.push(...unfinished)
    log.info({ commit: tip, files: files.length }, 'Completed an interrupted write')
  }

  /** Whether a step succeeds; false when it fails for good. @throws its error while there are tries */
  async #isDone(step: () => Promise<void>): Promise<boolean> {
    try {
      await step()
      return true
    } catch (err) {
      if (this.#tries < TRIES_MAX) throw err
      this.#deps.log.error({ err }, 'A committed change cannot be finished in the work tree')
      return false
    }
  }

  async #completeFile(file: IntendedFile, next: string): Promise<void> {
    const { paths, io } = this.#deps
    if (file.after !== null && (await isAsBefore(this.#deps, file))) {
      const bytes = await checkedOut(this.#deps, file.path, file.after.id)
      await io.writeNew(next, bytes, permissionsOf(file.after.mode))
      await io.sync(next)
      await io.makeFolder(dirname(diskPath(paths, file.path)))
    }
    await replaceFile(this.#deps, file, next)
  }

  /** Removes what a killed server left. */
  async #cleanFolder(): Promise<void> {
    const { paths, io } = this.#deps
    for (const name of readdirSync(paths.gap)) {
      if (!KEPT_NAMES.test(name)) await io.removeAll(join(paths.gap, name))
    }
  }
}
