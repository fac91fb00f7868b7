/** The images that posts name as their own: sizes, measured when a file changes. */
import { stat } from 'node:fs/promises'
import { type ImageSize, storedImageSize } from '#domain/image.ts'
import { Turns } from '../../workers/turns.ts'
import type { ContentFiles } from '../files/content-files.ts'
import { imagePathOf } from '../files/media-files.ts'

export interface Cover extends ImageSize {
  bytes: number
}

export class Covers {
  readonly #files: Pick<ContentFiles, 'stamp' | 'findImage'>
  /** By address, such as `/media/2026/loaf.webp`; null for a file that is missing or no image. */
  readonly #measured = new Map<string, { stamp: string | null; cover: Cover | null }>()

  constructor(files: Pick<ContentFiles, 'stamp' | 'findImage'>) {
    this.#files = files
  }

  /** Measures images that are new or changed. @returns whether there are any */
  async measure(addresses: readonly string[]): Promise<boolean> {
    const turns = new Turns()
    let hasChanged = false
    for (const address of addresses) {
      if (turns.isDue()) await turns.pause()
      const stamp = this.#files.stamp(`media/${imagePathOf(address)}`)
      if (this.#measured.get(address)?.stamp === stamp) continue
      this.#measured.set(address, { stamp, cover: await this.#coverAt(address) })
      hasChanged = true
    }
    return hasChanged
  }

  /** Whether the file was looked for in vain. */
  isMissing(address: string): boolean {
    return this.#measured.get(address)?.cover === null
  }

  /** Images that are there, by address. */
  all(): Map<string, Cover> {
    const entries = [...this.#measured].flatMap(([address, { cover }]) =>
      cover ? [[address, cover] as const] : [],
    )
    return new Map(entries)
  }

  async #coverAt(address: string): Promise<Cover | null> {
    const path = await this.#files.findImage(imagePathOf(address))
    if (path === null) return null
    const size = storedImageSize(address) ?? (await measuredImage(path))
    const file = size && (await stat(path).catch(() => null))
    return size && file && { ...size, bytes: file.size }
  }
}

/** Size as browsers show it, after the camera's orientation; null for a file that is no image. */
export async function measuredImage(path: string): Promise<ImageSize | null> {
  try {
    const { default: sharp } = await import('sharp')
    const { width, height } = (await sharp(path).metadata()).autoOrient
    return { width, height }
  } catch {
    // Or sharp's native code does not run here.
    return null
  }
}
