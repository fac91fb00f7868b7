/** Lists of posts as answers, as objects for pages and as bytes for the API. */
import type { Post, PostSummary } from '#domain/post.ts'
import type { PostRecord } from '../content/records.ts'
import type { ListQuery } from './list-query.ts'
import { fullPost, postJson, postSummary, type Rendering } from './post-answer.ts'

/** Posts rendered at once for a list; more would only wait in the renderer's line. */
const RENDERED_AT_ONCE = 32

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

/** A list and what is said beside it as JSON, joined from the bytes that posts keep. */
export async function listJson(
  posts: readonly PostRecord[],
  meta: unknown,
  view: ListQuery['view'],
  rendering: Rendering,
): Promise<Buffer> {
  const comma = Buffer.from(',')
  const bytes = await mapInTurns(posts, (post) => postJson(post, view, rendering))
  const joined = bytes.flatMap((json, index) => (index === 0 ? [json] : [comma, json]))
  return Buffer.concat([
    Buffer.from('{"data":['),
    ...joined,
    Buffer.from(`],"meta":${JSON.stringify(meta)}}`),
  ])
}

async function mapInTurns<T, R>(items: readonly T[], map: (item: T) => Promise<R>): Promise<R[]> {
  const mapped: R[] = []
  for (let start = 0; start < items.length; start += RENDERED_AT_ONCE) {
    mapped.push(...(await Promise.all(items.slice(start, start + RENDERED_AT_ONCE).map(map))))
  }
  return mapped
}
