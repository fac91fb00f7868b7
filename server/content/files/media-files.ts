/** Images below `media/` in the content folder. Symbolic links, and files behind them, are missing. */
import { lstat, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { decoded } from '#domain/addresses.ts'
import { IMAGE_NAME } from '#domain/image.ts'
import { isIgnoredName, nameFault } from './content-paths.ts'

export const MEDIA_FOLDER = 'media'

/** Whether a path below `media/` is that of an image, by its names. */
export function isImagePath(path: string): boolean {
  const isUsable = (name: string) => !isIgnoredName(name) && nameFault(name) === null
  return IMAGE_NAME.test(path) && path.split('/').every(isUsable)
}

/** Path below `media/` of an image's address, such as `/media/2026/loaf.webp`; '' for another. */
export function imagePathOf(address: string): string {
  const [, path = ''] = /^\/media\/([^?#\\]+)$/.exec(decoded(address)) ?? []
  return isImagePath(path) ? path : ''
}

/** Absolute path of an image, or null. @param path below `media/`, URL-decoded */
export async function findImage(contentDir: string, path: string): Promise<string | null> {
  if (!isImagePath(path)) return null
  try {
    // The content folder itself may be a link; nothing in it may.
    const absolute = join(await realpath(contentDir), MEDIA_FOLDER, path)
    const isPlain = (await lstat(absolute)).isFile() && (await realpath(absolute)) === absolute
    return isPlain ? absolute : null
  } catch {
    return null
  }
}
