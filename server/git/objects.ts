/**
 * Git objects made in process: their ids and their loose files. Each is written under a temporary
 * name that `git gc` would clean up (`tmp_obj_…`), flushed, renamed, and its folder flushed, so an
 * object that a ref names is on the disk before the ref is.
 */
import { createHash, randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { deflate, deflateSync } from 'node:zlib'
import type { Io } from './io.ts'

export type ObjectType = 'blob' | 'tree' | 'commit'

export interface GitObject {
  /** 40 hex digits. */
  id: string
  type: ObjectType
  body: Buffer
}

export interface ObjectWriter {
  /** All of them on the disk under their ids when it resolves. */
  write(objects: readonly GitObject[]): Promise<void>
}

/** From here on compressing leaves the main thread. */
const OWN_THREAD_BYTES = 32 * 1024
const compressBeside = promisify<Buffer, { level: number }, Buffer>(deflate)

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
export function createObjectWriter({ io, folder }: { io: Io; folder: string }): ObjectWriter {
  /** Returns the folder to flush, or null when the object was there already. */
  async function writeObject(object: GitObject): Promise<string | null> {
    const path = join(folder, object.id.slice(0, 2), object.id.slice(2))
    // An object that is there may be unflushed, or old enough for a prune that runs beside us.
    if (await io.freshen(path)) return dirname(path)
    const fanOut = dirname(path)
    const temporary = join(fanOut, `tmp_obj_${randomBytes(6).toString('hex')}`)
    const bytes = await compressObject(object)
    if ((await io.kind(fanOut)) === null && (await io.makeFolder(fanOut))) {
      await io.syncFolder(folder)
    }
    try {
      await io.writeNew(temporary, bytes, 0o444)
      await io.rename(temporary, path)
    } catch (error) {
      await io.remove(temporary).catch(() => {})
      throw error
    }
    return fanOut
  }

  return {
    async write(objects) {
      const distinct = new Map(objects.map((object) => [object.id, object]))
      const written = await settleAll([...distinct.values()].map(writeObject))
      const folders = new Set(written.filter((fanOut) => fanOut !== null))
      await settleAll([...folders].map((fanOut) => io.syncFolder(fanOut)))
    },
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
