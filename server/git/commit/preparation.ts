/**
 * Everything of a publication that can be written before the lock is taken: new bytes beside their
 * places, objects, the changed copy of the index and the record of what is intended, all flushed.
 */

import { dirname, join } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import { forEachInTurn, Turns } from '../../workers/turns.ts'
import { blobId, type ObjectWriter, settleAll } from '../objects/objects.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { isBehindLink } from '../objects/repository-paths.ts'
import { verifyPath } from '../objects/verify-path.ts'
import type { IndexStore, PreparedIndex } from './index-store.ts'
import type { IntendedFile, IntentRecord } from './intent.ts'
import type { Publication, PublishedFile } from './publication.ts'

/** Where new bytes wait beside their places. */
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

interface Deps extends RepositoryAccess {
  writer: ObjectWriter
  indexes: IndexStore
  intents: IntentRecord
}

/** Prepares publications of one repository. */
export class Preparation {
  readonly #deps: Deps
  #serial = 0

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Names that no other publication of this process has. */
  newNames(): TemporaryNames {
    this.#serial += 1
    const stem = join(this.#deps.paths.gap, String(this.#serial))
    return { index: `${stem}-index`, file: (at) => `${stem}-file-${at}` }
  }

  /** Puts everything that can be written beforehand on the disk, beside its place. */
  async prepare(
    publication: Publication,
    branch: string,
    names: TemporaryNames,
  ): Promise<Prepared> {
    const { io, paths, indexes, writer, intents } = this.#deps
    const { files, tip, objects, baseTree } = publication
    const intended = await intendedFiles(files)
    for (const path of onePerFolder(files)) {
      if (await isBehindLink(io, paths, path)) throw notAFolder()
    }
    const folders = await this.#makeFolders(
      files.filter(({ after, isLeftOut }) => after !== null && !isLeftOut),
    )
    const written = this.#writeFiles(files, names)
    const index = indexes.prepare({ files: intended, next: names.index, headTree: baseTree })
    await settleAll<unknown>([
      written,
      index,
      writer.write(objects),
      intents.save({ branch, tip, files: intended }),
    ])
    return { index: await index, folders, names }
  }

  /** Removes what was not moved to its place. */
  async cleanUp({ files }: Publication, names: TemporaryNames): Promise<void> {
    const all = [names.index, ...files.map((_, at) => names.file(at))]
    await forEachInTurn(all, (name) => this.#deps.io.remove(name).catch(() => {}))
  }

  async #writeFiles(files: readonly PublishedFile[], names: TemporaryNames): Promise<void> {
    await forEachInTurn(files, async ({ after, isLeftOut }, at) => {
      if (after === null || isLeftOut) return
      const mode = after.entry.mode === '100755' ? 0o755 : 0o644
      await this.#deps.io.writeNew(names.file(at), after.bytes, mode)
    })
  }

  /** Creates missing folders and returns every folder in which a name will change. */
  async #makeFolders(files: readonly PublishedFile[]): Promise<Set<string>> {
    const { paths, io } = this.#deps
    const changed = new Set<string>()
    for (const path of onePerFolder(files)) {
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
}

/** Of thousands of files many lie in one folder, which is looked at once. */
function onePerFolder(files: readonly PublishedFile[]): Iterable<string> {
  return new Map(files.map(({ path }) => [dirname(path), path])).values()
}

async function intendedFiles(files: readonly PublishedFile[]): Promise<IntendedFile[]> {
  const turns = new Turns()
  const intended: IntendedFile[] = []
  for (const { path, before, after, replaceable, isLeftOut } of files) {
    await turns.pause()
    verifyPath(path)
    intended.push({
      path,
      before: before === null ? null : blobId(before),
      after: after?.entry ?? null,
      replaceable,
      isLeftOut,
    })
  }
  return intended
}

const notAFolder = () =>
  new RepositoryError(
    'read_only',
    'The folder of this file is a link or a file, so nothing can be saved in it.',
  )
