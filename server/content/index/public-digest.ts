/** What names the public content: equal content gives an equal digest, also after a restart. */

import type { PostRecord } from '../records.ts'
import { addToSum, type DigestSum, EMPTY_SUM, takeFromSum } from './content-digest.ts'
import type { ContentParts } from './content-parts.ts'
import type { Edits } from './post-order.ts'

/** The sum of the public posts after an edit. */
export function sumOfPosts(before: DigestSum, { removed, added }: Edits): DigestSum {
  let sum = before
  for (const post of removed) sum = takeFromSum(sum, postDigestText(post))
  for (const post of added) sum = addToSum(sum, postDigestText(post))
  return sum
}

/** Dates may come from the zone or the file's history, so the revision alone does not name them. */
function postDigestText(post: PostRecord): string {
  return ['post', post.id, post.revision, post.created_at, post.updated_at, post.day].join('\0')
}

const PUBLIC_PARTS = [
  'site',
  'about',
  'resources',
  'listedTags',
  'projects',
  'moves',
  'renames',
  'edits',
] as const

/** Whether what visitors see of two is the same. */
export function samePublicParts(a: ContentParts, b: ContentParts): boolean {
  return PUBLIC_PARTS.every((name) => a[name] === b[name])
}

/** The sum of everything public that is not a post. */
export function sumOfParts(parts: ContentParts): DigestSum {
  let sum = EMPTY_SUM
  for (const name of PUBLIC_PARTS) {
    const part = parts[name]
    // Order of files on disk says nothing; order inside one file does.
    const pieces = part instanceof Map ? [...part] : name === 'projects' ? parts.projects : [part]
    for (const piece of pieces) sum = addToSum(sum, `${name}\0${JSON.stringify(piece)}`)
  }
  return sum
}
