/**
 * Uploaded images that no saved post contains yet. They are kept in the state folder until the
 * first save of a post that names one, which commits both.
 */
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AddedImage } from '#domain/answers/admin-answers.ts'
import { isStorageFull, RepositoryError } from '../errors.ts'
import { writeStateFile } from '../state-file.ts'
import type { EncodeImage } from './encode-image.ts'

const PENDING_PATH = /^media\/\d{4}\/[a-z0-9-]+\.webp$/

/** Pending images in a folder, which is created when needed. */
export class PendingImages {
  readonly #folder: string
  readonly #encode: EncodeImage

  constructor({ folder, encode }: { folder: string; encode: EncodeImage }) {
    this.#folder = folder
    this.#encode = encode
  }

  /** Encodes and keeps an image. @throws BadRequestError, AppError 503, RepositoryError */
  async add(file: { bytes: Buffer; name: string; year: string }): Promise<AddedImage> {
    const encoded = await this.#encode(file.bytes)
    const { imageName } = await import('./image-name.ts')
    const path = `media/${file.year}/${imageName(file.name, 'webp', encoded)}`
    try {
      await writeStateFile(join(this.#folder, path), encoded.bytes)
    } catch (error) {
      if (!isStorageFull(error)) throw error
      throw new RepositoryError('storage_full', 'The disk is full. The image was not added.')
    }
    const { width, height } = encoded
    return { path: `/${path}`, width, height, bytes: encoded.bytes.length }
  }

  /** The bytes of a pending image by its path in the content folder; null for other paths. */
  async read(path: string): Promise<Buffer | null> {
    const file = this.#fileAt(path)
    // If an image cannot be read, its post is saved without it.
    return file === null ? null : readFile(file).catch(() => null)
  }

  /** Those of the paths that have a pending image. */
  waiting(paths: readonly string[]): string[] {
    return paths.filter((path) => existsSync(this.#fileAt(path) ?? ''))
  }

  /** Deletes pending images after their commit. Never rejects. */
  async forget(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const file = this.#fileAt(path)
      if (file) await rm(file, { force: true }).catch(() => {})
    }
  }

  /** Accepts only names of our own form, so no path leads out of the folder. */
  #fileAt(path: string): string | null {
    return PENDING_PATH.test(path) ? join(this.#folder, path) : null
  }
}
