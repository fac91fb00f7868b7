/**
 * Publishes commits that are ready: moves the branch and brings work tree and index along, in one
 * critical section under the author's own `index.lock` (write-path §4.2). The ref is the point of
 * commitment: a fault before it leaves nothing visible, one after it is completed from the intent.
 */
import { dirname, join } from 'node:path'
import { RepositoryError } from '../errors.ts'
import { LOCKED, readCondition } from './condition.ts'
import { refusedWrite, unknownOutcome } from './failures.ts'
import { GitFailure } from './git-process.ts'
import type { IndexLock } from './index-lock.ts'
import type { IndexStore, PreparedIndex } from './index-store.ts'
import type { IntendedFile, IntentRecord } from './intent.ts'
import type { Io } from './io.ts'
import type { ObjectReader } from './object-reader.ts'
import { blobId, type GitObject, type ObjectWriter, settleAll } from './objects.ts'
import { type Places, refFolders } from './places.ts'
import { isPushUnderWay } from './push-hook.ts'
import type { Recovery } from './recovery.ts'
import { ACKED_REF, type RefMove, type RefMover } from './ref-mover.ts'
import type { TreeEntry } from './tree.ts'

export interface PublishedFile {
  /** From the top of the work tree. */
  path: string
  /** The bytes in the work tree that the new ones were made from, null for no file. */
  before: Buffer | null
  after: { entry: TreeEntry; bytes: Buffer } | null
  /** See IntendedFile. */
  replaceable: readonly (TreeEntry | null)[]
}

export interface Publication {
  /** The commit that the branch must still name; null before the first. */
  base: string | null
  tip: string
  /** Root tree of the base. */
  baseTree: string | null
  objects: readonly GitObject[]
  files: readonly PublishedFile[]
  /** More refs to move in the same transaction. */
  moves: readonly RefMove[]
}

export interface Publisher {
  /**
   * True when the commits stand, durably; false when something else came first and they have to be
   * made again (then nothing was changed). @throws RepositoryError
   */
  publish(publication: Publication, deadline: number): Promise<boolean>
}

/** Where new bytes wait beside their places. */
interface TemporaryNames {
  index: string
  file(at: number): string
}

interface Prepared {
  index: PreparedIndex
  /** Folders that hold a new folder. */
  folders: Set<string>
  names: TemporaryNames
}

interface Parts {
  io: Io
  places: Places
  /** Full name of the branch that writes belong on. */
  branch: () => string | null
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
  const { io, places, reader, writer, indexes, intents, refs, lock, recovery } = parts
  let serial = 0

  /** Puts everything that can be written beforehand on the disk, beside its place. */
  async function prepare(
    publication: Publication,
    branch: string,
    names: TemporaryNames,
  ): Promise<Prepared> {
    const { files, tip, objects, baseTree } = publication
    const intended: IntendedFile[] = files.map(({ path, before, after, replaceable }) => ({
      path,
      before: before === null ? null : blobId(before),
      after: after?.entry ?? null,
      replaceable,
    }))
    const folders = await makeFolders(files.filter(({ after }) => after !== null))
    const written = files.map(async ({ after }, at) => {
      if (after === null) return
      await io.writeNew(names.file(at), after.bytes, after.entry.mode === '100755' ? 0o755 : 0o644)
    })
    const index = indexes.prepare({ files: intended, next: names.index, headTree: baseTree })
    await settleAll<unknown>([
      ...written,
      index,
      writer.write(objects),
      intents.save({ branch, tip, files: intended }),
    ])
    return { index: await index, folders, names }
  }

  async function cleanUp({ files }: Publication, names: TemporaryNames): Promise<void> {
    const all = [names.index, ...files.map((_, at) => names.file(at))]
    await Promise.allSettled(all.map((name) => io.remove(name)))
  }

