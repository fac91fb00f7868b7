/**
 * Which texts of a post everybody could read, told from the versions in its history. What only ever
 * stood in a draft, in a scheduled version or in a file that could not be read is none of them.
 */

import type { PostRecord } from '../records.ts'
import type { PostVersion } from './post-lines.ts'

export interface PublicText {
  title: string
  content: string
  /** Since when it could be read, in milliseconds since 1970. */
  from: number
}

/** Versions that are looked at, so that a post saved without end stays cheap. */
const VERSIONS_MAX = 500

/**
 * When a version became public; null when it never was. A version committed before its date becomes
 * public on that date, unless it was replaced first.
 * @param times of its commit and of the next one's, in milliseconds since 1970
 */
export function publicFrom(
  post: Pick<PostRecord, 'draft' | 'instant'>,
  times: { committed: number; replaced: number },
): number | null {
  if (post.draft) return null
  if (post.instant <= times.committed) return times.committed
  return post.instant < times.replaced ? post.instant : null
}

/**
 * The public texts, newest first; versions that say the same in title and text are one.
 * @param versions oldest first
 * @param read a version as a post; null when it cannot be read
 * @param until when the newest is replaced: what is to come by then counts too
 */
export async function* publicTexts(
  versions: readonly PostVersion[],
  read: (version: PostVersion) => Promise<PostRecord | null>,
  until = Number.POSITIVE_INFINITY,
): AsyncGenerator<PublicText> {
  let held: PublicText | null = null
  let replaced = until
  for (const version of versions.slice(-VERSIONS_MAX).reverse()) {
    const post = await read(version)
    const from = post && publicFrom(post, { committed: version.at, replaced })
    replaced = version.at
    if (post === null || from === null) continue
    const { title, content } = post
    if (held !== null && (held.title !== title || held.content !== content)) {
      yield held
      held = null
    }
    held = { title, content, from }
  }
  if (held !== null) yield held
}
