/** Pictures that imported posts show, as files for `media/`, and the texts that show them there. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { imageName } from '../../server/media/image-name.ts'
import { createImageFinder } from './read/find-image.ts'
import {
  convertImages,
  image,
  linkedFiles,
  plainReference,
  playedFiles,
} from './read/image-references.ts'
import type { CopiedImage, SourcePost } from './read/source-post.ts'

const FORMATS: Readonly<Record<string, string>> = {
  png: 'png',
  jpeg: 'jpg',
  webp: 'webp',
  gif: 'gif',
  heif: 'avif',
}

type Read = CopiedImage | { reason: string } | null

/**
 * The posts with the pictures that lie in their site's folder.
 * @param base the path of the site's home, without its last slash
 */
export async function withImages(
  posts: readonly SourcePost[],
  { folder, base }: { folder: string; base: string },
): Promise<SourcePost[]> {
  const find = createImageFinder(folder, base)
  const read = new Map<string, CopiedImage | { reason: string }>()

  async function readImage(reference: string, post: SourcePost): Promise<Read> {
    const found = find(post.source, reference)
    if (found === null || 'reason' in found) return found
    const known = read.get(found.file)
    if (known) return known
    const made = await copyOf(found.file, yearOf(post))
    read.set(found.file, made)
    return made
  }

  async function withOwnImages(post: SourcePost): Promise<SourcePost> {
    const references = new Set<string>()
    convertImages(post.content, (reference) => {
      references.add(reference)
      return null
    })
    const cover = post.cover && plainReference(post.cover.address)
    const images = new Map<string, Read>()
    for (const reference of cover ? [cover, ...references] : references) {
      images.set(reference, await readImage(reference, post))
    }
    const addressOf = (reference: string): string | null => {
      const found = images.get(reference)
      return found && 'path' in found ? `/${found.path}` : null
    }
    const text = convertImages(post.content, addressOf)
    const coverAddress = cover ? addressOf(cover) : webAddress(post.cover?.address)
    const isTwice = coverAddress !== null && text.includes(coverAddress)
    const head = coverAddress === null || isTwice ? '' : image(post.cover?.alt, coverAddress)
    return {
      ...post,
      content: head === '' ? text : `${head}\n\n${text}`,
      images: [...images.values()].filter((found) => found !== null && 'path' in found),
      left: [
        ...post.left,
        ...coverLeft(post, coverAddress),
        ...refusals(images),
        ...playedFiles(post.content).map((file) => `a video or sound that is not copied: ${file}`),
        ...linkedFiles(post.content).map((file) => `a file that is not copied: ${file}`),
      ],
    }
  }

  const done: SourcePost[] = []
  for (const post of posts) done.push(await withOwnImages(post))
  return done
}

/** Of a picture of another site, which stays there. */
function webAddress(address = ''): string | null {
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address).href : null
}

/** What the report says of a picture at the head that did not come along. */
function coverLeft({ cover }: SourcePost, address: string | null): string[] {
  return cover === null || address !== null ? [] : [`an image that is not there: ${cover.address}`]
}

function refusals(images: ReadonlyMap<string, Read>): string[] {
  return [...images].flatMap(([reference, found]) =>
    found && 'reason' in found
      ? [`an image that is not copied: ${reference} (${found.reason})`]
      : [],
  )
}

async function copyOf(file: string, year: string): Promise<CopiedImage | { reason: string }> {
  const bytes = readFileSync(file)
  const sharp = await loadSharp()
  if (sharp === null) return { reason: 'images cannot be read on this machine' }
  const found = await describe(sharp, bytes)
  if (found === null) return { reason: 'it cannot be read as an image' }
  const { width, height, ending } = found
  const name = imageName(basename(file), ending, { bytes, width, height })
  return { path: `media/${year}/${name}`, bytes }
}

type Sharp = typeof import('sharp')['default']

/** Null where its native code does not run. */
function loadSharp(): Promise<Sharp | null> {
  return import('sharp').then(
    ({ default: sharp }) => sharp,
    () => null,
  )
}

/** As it is shown, turned as the camera was held; null for what is none of the formats served. */
async function describe(sharp: Sharp, bytes: Buffer) {
  try {
    const { format, compression, autoOrient } = await sharp(bytes).metadata()
    const ending = FORMATS[format]
    if (ending === undefined || (format === 'heif' && compression !== 'av1')) return null
    return { ...autoOrient, ending }
  } catch {
    return null
  }
}

/** The folder's name: the year as written, whatever the form of the date. */
function yearOf({ date, changedAt }: SourcePost): string {
  return (
    /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(date ?? '')?.[0] ?? String(new Date(changedAt).getFullYear())
  )
}
