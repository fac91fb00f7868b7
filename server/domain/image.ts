/** Images of posts: accepted types, and the size in a stored image's name. */

/** Media types of images that may be uploaded. */
export const IMAGE_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
] as const
/** Media type of an image by the ending of its name. */
export const imageType = (name: string): string =>
  `image/${name.replace(/^.*\./s, '').toLowerCase().replace('jpg', 'jpeg')}`
export const IMAGE_BYTES_MAX = 10 * 1024 * 1024
/** Names of files served as images. No SVG: it can contain scripts. */
export const IMAGE_NAME = /\.(?:png|jpe?g|webp|gif|avif)$/i

const STORED = /^\/media\/(?:[^/?#]+\/)*[^/?#]+-(\d{1,5})x(\d{1,5})-[0-9a-f]{12}\.[a-z]+$/

/** Address of an image, percent-encoded. */
export const imagePath = (address: string): string => new URL(address, 'http://site').pathname

/** In pixels. */
export interface ImageSize {
  width: number
  height: number
}

/**
 * Width and height in pixels from the address of a stored image, such as
 * `/media/2026/loaf-1600x1067-0123456789ab.webp`; null for any other address. The hash at the end
 * makes such an address immutable.
 */
export function storedImageSize(address: string): ImageSize | null {
  const [, width, height] = STORED.exec(address) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : null
}
