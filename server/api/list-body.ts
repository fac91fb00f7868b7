/** Lists of posts as the bytes that the API sends. */
import type { GzipText } from './gzip-pieces.ts'
import { listAnswer } from './list-answer.ts'
import type { ListQuery } from './list-query.ts'
import { type LongList, longListText } from './list-segments.ts'
import type { Rendering } from './post-answer.ts'

/** Lists from here on are given in segments. */
const LONG_LIST_POSTS_MIN = 256

/** A list and what is said beside it as JSON; a long one that is given whole as gzip. */
export async function listBody(
  list: LongList,
  query: ListQuery,
  rendering: Rendering,
): Promise<Buffer | GzipText> {
  const { posts, meta, view } = list
  const isWhole = query.limit === null && query.cursor === null && query.tags.length === 0
  if (isWhole && posts.length >= LONG_LIST_POSTS_MIN) return longListText(list, rendering)
  return Buffer.from(JSON.stringify({ data: await listAnswer(posts, view, rendering), meta }))
}
