/** Whether a post's page says that its text was edited, and when. */

import type { PostEdited } from '#domain/answers/public-answers.ts'
import { dayAt } from '#domain/days/zone.ts'
import { fileHistoryUrl } from '#domain/record/commit-url.ts'
import type { PostRecord, Snapshot } from '../records.ts'

/**
 * By the history, when a commit changed title or text after everybody could read them; else by the
 * author's own word, an `updated` of a later day than the post's.
 */
export function editedNote(
  post: Pick<PostRecord, 'path' | 'updated_at' | 'day'>,
  { edits, site }: Pick<Snapshot, 'edits' | 'site'>,
  now: number,
): PostEdited | null {
  const url = site.repository === null ? null : fileHistoryUrl(site.repository, post.path)
  const edit = edits.get(post.path)
  if (edit && edit.at <= now) return { day: dayAt(edit.at, site.time_zone), url }
  const updated = post.updated_at.slice(0, 10)
  const isLater = updated > post.day && Date.parse(post.updated_at) <= now
  return isLater ? { day: updated, url } : null
}
