/**
 * Publishes commits that are ready: moves the branch and brings work tree and index along, in one
 * critical section under the author's own `index.lock`. The ref is the point of
 * commitment: a fault before it leaves nothing visible, one after it is completed from the intent.
 */

import { dirname } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import { forEachInTurn } from '../../workers/turns.ts'
import type { IndexLock } from '../locks/index-lock.ts'
import type { RefMover } from '../locks/ref-mover.ts'
import { refusedWrite, unknownOutcome } from '../objects/failures.ts'
import { GitFailure } from '../objects/git-process.ts'
import type { ObjectWriter } from '../objects/objects.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { diskPath, isBehindLink, refFolders } from '../objects/repository-paths.ts'
import type { IndexStore, PreparedIndex } from './index-store.ts'
import type { IntentRecord } from './intent.ts'
import { Preparation, type Prepared } from './preparation.ts'
import type { Publication, PublishedFile } from './publication.ts'
import type { PushMark } from './push-hook.ts'
import type { Recovery } from './recovery.ts'
import { LOCKED, readRepositoryState } from './repository-state.ts'

interface Deps extends RepositoryAccess {
  /** Full name of the branch that writes belong on. */
  branch(): string | null
  pushes: PushMark
  writer: ObjectWriter
  indexes: IndexStore
  intents: IntentRecord
  refs: RefMover
  lock: IndexLock
  recovery: Recovery
}

/** The publisher of one repository. */
export class Publisher {
  readonly #deps: Deps
  readonly #preparation: Preparation

  constructor(deps: Deps) {
    this.#deps = deps
    this.#preparation = new Preparation(deps)
  }

  /**
   * True when the commits stand, durably; false when something else came first and they have to be
   * made again (then nothing was changed). @throws RepositoryError
   */
  async publish(publication: Publication, deadline: number): Promise<boolean> {
    const { refs, lock } = this.#deps
    const branch = this.#deps.branch()
    if (branch === null) return false
    refs.warmUp()
    const names = this.#preparation.newNames()
    let isClean = false
    try {
      const ready = await this.#preparation.prepare(publication, branch, names)
      if (!(await lock.take(deadline))) {
        throw new RepositoryError('repository_locked', LOCKED.message)
      }
      if (!(await this.#isUnchanged(publication, branch, ready.index))) return false
      const moved = await this.#moveRefs(publication, branch)
      if (moved === false) return false
      await this.#complete(publication, branch, { ready, isWhole: moved === 'moved' })
      isClean = ready.index.isChanged
      return true
    } catch (error) {
      throw refusedWrite(error)
    } finally {
      await lock.release().catch(() => {})
      if (!isClean) await this.#preparation.cleanUp(publication, names)
    }
  }

  /** Whether the work tree still holds these bytes, or nothing, at a path. */
  async #isAsBefore(path: string, before: Buffer | null): Promise<boolean> {
    const { paths, io } = this.#deps
    const place = diskPath(paths, path)
    if (await isBehindLink(io, paths, path)) return false
    const found = await io.read(place)
    if (before !== null) return found?.bytes.equals(before) ?? false
    return found === null && (await io.kind(place)) === null
  }

  /** Under the lock: is everything still as it was when the commits were made? */
  async #isUnchanged(
    publication: Publication,
    branch: string,
    index: PreparedIndex,
  ): Promise<boolean> {
    const { io, paths, pushes } = this.#deps
    const [repository, isPushed, identity, same] = await Promise.all([
      readRepositoryState(io, paths, branch),
      pushes.isUnderWay(branch),
      io.identity(paths.index),
      forEachInTurn(publication.files, ({ path, before }) => this.#isAsBefore(path, before)),
    ])
    if (isPushed) return false
    return repository.state === 'ok' && identity === index.identity && same.every(Boolean)
  }

  /** Moves the refs; false when someone else moved the branch or holds it. */
  async #moveRefs(
    { base, tip, moves }: Publication,
    branch: string,
  ): Promise<'moved' | 'branch moved' | false> {
    const { io, refs, reader } = this.#deps
    try {
      io.step('git update-ref')
      await refs.move([
        { ref: branch, to: tip, from: base },
        { ref: this.#deps.paths.refs.acked, to: tip },
        ...moves,
      ])
      io.step('git update-ref answered')
      return 'moved'
    } catch (error) {
      // Only the branch itself can tell whether the transaction took place.
      const now = await reader.info(branch)
      if (now?.id === tip) return 'branch moved'
      const isHeld = error instanceof GitFailure && /lock|but expected|signal/.test(error.message)
      if (isHeld || (now?.id ?? null) !== base) return false
      throw error
    }
  }

  async #replaceFile(file: PublishedFile, from: string): Promise<void> {
    const { paths, io } = this.#deps
    const { path, before, after, isLeftOut } = file
    if (isLeftOut) return
    const place = diskPath(paths, path)
    // An editor may have saved since the check: then the file stays the author's, an edit by hand.
    if (!(await this.#isAsBefore(path, before))) return io.remove(from)
    await (after === null ? io.remove(place) : io.rename(from, place))
  }

  async #replaceFiles(publication: Publication, ready: Prepared): Promise<void> {
    const { io, paths } = this.#deps
    const { names } = ready
    await forEachInTurn(publication.files, (file, at) => this.#replaceFile(file, names.file(at)))
    if (ready.index.isChanged) {
      await io.rename(ready.names.index, paths.index)
      ready.index.adopt()
    }
  }

  #syncFolders(publication: Publication, branch: string, folders: Iterable<string>) {
    const { paths, io } = this.#deps
    const changed = new Set([
      ...folders,
      ...publication.files.map(({ path }) => dirname(diskPath(paths, path))),
      ...refFolders(paths, [branch, paths.refs.acked, ...publication.moves.map(({ ref }) => ref)]),
      dirname(paths.index),
    ])
    return forEachInTurn([...changed], (folder) => io.syncFolder(folder))
  }

  /** Steps after the point of commitment; whatever fails is done again from the intent, once. */
  async #complete(
    publication: Publication,
    branch: string,
    { ready, isWhole }: { ready: Prepared; isWhole: boolean },
  ): Promise<void> {
    const { writer, reader, refs, lock, intents, recovery } = this.#deps
    try {
      await writer.restore(publication.objects, async (id) => (await reader.info(id)) !== null)
      if (!isWhole)
        await refs.move([
          { ref: this.#deps.paths.refs.acked, to: publication.tip },
          ...publication.moves,
        ])
      await this.#replaceFiles(publication, ready)
      await lock.release()
      await this.#syncFolders(publication, branch, ready.folders)
      await intents.clear()
    } catch {
      try {
        await recovery.complete()
        await this.#syncFolders(publication, branch, ready.folders)
      } catch (error) {
        throw unknownOutcome(error)
      }
    }
  }
}
