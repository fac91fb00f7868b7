/** What names the public content: equal content gives an equal digest, also after a restart. */
import { createHash } from 'node:crypto'
import type { PostRecord } from '../records.ts'
import type { ContentParts } from './content-parts.ts'

/** Hex digits of a digest. It tells versions apart and is no defence against an attacker. */
const LENGTH = 16

/** The digest of the public posts, newest first. */
export function digestOfPosts(posts: readonly PostRecord[]): string {
  // Dates may come from the zone or the file's history, so the revision alone does not name them.
  return digestOf(
    posts.map(({ id, revision, created_at, updated_at, day }) =>
      [id, revision, created_at, updated_at, day].join('\0'),
    ),
  )
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

/** The digest of everything public that is not a post. */
export function digestOfParts(parts: ContentParts): string {
  return digestOf(
    PUBLIC_PARTS.flatMap((name) => {
      const part = parts[name]
      // Order of files on disk says nothing; order inside one file does.
      const pieces = part instanceof Map ? [...part] : name === 'projects' ? parts.projects : [part]
      return pieces.map((piece) => `${name}\0${JSON.stringify(piece)}`).sort()
    }),
  )
}

/** The digest of texts in their order. */
export function digestOf(texts: readonly string[]): string {
  return createHash('sha1').update(texts.join('\n')).digest('hex').slice(0, LENGTH)
}
