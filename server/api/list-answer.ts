/** Lists of posts as answers, as objects for pages and as bytes for the API. */
import type { Post, PostSummary } from '#domain/post.ts'
import type { PostRecord } from '../content/records.ts'
import { mapInTurns } from './in-turns.ts'
import type { ListQuery } from './list-query.ts'
import { type LongList, longListText } from './list-segments.ts'
import { fullPost, postJson, postSummary, type Rendering } from './post-answer.ts'

/** Lists from here on are given in segments. */
const LONG_LIST_POSTS_MIN = 256

/** The posts of a list in a view, each rendered as far as the view shows it. */
export function listAnswer(
  posts: readonly PostRecord[],
  view: ListQuery['view'],
  rendering: Rendering,
): Promise<(Post | PostSummary)[]> {
  return mapInTurns<PostRecord, Post | PostSummary>(posts, (post) =>
    view === 'full' ? fullPost(post, rendering) : postSummary(post, rendering),
  )
}

/**
 * A list and what is said beside it as JSON in bytes, joined from what posts keep; a long one that
 * is given whole as gzip.
 */
export function listBody(list: LongList, query: ListQuery, rendering: Rendering) {
  const isWhole = query.limit === null && query.cursor === null && query.tags.length === 0
  return isWhole && list.posts.length >= LONG_LIST_POSTS_MIN
    ? longListText(list, rendering)
    : listJson(list, rendering)
}

async function listJson({ posts, meta, view }: LongList, rendering: Rendering): Promise<Buffer> {
  const comma = Buffer.from(',')
  const bytes = await mapInTurns(posts, (post) => postJson(post, view, rendering))
  const joined = bytes.flatMap((json, index) => (index === 0 ? [json] : [comma, json]))
  return Buffer.concat([
    Buffer.from('{"data":['),
    ...joined,
    Buffer.from(`],"meta":${JSON.stringify(meta)}}`),
  ])
}
