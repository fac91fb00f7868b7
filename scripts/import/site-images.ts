/** Images of another program's site, copied to `media/`. */
import { lstatSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { IMAGE_BYTES_MAX, IMAGE_NAME } from '#domain/image.ts'
import { imageName } from '../../server/media/image-name.ts'

export interface CopiedImage {
  /** Path relative to the content folder; the name contains the hash of the bytes. */
  path: string
  bytes: Buffer
}

/** An image, or the reason why it is omitted. */
export type Copy = CopiedImage | { reason: string }

/** Extensions that differ from sharp's names of the formats. */
const ENDINGS: Readonly<Record<string, string>> = { jpeg: 'jpg', heif: 'avif' }

/** Finds and reads images in a folder, never outside it. */
export class SiteImages {
  readonly #folder: string
  readonly #byName = new Map<string, string[]>()
  readonly #copies = new Map<string, Promise<Copy>>()

  /** @param paths the files of the folder */
  constructor(folder: string, paths: readonly string[]) {
    this.#folder = folder
    // Of two matching files, the one with the shorter path wins.
    const inside = paths.filter((path) => lstatSync(join(folder, path)).isFile())
    const sorted = inside.sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))
    for (const path of sorted) {
      const name = basename(keyOf(path))
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), path])
    }
  }

  /** The image of a reference in a file; null without one. @param year its folder below media/ */
  async copy(source: string, reference: string, year: string): Promise<Copy | null> {
    const path = this.#find(source, reference)
    if (path === null) return null
    const copy = this.#copies.get(path) ?? copyOf(join(this.#folder, path), year)
    this.#copies.set(path, copy)
    return copy
  }

  /**
   * A file beside the text, else one whose path ends with the reference: programs serve assets at
   * the root, Ghost adds sizes, Obsidian names an image without its folder.
   */
  #find(source: string, reference: string): string | null {
    const path = reference.replace(/\/size\/w\d+(?:h\d+)?(?=\/)/, '')
    const named = this.#byName.get(basename(keyOf(path))) ?? []
    const beside = keyOf(posix.join(dirname(source), path))
    const end = `/${keyOf(path).replace(/^(?:[.~@]*\/)+/, '')}`
    const shorter = end.replace(/^\/[^/]+(?=\/)/, '')
    const endsWith = (text: string) => named.find((file) => `/${keyOf(file)}`.endsWith(text))
    return (
      named.find((file) => keyOf(file) === beside) ??
      endsWith(end) ??
      // Without the base path of the old site.
      (path.startsWith('/') && shorter.lastIndexOf('/') > 0 ? endsWith(shorter) : undefined) ??
      null
    )
  }
}

const depth = (path: string) => path.split('/').length
const keyOf = (path: string) => path.normalize('NFC').toLowerCase()

/** Reads an image. Its size is that after applying the camera's orientation. */
async function copyOf(file: string, year: string): Promise<Copy> {
  if (!IMAGE_NAME.test(file)) return { reason: 'SVG can hold scripts and is not served' }
  if (statSync(file).size > IMAGE_BYTES_MAX) return { reason: 'larger than 10 MiB' }
  const bytes = readFileSync(file)
  try {
    const { default: sharp } = await import('sharp')
    const { format, compression, autoOrient } = await sharp(bytes).metadata()
    const ending = ENDINGS[format] ?? format
    if (IMAGE_NAME.test(`x.${ending}`) && (format !== 'heif' || compression === 'av1')) {
      const name = imageName(basename(file), ending, { bytes, ...autoOrient })
      return { path: `media/${year}/${name}`, bytes }
    }
  } catch {
    // It is no image, or sharp's native code does not run here.
  }
  return { reason: 'it cannot be read as an image' }
}
