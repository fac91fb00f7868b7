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

/** Of all that wait; beyond it the oldest go. */
const KEPT_BYTES_MAX = 256 * 1024 * 1024
const PENDING_PATH = /^media\/\d{4}\/[a-z0-9-]+\.webp$/

interface AddedFile {
  bytes: Buffer
  /** As the author called it. */
  name: string
  year: string
}

/** The images of a folder, which need not exist yet. */
export class PendingImages {
  readonly #folder: string
  readonly #encode: EncodeImage

  constructor({ folder, encode }: { folder: string; encode: EncodeImage }) {
    this.#folder = folder
    this.#encode = encode
  }

  /**
   * Encodes the image and keeps it. @throws BadRequestError, AppError 503, RepositoryError
   * `storage_full`
   */
  async add({ bytes, name, year }: AddedFile): Promise<AddedImage> {
    const made = await this.#encode(bytes)
    const path = `media/${year}/${imageName(name, 'webp', made)}`
    try {
      await writeStateFile(join(this.#folder, path), made.bytes)
    } catch (error) {
      if (!isStorageFull(error)) throw error
      throw new RepositoryError('storage_full', 'The disk is full. The image was not added.')
    }
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

  /** Forgets images that are committed. Never rejects. */
  async forget(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const file = this.#fileAt(path)
      if (file) await rm(file, { force: true }).catch(() => {})
    }
  }

  /** Names are made by us and matched here: none leads out of the folder. */
  #fileAt(path: string): string | null {
    return PENDING_PATH.test(path) ? join(this.#folder, path) : null
  }

  /** Removes the oldest of what is too much. */
  async #tidy(): Promise<void> {
    const names = await readdir(this.#folder, { recursive: true }).catch(() => [])
    const found = await Promise.all(
      names.map(async (name) => {
        const path = join(this.#folder, name)
        const stats = await stat(path).catch(() => null)
        return stats?.isFile() ? [{ path, size: stats.size, time: stats.mtimeMs }] : []
      }),
    )
    let bytes = 0
    for (const { path, size } of found.flat().sort((a, b) => b.time - a.time)) {
      bytes += size
      if (bytes > KEPT_BYTES_MAX) await rm(path, { force: true })
    }
  }
}
