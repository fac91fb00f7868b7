/** Lists of posts as answers. */
import type { Post, PostSummary } from '#domain/post.ts'
import type { PostRecord } from '../content/records.ts'
import type { ListQuery } from './list-query.ts'
import { fullPost, postSummary, type Rendering } from './post-answer.ts'

/** Posts rendered at once for a list; more would only wait in the renderer's line. */
const RENDERED_AT_ONCE = 32

/** The posts of a list in a view, each rendered as far as the view shows it. */
export async function listAnswer(
  posts: readonly PostRecord[],
  view: ListQuery['view'],
  rendering: Rendering,
): Promise<(Post | PostSummary)[]> {
  const answerOf = view === 'full' ? fullPost : postSummary
  const answers: (Post | PostSummary)[] = []
  for (let start = 0; start < posts.length; start += RENDERED_AT_ONCE) {
    const some = posts.slice(start, start + RENDERED_AT_ONCE)
    answers.push(...(await Promise.all(some.map((post) => answerOf(post, rendering)))))
  }
  return answers
}
