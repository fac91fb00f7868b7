/**
 * The images below `media/` in the content folder: no content, so never read, watched or listed as
 * problems, only handed out. What is no plain file of an image, or lies behind a link, is not there.
 */
import { lstat, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { IMAGE_NAME } from '#domain/image.ts'
import { isIgnoredName, nameFault } from './content-paths.ts'

export const MEDIA_FOLDER = 'media'

/** Whether a path below `media/` could be an image's, told from the names alone. */
export function isImagePath(path: string): boolean {
  const isUsable = (name: string) => !isIgnoredName(name) && nameFault(name) === null
  return IMAGE_NAME.test(path) && path.split('/').every(isUsable)
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
