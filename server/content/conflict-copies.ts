/** Drafts that a merge with the remote has put beside a post, as the admin is told of them. */
import type { PostRecord, Problem } from './records.ts'

const COPY_ID = /^(.+)-conflict-[0-9a-f]{7}$/

/** One entry for each copy that is still there: editing or deleting it is how it is resolved. */
export function conflictCopies(posts: readonly PostRecord[]): Problem[] {
  return posts.flatMap(({ id, path, draft }) => {
    const original = draft ? COPY_ID.exec(id)?.[1] : undefined
    if (original === undefined) return []
    const reason = `Two sides changed '${original}' at the same place. The text of the remote stands there, the other is this draft: take from it what is missing, then delete it.`
    return [{ file: path, line: null, reason }]
  })
}
