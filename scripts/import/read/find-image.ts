/** Where the pictures of another program's site lie, by the references in its texts. */
import { readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { IMAGE_BYTES_MAX, IMAGE_NAME } from '#domain/image.ts'

/** An image's file, why it does not come along, or null when there is none. */
type FoundImage = { file: string } | { reason: string } | null

/** Folders whose content has its address from the root: one of them is each program's. */
const ROOTS = ['', 'static', 'public', 'assets', 'src', 'src/assets', 'content', 'content/images']
/** Astro's and Vite's names for the folder of sources. */
const SOURCE_FOLDER = /^[~@]\//
/** Ghost's smaller forms of a picture. */
const GHOST_SIZE = /\/size\/w\d+(?:h\d+)?(?=\/)/
const IGNORED = new Set(['node_modules'])

/**
 * Finds pictures in one folder, and nothing outside of it.
 * @param base the path of the site's home, which its addresses may begin with
 * @returns given the file of the text, relative to the folder, and a reference out of it
 */
export function createImageFinder(folder: string, base = '') {
  const root = realpathSync(folder)
  let byName: Map<string, string> | undefined

  function fileAt(path: string): string | null {
    try {
      const file = realpathSync(join(root, path))
      const isInside = !/^\.\.(?:\/|$)/.test(relative(root, file))
      return isInside && statSync(file).isFile() ? file : null
    } catch {
      // Nothing there, or nothing that we may read.
      return null
    }
  }

  /** Obsidian names a picture wherever it lies. */
  function named(name: string): string | null {
    byName ??= filesByName(root)
    const path = byName.get(name.normalize('NFC').toLowerCase())
    return path === undefined ? null : fileAt(path)
  }

  return (source: string, reference: string): FoundImage => {
    const path = reference.replace(SOURCE_FOLDER, '/src/').replace(GHOST_SIZE, '')
    const inside = path.startsWith(`${base}/`) ? path.slice(base.length) : path
    const places = path.startsWith('/')
      ? [path, inside].flatMap((place) => ROOTS.map((under) => join(under, place)))
      : [join(dirname(source), path), ...ROOTS.map((under) => join(under, path))]
    const isBare = !path.includes('/')
    const file = first(places, fileAt) ?? (isBare ? named(path) : null)
    if (file === null) return null
    if (!IMAGE_NAME.test(file)) return { reason: 'SVG can hold scripts and is not served' }
    if (statSync(file).size > IMAGE_BYTES_MAX) return { reason: 'larger than 10 MiB' }
    return { file }
  }
}

function first<Found>(places: readonly string[], find: (place: string) => Found | null) {
  for (const place of places) {
    const found = find(place)
    if (found !== null) return found
  }
  return null
}

/** Every file below a folder by its name in small letters; of two the one less deep. */
function filesByName(root: string): Map<string, string> {
  const files = new Map<string, string>()
  const folders = ['']
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const { name } = entry
      if (name.startsWith('.') || IGNORED.has(name)) continue
      const path = join(folder, name)
      if (entry.isDirectory()) folders.push(path)
      const key = name.normalize('NFC').toLowerCase()
      if (entry.isFile() && !files.has(key)) files.set(key, path)
    }
  }
  return files
}
