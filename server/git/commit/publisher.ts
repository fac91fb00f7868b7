/**
 * Publishes commits that are ready: moves the branch and brings work tree and index along, in one
 * critical section under the author's own `index.lock`. The ref is the point of
 * commitment: a fault before it leaves nothing visible, one after it is completed from the intent.
 */
import { dirname } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import type { IndexLock } from '../locks/index-lock.ts'
import type { RefMover } from '../locks/ref-mover.ts'
import { refusedWrite, unknownOutcome } from '../objects/failures.ts'
import { GitFailure } from '../objects/git-process.ts'
import type { Io } from '../objects/io.ts'
import type { ObjectReader } from '../objects/object-reader.ts'
import { type ObjectWriter, settleAll } from '../objects/objects.ts'
import {
  diskPath,
  isBehindLink,
  type RepositoryPaths,
  refFolders,
} from '../objects/repository-paths.ts'
import type { IndexStore, PreparedIndex } from './index-store.ts'
import type { IntentRecord } from './intent.ts'
import { createPreparation, type Prepared } from './preparation.ts'
import type { Publication, PublishedFile } from './publication.ts'
import type { PushMark } from './push-hook.ts'
import type { Recovery } from './recovery.ts'
import { LOCKED, readRepositoryState } from './repository-state.ts'

interface Publisher {
  /**
   * True when the commits stand, durably; false when something else came first and they have to be
   * made again (then nothing was changed). @throws RepositoryError
   */
  publish(publication: Publication, deadline: number): Promise<boolean>
}

interface Parts {
  io: Io
  paths: RepositoryPaths
  /** Full name of the branch that writes belong on. */
  branch: () => string | null
  pushes: PushMark
  reader: ObjectReader
  writer: ObjectWriter
  indexes: IndexStore
  intents: IntentRecord
  refs: RefMover
  lock: IndexLock
  recovery: Recovery
}

/** The publisher of one repository. */
export function createPublisher(parts: Parts): Publisher {
  const { io, paths, pushes, reader, writer, intents, refs, lock, recovery } = parts
  const { acked } = paths.refs
  const { prepare, cleanUp, newNames } = createPreparation(parts)

  /** Whether the work tree still holds these bytes, or nothing, at a path. */
  async function isAsBefore(path: string, before: Buffer | null): Promise<boolean> {
    const place = diskPath(paths, path)
    if (await isBehindLink(io, paths, path)) return false
    const found = await io.read(place)
    if (before !== null) return found?.bytes.equals(before) ?? false
    return found === null && (await io.kind(place)) === null
  }

  /** Under the lock: is everything still as it was when the commits were made? */
  async function isUnchanged(
    publication: Publication,
    branch: string,
    index: PreparedIndex,
  ): Promise<boolean> {
    const [condition, isPushed, identity, ...same] = await Promise.all([
      readRepositoryState(io, paths, branch),
      pushes.isUnderWay(branch),
      io.identity(paths.index),
      ...publication.files.map(({ path, before }) => isAsBefore(path, before)),
    ])
    if (isPushed) return false
    return condition.state === 'ok' && identity === index.identity && same.every(Boolean)
  }

  /** Moves the refs; false when someone else moved the branch or holds it. */
  async function moveRefs(
    { base, tip, moves }: Publication,
    branch: string,
  ): Promise<'moved' | 'branch moved' | false> {
    try {
      io.step('git update-ref')
      await refs.move([{ ref: branch, to: tip, from: base }, { ref: acked, to: tip }, ...moves])
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

  async function replaceFile(file: PublishedFile, from: string): Promise<void> {
    const { path, before, after, isLeftOut } = file
    if (isLeftOut) return
    const place = diskPath(paths, path)
    // An editor may have saved since the check: then the file stays the author's, an edit by hand.
    if (!(await isAsBefore(path, before))) return io.remove(from)
    await (after === null ? io.remove(place) : io.rename(from, place))
  }

  async function replaceFiles(publication: Publication, ready: Prepared): Promise<void> {
    const { names } = ready
    await settleAll(publication.files.map((file, at) => replaceFile(file, names.file(at))))
    if (ready.index.isChanged) {
      await io.rename(ready.names.index, paths.index)
      ready.index.adopt()
    }
  }

  const syncFolders = (publication: Publication, branch: string, folders: Iterable<string>) => {
    const changed = new Set([
      ...folders,
      ...publication.files.map(({ path }) => dirname(diskPath(paths, path))),
      ...refFolders(paths, [branch, acked, ...publication.moves.map(({ ref }) => ref)]),
      dirname(paths.index),
    ])
    return settleAll([...changed].map((folder) => io.syncFolder(folder)))
  }

  /** Steps after the point of commitment; whatever fails is done again from the intent, once. */
  async function complete(
    publication: Publication,
    branch: string,
    { ready, isWhole }: { ready: Prepared; isWhole: boolean },
  ): Promise<void> {
    try {
      await writer.restore(publication.objects, async (id) => (await reader.info(id)) !== null)
      if (!isWhole) await refs.move([{ ref: acked, to: publication.tip }, ...publication.moves])
      await replaceFiles(publication, ready)
      await lock.release()
      await syncFolders(publication, branch, ready.folders)
      await intents.clear()
    } catch {
      try {
        await recovery.complete()
        await syncFolders(publication, branch, ready.folders)
      } catch (error) {
        throw unknownOutcome(error)
      }
    }
  }

  return {
    async publish(publication, deadline) {
      const branch = parts.branch()
      if (branch === null) return false
      refs.warmUp()
      const names = newNames()
      let isClean = false
      try {
        const ready = await prepare(publication, branch, names)
        if (!(await lock.take(deadline))) {
          throw new RepositoryError('repository_locked', LOCKED.message)
        }
        if (!(await isUnchanged(publication, branch, ready.index))) return false
        const moved = await moveRefs(publication, branch)
        if (moved === false) return false
        await complete(publication, branch, { ready, isWhole: moved === 'moved' })
        isClean = ready.index.isChanged
        return true
      } catch (error) {
        throw refusedWrite(error)
      } finally {
        await lock.release().catch(() => {})
        if (!isClean) await cleanUp(publication, names)
      }
    },
  }
}
