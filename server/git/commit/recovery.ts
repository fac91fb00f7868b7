/**
 * Completes what a write began when it was cut short after its point of commitment, by a
 * fault, a kill or a power cut. Everything here can run twice. A file or an index entry that is not
 * exactly as the write found it belongs to the author and stays.
 */

import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { forEachInTurn, Turns } from '../../workers/turns.ts'
import type { IndexLock } from '../locks/index-lock.ts'
import type { RefLocks } from '../locks/ref-locks.ts'
import type { RefMover } from '../locks/ref-mover.ts'
import { waitForOrphans } from '../locks/running-git.ts'
import { GitFailure } from '../objects/git-process.ts'
import { blobId } from '../objects/objects.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { diskPath, isBehindLink, refFolders } from '../objects/repository-paths.ts'
import { entryAt } from '../objects/tree.ts'
import type { Conversions } from '../worktree/conversion.ts'
import type { IndexStore } from './index-store.ts'
import type { IntendedFile, Intent, IntentRecord } from './intent.ts'

/** A foreign index lock at start-up is waited for this long; then the intent stays for later. */
const LOCK_WAIT_MS = 1_000
const KEPT_NAMES = /^(server\.sock|nohooks|stale|intent|branch)$/

interface Deps extends RepositoryAccess {
  conversions: Conversions
  indexes: IndexStore
  intents: IntentRecord
  refs: RefMover
  refLocks: RefLocks
  lock: IndexLock
}

/** The recovery of one repository. */
export class Recovery {
  readonly #deps: Deps
  #isDue = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Completes the intended write, if one is on record. @throws when it cannot now. */
  async complete(): Promise<void> {
    const { intents, lock, reader, paths, refs, io, log } = this.#deps
    this.#isDue = true
    const intent = await intents.read()
    const files = intent && (await this.#stillIntended(intent))
    if (intent && files) {
      if (!lock.isHeld() && !(await lock.take(Date.now() + LOCK_WAIT_MS))) {
        throw new Error('a foreign index.lock is in the way')
      }
      const acked = await reader.info(paths.refs.acked)
      if (acked === null || !(await this.#isAncestor(intent.tip, acked.id))) {
        await refs.move([{ ref: paths.refs.acked, to: intent.tip }])
      }
      const turns = new Turns()
      for (const [at, file] of files.entries()) {
        await turns.pause()
        await this.#completeFile(file, at)
      }
      await this.#completeIndex(files, intent.branch)
      const folders = new Set([
        ...files.map(({ path }) => dirname(diskPath(paths, path))),
        ...refFolders(paths, [intent.branch, paths.refs.acked]),
        dirname(paths.index),
      ])
      await forEachInTurn([...folders], (folder) => io.syncFolder(folder))
      log.info({ commit: intent.tip, files: files.length }, 'Completed an interrupted write')
    }
    await lock.release()
    await intents.clear()
    this.#isDue = false
  }

  /** Whether something is left of a server before this one. */
  async isNeeded(): Promise<boolean> {
    const { intents, refLocks } = this.#deps
    if ((await intents.read()) !== null) return true
    await refLocks.suspectOwnRefs()
    return refLocks.isDue() || (await this.#isOurStaleLock())
  }

  /** All of the start's recovery, `complete` included. */
  async afterCrash(): Promise<void> {
    const { paths, lock, log } = this.#deps
    await waitForOrphans(paths.gap)
    try {
      await this.#clearRefLocks()
      if (await this.#isOurStaleLock()) await lock.replaceStale()
      await this.complete()
      await this.#cleanFolder()
    } catch (error) {
      log.warn({ err: error }, 'An interrupted write is completed later')
    }
  }

  /** True while an intended write is still to be completed. */
  isDue(): boolean {
    return this.#isDue
  }

  async #isAncestor(commit: string, of: string): Promise<boolean> {
    if (commit === of) return true
    try {
      await this.#deps.git.run(['merge-base', '--is-ancestor', commit, of])
      return true
    } catch (error) {
      if (error instanceof GitFailure) return false
      throw error
    }
  }

  /** The intended files whose newest commit is the intended one. */
  async #stillIntended(intent: Intent): Promise<IntendedFile[] | null> {
    const { reader, trees } = this.#deps
    const head = await reader.info(intent.branch)
    if (head === null || !(await this.#isAncestor(intent.tip, head.id))) return null
    const tree = await reader.treeOf(head.id)
    const kept: IntendedFile[] = []
    const turns = new Turns()
    for (const file of intent.files) {
      await turns.pause()
      const entry = await entryAt(trees, tree, file.path)
      if (entry?.id === file.after?.id) kept.push(file)
    }
    return kept
  }

  async #completeFile(file: IntendedFile, at: number): Promise<void> {
    const { paths, io, reader, conversions } = this.#deps
    const { path, before, after, isLeftOut } = file
    if (isLeftOut) return
    const place = diskPath(paths, path)
    if (await isBehindLink(io, paths, path)) return
    const found = await io.read(place)
    if (found === null ? (await io.kind(place)) !== null : false) return
    if ((found && blobId(found.bytes)) !== before) return
    if (after === null) {
      await io.remove(place)
      return
    }
    const blob = await reader.read(after.id)
    if (blob === null) throw new Error('the committed file cannot be read back')
    const temporary = join(paths.gap, `again-file-${at}`)
    await io.remove(temporary)
    const bytes = await conversions.toWorkTree(path, blob.body)
    await io.writeNew(temporary, bytes, after.mode === '100755' ? 0o755 : 0o644)
    await io.rename(temporary, place)
  }

  async #completeIndex(files: readonly IntendedFile[], branch: string): Promise<void> {
    const { paths, io, reader, indexes } = this.#deps
    const next = join(paths.gap, 'again-index')
    await io.remove(next)
    const headTree = await reader.treeOf(branch)
    const index = await indexes.prepare({ files, next, headTree })
    if (!index.isChanged) return
    await io.rename(next, paths.index)
    index.adopt()
  }

  async #isOurStaleLock(): Promise<boolean> {
    const { io, paths } = this.#deps
    const inode = await io.inode(paths.indexLock)
    if (inode === null) return false
    for (const name of await readdir(paths.gap)) {
      if (!name.startsWith('lock-')) continue
      if ((await io.inode(join(paths.gap, name))) === inode) return true
    }
    return false
  }

  async #cleanFolder(): Promise<void> {
    const { paths, lock, io } = this.#deps
    for (const name of await readdir(paths.gap)) {
      if (KEPT_NAMES.test(name) || name === lock.name) continue
      await io.remove(join(paths.gap, name))
    }
  }

  async #clearRefLocks(): Promise<void> {
    const { intents, refLocks, paths } = this.#deps
    const intent = await intents.read()
    if (intent !== null) {
      const { branch, tip } = intent
      refLocks.suspect([branch, paths.refs.acked].map((ref) => ({ ref, to: tip })))
    }
    await refLocks.suspectOwnRefs()
    await refLocks.clear()
  }
}
