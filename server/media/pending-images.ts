/**
 * Images that were added in an editor and stand in no saved post yet. They wait in the state folder,
 * not in the content; the save of the first post that names one takes it along in its own commit.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AddedImage } from '#domain/image.ts'
import { isStorageFull, RepositoryError } from '../errors.ts'
import type { EncodeImage } from './encode-image.ts'
import { imageName } from './image-name.ts'

const KEPT_BYTES_MAX = 256 * 1024 * 1024
const KEPT_IMAGES_MAX = 500
/** As long as a text may lie unsaved in a browser. */
const KEPT_MS_MAX = 60 * 24 * 60 * 60 * 1000
const PENDING_PATH = /^media\/\d{4}\/[a-z0-9-]+\.webp$/

export interface PendingImages {
  /**
   * Makes the image anew and keeps it. @throws BadRequestError, AppError 503, RepositoryError
   * `storage_full`
   */
  add(image: { bytes: Buffer; name: string; year: string }): Promise<AddedImage>
  /** The bytes of an image that waits, by its path in the content folder; null for any other. */
  read(path: string): Promise<Buffer | null>
  /** Whether an image waits at a path in the content folder. */
  has(path: string): Promise<boolean>
  /** Forgets images that are committed. Never rejects. */
  forget(paths: readonly string[]): Promise<void>
}

/** Creates the store in a folder, which need not be there yet. */
export function createPendingImages(edges: {
  folder: string
  encode: EncodeImage
  /** Milliseconds since 1970. */
  now(): number
}): PendingImages {
  const { folder, encode, now } = edges
  // Names are made by us and matched here: none leads out of the folder.
  const placeOf = (path: string) => (PENDING_PATH.test(path) ? join(folder, path) : null)

  async function keep(place: string, bytes: Buffer): Promise<void> {
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    const temporary = `${place}.${randomBytes(6).toString('hex')}.tmp`
    try {
      const file = await open(temporary, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temporary, place)
    } catch (error) {
      await rm(temporary, { force: true })
      throw isStorageFull(error)
        ? new RepositoryError('storage_full', 'The disk is full. The image was not added.')
        : error
    }
  }

  /** Removes what is too old, and the oldest of what is too much. */
  async function tidy(): Promise<void> {
    const names = await readdir(folder, { recursive: true }).catch(() => [])
    const found = await Promise.all(
      names.map(async (name) => {
        const place = join(folder, name)
        const stats = await stat(place).catch(() => null)
        return stats?.isFile() ? [{ place, size: stats.size, time: stats.mtimeMs }] : []
      }),
    )
    let bytes = 0
    for (const [at, file] of found
      .flat()
      .sort((a, b) => b.time - a.time)
      .entries()) {
      bytes += file.size
      const isOld = now() - file.time > KEPT_MS_MAX
      if (isOld || bytes > KEPT_BYTES_MAX || at >= KEPT_IMAGES_MAX) {
        await rm(file.place, { force: true })
      }
    }
  }

  return {
    async add({ bytes, name, year }) {
      const made = await encode(bytes)
      const path = `media/${year}/${imageName(name, 'webp', made)}`
      const place = placeOf(path)
      if (place === null) throw new Error('an image has a name of its own')
      await keep(place, made.bytes)
      await tidy()
      const { width, height } = made
      return { path: `/${path}`, width, height, bytes: made.bytes.length }
    },

    async read(path) {
      const place = placeOf(path)
      // Whatever keeps it from being read, the post is saved without it.
      return place === null ? null : readFile(place).catch(() => null)
    },

    async has(path) {
      const place = placeOf(path)
      const stats = place === null ? null : await stat(place).catch(() => null)
      return stats?.isFile() === true
    },

    async forget(paths) {
      for (const path of paths) {
        const place = placeOf(path)
        if (place) await rm(place, { force: true }).catch(() => {})
      }
    },
  }
}
