/** Pictures that imported posts show, as files for `media/`, and the texts that show them there. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isWebAddress } from '#domain/web-address.ts'
import { imageName } from '../../server/media/image-name.ts'
import { createImageFinder } from './read/find-image.ts'
import { convertImages, image, otherFiles, plainReference } from './read/image-references.ts'
import type { CopiedImage, SourcePost } from './read/source-post.ts'

/** Endings of the formats that are served, by sharp's names. */
const ENDINGS: Readonly<Record<string, string>> = {
  png: 'png',
  jpeg: 'jpg',
  webp: 'webp',
  gif: 'gif',
  heif: 'avif',
}

/** A picture, or why it does not come along. */
type Copy = CopiedImage | { reason: string }

/**
 * The posts with the pictures that lie in their site's folder.
 * @param base the path of the site's home, without its last slash
 */
export async function withImages(
  posts: readonly SourcePost[],
  { folder, base }: { folder: string; base: string },
): Promise<SourcePost[]> {
  const find = createImageFinder(folder, base)
  const copies = new Map<string, Copy>()
  const done: SourcePost[] = []
  for (const post of posts) {
    const images = new Map<string, Copy>()
    for (const reference of referencesIn(post)) {
      const found = find(post.source, reference)
      if (found === null) continue
      const copy = 'reason' in found ? found : copies.get(found.file)
      const made = copy ?? (await copyOf('file' in found ? found.file : '', yearOf(post)))
      if ('file' in found) copies.set(found.file, made)
      images.set(reference, made)
    }
    done.push(withOwnImages(post, images))
  }
  return done
}

function referencesIn({ content, cover }: SourcePost): Set<string> {
  const references = new Set<string>()
  convertImages(content, (reference) => {
    references.add(reference)
    return null
  })
  const head = cover && plainReference(cover.address)
  return head ? new Set([head, ...references]) : references
}

function withOwnImages(post: SourcePost, images: ReadonlyMap<string, Copy>): SourcePost {
  const { cover } = post
  const addressOf = (reference: string): string | null => {
    const found = images.get(reference)
    return found && 'path' in found ? `/${found.path}` : null
  }
  const text = convertImages(post.content, addressOf)
  const reference = cover && plainReference(cover.address)
  // A picture of another site stays there.
  const isElsewhere = cover !== null && isWebAddress(cover.address)
  const address = reference
    ? addressOf(reference)
    : isElsewhere
      ? new URL(cover.address).href
      : null
  const head = address === null || text.includes(address) ? '' : image(cover?.alt, address)
  const refused = [...images].flatMap(([name, found]) =>
    'reason' in found ? [`an image that is not copied: ${name} (${found.reason})`] : [],
  )
  const isGone = cover !== null && address === null
  return {
    ...post,
    content: head === '' ? text : `${head}\n\n${text}`,
    images: [...images.values()].filter((found) => 'path' in found),
    left: [
      ...post.left,
      ...(isGone ? [`an image that is not there: ${cover.address}`] : []),
      ...refused,
      ...otherFiles(post.content),
    ],
  }
}

/** Its size is that as shown, turned as the camera was held. */
async function copyOf(file: string, year: string): Promise<Copy> {
  const bytes = readFileSync(file)
  try {
    const { default: sharp } = await import('sharp')
    const { format, compression, autoOrient } = await sharp(bytes).metadata()
    const ending = ENDINGS[format]
    if (ending !== undefined && (format !== 'heif' || compression === 'av1')) {
      const name = imageName(basename(file), ending, { bytes, ...autoOrient })
      return { path: `media/${year}/${name}`, bytes }
    }
  } catch {
    // It is none, or sharp's native code does not run here.
  }
  return { reason: 'it cannot be read as an image' }
}

/** The folder's name: the year as written, whatever the form of the date. */
function yearOf({ date, changedAt }: SourcePost): string {
  const written = /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(date ?? '')?.[0]
  return written ?? String(new Date(changedAt).getFullYear())
}
