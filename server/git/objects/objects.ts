/**
 * Git objects made in process: their ids and their loose files. Each is written under a temporary
 * name that `git gc` would clean up (`tmp_obj_…`), flushed, renamed, and its folder flushed, so an
 * object that a ref names is on the disk before the ref is.
 */
import { createHash, randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { deflate, deflateSync } from 'node:zlib'
import { forEachInTurn } from '../../workers/turns.ts'
import { errorCode } from './disk.ts'
import type { Io } from './io.ts'

type ObjectType = 'blob' | 'tree' | 'commit'

export interface GitObject {
  /** 40 hex digits. */
  id: string
  type: ObjectType
  body: Buffer
}

/** A folder is made and filled in a moment; one that vanishes so often is not git's doing. */
const TRIES_MAX = 5
/** From here on compressing leaves the main thread. */
const OWN_THREAD_BYTES = 32 * 1024
const compressBeside = promisify<Buffer, { level: number }, Buffer>(deflate)

/** Whether a text has the form of an id: 40 hex digits. */
export const isId = (text: string): boolean => /^[0-9a-f]{40}$/.test(text)

/** The object with its id: SHA-1 of `type size NUL body`. */
export function gitObject(type: ObjectType, body: Buffer): GitObject {
  const hash = createHash('sha1').update(`${type} ${body.length}\0`).update(body)
  return { id: hash.digest('hex'), type, body }
}

/** The blob id of a file's bytes as they are, without git's filters. */
export function blobId(bytes: Buffer): string {
  return gitObject('blob', bytes).id
}

async function compressObject({ type, body }: GitObject): Promise<Buffer> {
  const full = Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body])
  return full.length < OWN_THREAD_BYTES
    ? deflateSync(full, { level: 1 })
    : compressBeside(full, { level: 1 })
}

/** Writes into the object folder of one repository (`git rev-parse --git-path objects`). */
export class ObjectWriter {
  readonly #deps: { io: Io; folder: string }

  constructor(deps: { io: Io; folder: string }) {
    this.#deps = deps
  }

  /** All of them on the disk under their ids when it resolves. */
  async write(objects: readonly GitObject[]): Promise<void> {
    const distinct = new Map(objects.map((object) => [object.id, object]))
    const changed = await forEachInTurn([...distinct.values()], (object) =>
      this.#writeObject(object),
    )
    await settleAll([...new Set(changed.flat())].map((path) => this.#deps.io.syncFolder(path)))
  }

  /**
   * Writes again those that `git prune` took: until a ref names them it may take them at any time.
   * @param isKnown whether git has the object, in a pack say
   */
  async restore(
    objects: readonly GitObject[],
    isKnown: (id: string) => Promise<boolean>,
  ): Promise<void> {
    const missing: GitObject[] = []
    await forEachInTurn(objects, async (object) => {
      if ((await this.#deps.io.kind(this.#diskPath(object))) !== null) return
      if (!(await isKnown(object.id))) missing.push(object)
    })
    if (missing.length > 0) await this.write(missing)
  }

  #diskPath({ id }: GitObject) {
    return join(this.#deps.folder, id.slice(0, 2), id.slice(2))
  }

  /** Writes it; once more where `git gc` takes the empty folder, or our temporary name, away. */
  async #writeObject(object: GitObject): Promise<string[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#tryToWrite(object)
      } catch (error) {
        if (errorCode(error) !== 'ENOENT' || tries >= TRIES_MAX) throw error
      }
    }
  }

  /** Returns the folders to flush. */
  async #tryToWrite(object: GitObject): Promise<string[]> {
    const { io, folder } = this.#deps
    const path = this.#diskPath(object)
    // An object that is there may be unflushed, or old enough for a prune that runs beside us.
    const fanOut = dirname(path)
    if (await io.freshen(path)) return [fanOut]
    const temporary = join(fanOut, `tmp_obj_${randomBytes(6).toString('hex')}`)
    const bytes = await compressObject(object)
    const isNew = (await io.kind(fanOut)) === null && (await io.makeFolder(fanOut))
    try {
      await io.writeNew(temporary, bytes, 0o444)
      await io.rename(temporary, path)
    } catch (error) {
      await io.remove(temporary).catch(() => {})
      throw error
    }
    return isNew ? [fanOut, folder] : [fanOut]
  }
}

/** As Promise.all, but nothing is still running when it rejects. */
export async function settleAll<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(work)
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}
