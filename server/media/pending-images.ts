/**
 * Images that were added in an editor and stand in no saved post yet. They wait in the state folder,
 * not in the content; the save of the first post that names one takes it along in its own commit.
 */
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AddedImage } from '#domain/image.ts'
import { isStorageFull, RepositoryError } from '../errors.ts'
import { writeStateFile } from '../state-file.ts'
import type { EncodeImage } from './encode-image.ts'
import { imageName } from './image-name.ts'

const KEPT_BYTES_MAX = 256 * 1024 * 1024
const KEPT_IMAGES_MAX = 500
/** As long as a text may lie unsaved in a browser. */
const KEPT_MS_MAX = 60 * 24 * 60 * 60 * 1000
const PENDING_PATH = /^media\/\d{4}\/[a-z0-9-]+\.webp$/

interface AddedFile {
  bytes: Buffer
  /** As the author called it. */
  name: string
  year: string
}

interface PendingImagesOptions {
  folder: string
  encode: EncodeImage
  /** Milliseconds since 1970. */
  now(): number
}

/** The images of a folder, which need not exist yet. */
export class PendingImages {
  readonly #options: PendingImagesOptions

  constructor(options: PendingImagesOptions) {
    this.#options = options
  }

  /**
   * Encodes the image and keeps it. @throws BadRequestError, AppError 503, RepositoryError
   * `storage_full`
   */
  async add({ bytes, name, year }: AddedFile): Promise<AddedImage> {
    const made = await this.#options.encode(bytes)
    const path = `media/${year}/${imageName(name, 'webp', made)}`
    const file = this.#fileAt(path)
    if (file === null) throw new Error('every image has a name')
    await keep(file, made.bytes)
    await this.#tidy()
    const { width, height } = made
    return { path: `/${path}`, width, height, bytes: made.bytes.length }
  }

  /** The bytes of an image that waits, by its path in the content folder; null for any other. */
  async read(path: string): Promise<Buffer | null> {
    const file = this.#fileAt(path)
    // A post whose image cannot be read is saved without it.
    return file === null ? null : readFile(file).catch(() => null)
  }

  /** Whether an image waits at a path in the content folder. */
  async has(path: string): Promise<boolean> {
    const file = this.#fileAt(path)
    const stats = file === null ? null : await stat(file).catch(() => null)
    return stats?.isFile() === true
  }

  /** Forgets images that are committed. Never rejects. */
  async forget(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const file = this.#fileAt(path)
      if (file) await rm(file, { force: true }).catch(() => {})
    }
  }

  /** Names are made by us and matched here: none leads out of the folder. */
  #fileAt(path: string): string | null {
    return PENDING_PATH.test(path) ? join(this.#options.folder, path) : null
  }

  /** Removes what is too old, and the oldest of what is too much. */
  async #tidy(): Promise<void> {
    const { folder, now } = this.#options
    const names = await readdir(folder, { recursive: true }).catch(() => [])
    const found = await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name)
        const stats = await stat(path).catch(() => null)
        return stats?.isFile() ? [{ path, size: stats.size, time: stats.mtimeMs }] : []
      }),
    )
    const newestFirst = found.flat().sort((a, b) => b.time - a.time)
    let bytes = 0
    for (const [at, { path, size, time }] of newestFirst.entries()) {
      bytes += size
      const isOld = now() - time > KEPT_MS_MAX
      if (isOld || bytes > KEPT_BYTES_MAX || at >= KEPT_IMAGES_MAX) await rm(path, { force: true })
    }
  }
}

async function keep(file: string, bytes: Buffer): Promise<void> {
  try {
    await writeStateFile(file, bytes)
  } catch (error) {
    if (!isStorageFull(error)) throw error
    throw new RepositoryError('storage_full', 'The disk is full. The image was not added.')
  }
}
