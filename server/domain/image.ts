/** Images of posts: what may be added, and what the name of one that we stored says of it. */

/** What a browser calls the images that may be added. */
export const IMAGE_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
] as const
export const IMAGE_BYTES_MAX = 10 * 1024 * 1024
/** Names of files that are served as images. SVG is none of them: it can hold scripts. */
export const IMAGE_NAME = /\.(?:png|jpe?g|webp|gif|avif)$/i

/** An image that was added and waits for the first saved post that names it. */
export interface AddedImage {
  /** Its address once it is saved, `/media/2026/…`. */
  path: string
  width: number
  height: number
  bytes: number
}

const STORED = /^\/media\/(?:[^/?#]+\/)*[^/?#]+-(\d{1,5})x(\d{1,5})-[0-9a-f]{12}\.[a-z]+$/

/**
 * Width and height in pixels, from the address of an image that was stored by the site or an import:
 * `/media/2026/loaf-1600x1067-0123456789ab.webp`. Null for any other address. The digits at the end
 * are of the bytes, so what such an address gives never changes.
 */
export function storedImageSize(address: string): { width: number; height: number } | null {
  const [, width, height] = STORED.exec(address) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : null
}