  /** Creates missing folders and returns every folder in which a name will change. */
  async function makeFolders(files: readonly PublishedFile[]): Promise<Set<string>> {
    const changed = new Set<string>()
    for (const { path } of files) {
      let folder = places.top
      for (const name of dirname(path).split('/')) {
        if (name === '.') break
        const inner = join(folder, name)
        const kind = await io.kind(inner)
        if (kind === null) {
          if (await io.makeFolder(inner)) changed.add(folder)
        } else if (kind !== 'folder') {
          throw new RepositoryError(
            'read_only',
            'The folder of this file is a link or a file, so nothing can be saved in it.',
          )
        }
        folder = inner
      }
      if (!(await io.isWritable(folder))) {
        throw new RepositoryError(
          'read_only',
          'The server is not allowed to write to the content folder.',
        )
      }
    }
    return changed
  }

  /** Whether the work tree still holds these bytes, or nothing, at a path. */
  async function isAsBefore(path: string, before: Buffer | null): Promise<boolean> {
    const place = join(places.top, path)
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
      readCondition(io, places, branch),
      isPushUnderWay({ io, places, reader }, branch),
      io.identity(places.index),
      ...publication.files.map(({ path, before }) => isAsBefore(path, before)),
    ])
    if (isPushed) return false
    return condition.state === 'ok' && identity === index.identity && same.every(Boolean)
  }

  /** Moves the refs; false when someone else moved the branch or holds it. */
  async function moveRefs({ base, tip, moves }: Publication, branch: string): Promise<boolean> {
    try {
      io.step('git update-ref')
      await refs.move([{ ref: branch, to: tip, from: base }, { ref: ACKED_REF, to: tip }, ...moves])
      io.step('git update-ref answered')
      return true
    } catch (error) {
      // Only the branch itself can tell whether the transaction took place.
      const now = await reader.info(branch)
      if (now?.id === tip) return true
      const isHeld = error instanceof GitFailure && /lock|but expected|signal/.test(error.message)
      if (isHeld || (now?.id ?? null) !== base) return false
      throw error
    }
  }

  async function replaceFile({ path, before, after }: PublishedFile, from: string): Promise<void> {
    const place = join(places.top, path)
    // An editor may have saved since the check: then the file stays the author's, an edit by hand.
    if (!(await isAsBefore(path, before))) return io.remove(from)
    await (after === null ? io.remove(place) : io.rename(from, place))
  }

  async function replaceFiles(publication: Publication, ready: Prepared): Promise<void> {
    const { names } = ready
    await settleAll(publication.files.map((file, at) => replaceFile(file, names.file(at))))
    if (ready.index.isChanged) {
      await io.rename(ready.names.index, places.index)
      ready.index.adopt()
    }
  }

  const syncFolders = (publication: Publication, branch: string, folders: Iterable<string>) => {
    const changed = new Set([
      ...folders,
      ...publication.files.map(({ path }) => dirname(join(places.top, path))),
      ...refFolders(places, [branch, ACKED_REF, ...publication.moves.map(({ ref }) => ref)]),
      dirname(places.index),
    ])
    return settleAll([...changed].map((folder) => io.syncFolder(folder)))
  }

  /** Steps after the point of commitment; whatever fails is done again from the intent, once. */
  async function complete(
    publication: Publication,
    branch: string,
    ready: Prepared,
  ): Promise<void> {
    try {
      await replaceFiles(publication, ready)
      await lock.release()
      await syncFolders(publication, branch, ready.folders)
      await intents.clear()
    } catch {
      try {
        await recovery.complete()
        await syncFolders(publication, branch, ready.folders)
      } catch {
        throw unknownOutcome()
      }
    }
  }

  return {
    async publish(publication, deadline) {
      const branch = parts.branch()
      if (branch === null) return false
      refs.warmUp()
      serial += 1
      const stem = join(places.gap, String(serial))
      const names = { index: `${stem}-index`, file: (at: number) => `${stem}-file-${at}` }
      let isClean = false
      try {
        const ready = await prepare(publication, branch, names)
        if (!(await lock.take(deadline))) {
          throw new RepositoryError('repository_locked', LOCKED.message)
        }
        if (!(await isUnchanged(publication, branch, ready.index))) return false
        if (!(await moveRefs(publication, branch))) return false
        await complete(publication, branch, ready)
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
