/** Names of stored images. They contain the size, so a page can reserve the space. */
import { createHash } from 'node:crypto'
import slugify from '@sindresorhus/slugify'

const SLUG_LENGTH_MAX = 60
const HASH_LENGTH = 12

export interface StoredImage {
  bytes: Uint8Array
  width: number
  height: number
}

/** `loaf-1600x1067-0123456789ab.webp`. @param name unchecked @param ending without the dot */
export function imageName(name: string, ending: string, image: StoredImage): string {
  const stem = (name.split(/[\\/]/).at(-1) ?? '').replace(/\.[^.]*$/, '')
  const slug = slugify(stem, { decamelize: false }).slice(0, SLUG_LENGTH_MAX).replace(/-+$/, '')
  const hash = createHash('sha256').update(image.bytes).digest('hex').slice(0, HASH_LENGTH)
  return `${slug || 'image'}-${image.width}x${image.height}-${hash}.${ending}`
}
