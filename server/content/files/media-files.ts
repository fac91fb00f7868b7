/**
 * The images below `media/` in the content folder: no content, so never read, watched or listed as
 * problems, only handed out. What is no plain file of an image, or lies behind a link, is not there.
 */
import { lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { IMAGE_NAME } from '#domain/image.ts'
import { FOLDER_DEPTH_MAX, isIgnoredName, nameFault } from './content-paths.ts'

export const MEDIA_FOLDER = 'media'
const NAME_LENGTH_MAX = 255

/** Whether a path of the content folder is that of images. */
export function isMediaPath(path: string): boolean {
  return path === MEDIA_FOLDER || path.startsWith(`${MEDIA_FOLDER}/`)
}

/** Whether a path below `media/` could be an image's, told from the names alone. */
export function isImagePath(path: string): boolean {
  const names = path.split('/')
  return (
    IMAGE_NAME.test(path) &&
    names.length <= FOLDER_DEPTH_MAX &&
    names.every(
      (name) => name.length <= NAME_LENGTH_MAX && !isIgnoredName(name) && nameFault(name) === null,
    )
  )
}

/**
 * Where an image lies on the disk.
 * @param path below `media/`, as an address has it, decoded
 * @returns null when there is no such image
 */
export async function findImage(contentDir: string, path: string): Promise<string | null> {
  if (!isImagePath(path)) return null
  try {
    // The content folder itself may be a link; nothing in it may.
    const place = join(await realpath(contentDir), MEDIA_FOLDER, path)
    const isPlain = (await lstat(place)).isFile() && (await realpath(place)) === place
    return isPlain ? place : null
  } catch {
    // Nothing there, or nothing that we may read.
    return null
  }
}

/** A file below `media/` that is served as an image. */
export interface ImageFile {
  /** Relative to the content folder. */
  path: string
  bytes: number
  /** In milliseconds since 1970. */
  changedAt: number
}

/** Files whose sizes are asked for at once. */
const ASKED_AT_ONCE = 64

/** Every image of the content folder, in no order; what goes away meanwhile is left out. */
export async function listImages(contentDir: string): Promise<ImageFile[]> {
  const paths: string[] = []
  for (const folders = [MEDIA_FOLDER]; folders.length > 0; ) {
    const folder = folders.pop() ?? ''
    for (const entry of await readFolder(join(contentDir, folder))) {
      const path = `${folder}/${entry.name}`
      // The name of an image that stood in the folder tells whether the folder is one of ours.
      const isOurs = (name: string) => isImagePath(`${path}${name}`.slice(MEDIA_FOLDER.length + 1))
      if (entry.isDirectory() && isOurs('/a.png')) folders.push(path)
      if (entry.isFile() && isOurs('')) paths.push(path)
    }
  }
  const images: ImageFile[] = []
  for (let start = 0; start < paths.length; start += ASKED_AT_ONCE) {
    const part = paths.slice(start, start + ASKED_AT_ONCE)
    const found = await Promise.all(part.map((path) => imageFile(contentDir, path)))
    images.push(...found.flat())
  }
  return images
}

async function imageFile(contentDir: string, path: string): Promise<ImageFile[]> {
  const stats = await lstat(join(contentDir, path)).catch(() => null)
  return stats?.isFile() ? [{ path, bytes: stats.size, changedAt: stats.mtimeMs }] : []
}

/** What stands in a folder; nothing for a link to one, and for one that may not be read. */
async function readFolder(folder: string) {
  try {
    if (!(await lstat(folder)).isDirectory()) return []
    return await readdir(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
