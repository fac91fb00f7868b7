/**
 * Everything of a publication that can be written before the lock is taken: new bytes beside their
 * paths, objects, the changed copy of the index and the record of what is intended, all flushed.
 */
import { dirname, join } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import type { Io } from '../objects/io.ts'
import { blobId, type ObjectWriter, settleAll } from '../objects/objects.ts'
import { isBehindLink, type RepositoryPaths } from '../objects/repository-paths.ts'
import { verifyPath } from '../objects/verify-path.ts'
import type { IndexStore, PreparedIndex } from './index-store.ts'
import type { IntendedFile, IntentRecord } from './intent.ts'
import type { Publication, PublishedFile } from './publication.ts'

const OPEN_FILES_MAX = 100

/** Where new bytes wait beside their paths. */
interface TemporaryNames {
  index: string
  file(at: number): string
}

export interface Prepared {
  index: PreparedIndex
  /** Folders that hold a new folder. */
  folders: Set<string>
  names: TemporaryNames
}

interface Parts {
  io: Io
  paths: RepositoryPaths
  writer: ObjectWriter
  indexes: IndexStore
  intents: IntentRecord
}

/** Prepares publications of one repository. */
export function createPreparation({ io, paths, writer, indexes, intents }: Parts) {
  let serial = 0

  /** Names that no other publication of this process has. */
  function newNames(): TemporaryNames {
    serial += 1
    const stem = join(paths.gap, String(serial))
    return { index: `${stem}-index`, file: (at) => `${stem}-file-${at}` }
  }

  /** Puts everything that can be written beforehand on the disk, beside its place. */
  async function prepare(
    publication: Publication,
    branch: string,
    names: TemporaryNames,
  ): Promise<Prepared> {
    const { files, tip, objects, baseTree } = publication
    const intended: IntendedFile[] = files.map(
      ({ path, before, after, replaceable, isLeftOut }) => ({
        path,
        before: before === null ? null : blobId(before),
        after: after?.entry ?? null,
        replaceable,
        isLeftOut,
      }),
    )
    for (const { path } of files) {
      verifyPath(path)
      if (await isBehindLink(io, paths, path)) throw notAFolder()
    }
    const folders = await makeFolders(
      files.filter(({ after, isLeftOut }) => after !== null && !isLeftOut),
    )
    const written = writeFiles(files, names)
    const index = indexes.prepare({ files: intended, next: names.index, headTree: baseTree })
    await settleAll<unknown>([
      written,
      index,
      writer.write(objects),
      intents.save({ branch, tip, files: intended }),
    ])
    return { index: await index, folders, names }
  }

  /** A pull may bring thousands of files: so many may not be open at once. */
  async function writeFiles(files: readonly PublishedFile[], names: TemporaryNames): Promise<void> {
    for (let start = 0; start < files.length; start += OPEN_FILES_MAX) {
      const some = files.slice(start, start + OPEN_FILES_MAX)
      await settleAll(
        some.map(async ({ after, isLeftOut }, at) => {
          if (after === null || isLeftOut) return
          const mode = after.entry.mode === '100755' ? 0o755 : 0o644
          await io.writeNew(names.file(start + at), after.bytes, mode)
        }),
      )
    }
  }

  /** Removes what was not moved to its place. */
  async function cleanUp({ files }: Publication, names: TemporaryNames): Promise<void> {
    const all = [names.index, ...files.map((_, at) => names.file(at))]
    await Promise.allSettled(all.map((name) => io.remove(name)))
  }

  /** Creates missing folders and returns every folder in which a name will change. */
  async function makeFolders(files: readonly PublishedFile[]): Promise<Set<string>> {
    const changed = new Set<string>()
    for (const { path } of files) {
      let folder = paths.top
      for (const name of dirname(path).split('/')) {
        if (name === '.') break
        const inner = join(folder, name)
        const kind = await io.kind(inner)
        if (kind === null) {
          if (await io.makeFolder(inner)) changed.add(folder)
        } else if (kind !== 'folder') {
          throw notAFolder()
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

  return { newNames, prepare, cleanUp }
}

const notAFolder = () =>
  new RepositoryError(
    'read_only',
    'The folder of this file is a link or a file, so nothing can be saved in it.',
  )
