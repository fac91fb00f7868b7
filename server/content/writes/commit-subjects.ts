/** First lines of the commits that saves make, as a person would write them. */

import type { PostRecord } from '../records.ts'
import { isPublic } from '../records.ts'

/** The subject of a post's save. `before` is null for a new post. */
export function savedPostSubject(
  before: PostRecord | null,
  after: PostRecord,
  now: number,
): string {
  const { type, title } = after
  if (after.draft) return `Save draft: ${title}`
  if (!isPublic(after, now)) return `Schedule ${type}: ${title}`
  const wasPublic = before !== null && isPublic(before, now)
  return wasPublic ? `Update ${type}: ${title}` : `Publish ${type}: ${title}`
}

export function featuredPostSubject({ type, title }: PostRecord, featured: boolean): string {
  return `${featured ? 'Feature' : 'Unfeature'} ${type}: ${title}`
}

export function deletedPostSubject({ type, title }: PostRecord): string {
  return `Delete ${type}: ${title}`
}
