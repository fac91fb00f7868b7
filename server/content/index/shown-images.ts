/**
 * Which images of the content folder a text shows. Told from the text, not from its html, and
 * generous: an image that is merely named counts as shown, so that none is taken from a text.
 */
import { Turns } from '../../workers/turns.ts'
import type { PostRecord } from '../records.ts'

/** From `media/` to the first ending of an image that the name does not go on after. */
const NAMED = /media\/[^\n]{1,1000}?\.(?:png|jpe?g|webp|gif|avif)(?![\w%-]|\.\w)/gi
const ESCAPED = /\\([!-/:-@[-`{-~])/g

/** Paths in the content folder of the images that a text names, in any of the ways to write them. */
function imagesIn(text: string): ReadonlySet<string> {
  const paths = new Set<string>()
  for (const [written] of text.matchAll(NAMED)) {
    const plain = written.replace(ESCAPED, '$1').replaceAll('&amp;', '&')
    for (const path of [written, plain, decoded(plain)]) paths.add(path.normalize('NFC'))
  }
  return paths
}

/** A record is never changed, so each is looked through once. */
const imagesByPost = new WeakMap<PostRecord, ReadonlySet<string>>()

/** The same of a post. */
function imagesOfPost(post: PostRecord): ReadonlySet<string> {
  const known = imagesByPost.get(post)
  if (known) return known
  const images = imagesIn(post.content)
  imagesByPost.set(post, images)
  return images
}

/** The same of many posts. */
export async function imagesOfPosts(posts: readonly PostRecord[]): Promise<ReadonlySet<string>> {
  const turns = new Turns()
  const images = new Set<string>()
  for (const post of posts) {
    await turns.pause()
    for (const path of imagesOfPost(post)) images.add(path)
  }
  return images
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
