/** Where the pictures of another program's site lie, by the references in its texts. */
import { readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { IMAGE_BYTES_MAX, IMAGE_NAME } from '#domain/image.ts'

/** An image's file, why it does not come along, or null when there is none. */
type FoundImage = { file: string } | { reason: string } | null

/** Folders whose content has its address from the root: one of them is each program's. */
const ROOTS = ['', 'static', 'public', 'assets', 'src', 'src/assets', 'content', 'content/images']
/** Astro's and Vite's names for the folder of sources. */
const SOURCE_FOLDER = /^[~@]\//
/** Ghost's smaller forms of a picture. */
const GHOST_SIZE = /\/size\/w\d+(?:h\d+)?(?=\/)/

/**
 * Finds pictures in one folder, and nothing outside of it.
 * @param base the path of the site's home, which its addresses may begin with
 * @returns given the file of the text, relative to the folder, and a reference out of it
 */
export function createImageFinder(folder: string, base = '') {
  const root = realpathSync(folder)
  let byName: Map<string, string> | undefined

  return (source: string, reference: string): FoundImage => {
    const path = reference.replace(SOURCE_FOLDER, '/src/').replace(GHOST_SIZE, '')
    const inside = path.startsWith(`${base}/`) ? path.slice(base.length) : path
    const places = [path, inside].flatMap((place) => ROOTS.map((under) => join(under, place)))
    if (!path.startsWith('/')) places.unshift(join(dirname(source), path))
    // Obsidian names a picture wherever it lies.
    byName ??= filesByName(root)
    const named = path.includes('/') ? undefined : byName.get(nameKey(path))
    for (const place of named === undefined ? places : [...places, named]) {
      const file = fileAt(root, place)
      if (file === null) continue
      if (!IMAGE_NAME.test(file)) return { reason: 'SVG can hold scripts and is not served' }
      if (statSync(file).size > IMAGE_BYTES_MAX) return { reason: 'larger than 10 MiB' }
      return { file }
    }
    return null
  }
}

/** Null when nothing is there that we may read, or it lies outside. */
function fileAt(root: string, path: string): string | null {
  try {
    const file = realpathSync(join(root, path))
    const isInside = !/^\.\.(?:\/|$)/.test(relative(root, file))
    return isInside && statSync(file).isFile() ? file : null
  } catch {
    return null
  }
}

const nameKey = (path: string) => basename(path).normalize('NFC').toLowerCase()

/** Every file below a folder by its name in small letters; of two the one less deep. */
function filesByName(root: string): Map<string, string> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/(?:^|\/)(?:\.|node_modules\/)/.test(path))
    .sort((a, b) => b.split('/').length - a.split('/').length || (a < b ? 1 : -1))
  return new Map(paths.map((path) => [nameKey(path), path]))
}
