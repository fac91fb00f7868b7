/** Drafts that a merge with the remote has put beside a post, as the admin is told of them. */
import type { PostRecord, Problem } from '../records.ts'

const COPY_ID = /^(.+)-conflict-[0-9a-f]{7}$/

/** The id of the post that a draft is the other version of; null when it is none. */
export function originalOf({ id, draft }: Pick<PostRecord, 'id' | 'draft'>): string | null {
  return draft ? (COPY_ID.exec(id)?.[1] ?? null) : null
}

/** One entry for each copy that is still there: choosing between the two is how it is resolved. */
export function conflictCopies(posts: readonly PostRecord[]): Problem[] {
  return posts.flatMap((post) => {
    const original = originalOf(post)
    if (original === null) return []
    const reason = `Two sides changed '${original}' at the same place. The text of the remote stands there, the other is this draft until one of the two is chosen.`
    return [{ file: post.path, line: null, reason }]
  })
}
