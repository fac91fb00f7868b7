/** Answers of lists of posts: as one object or, for long lists, as JSON text in chunks. */
import type { Answer, PostListMeta } from '#domain/answers/public-answers.ts'
import type { Post, PostSummary } from '#domain/post.ts'
import type { PostRecord } from '../content/records.ts'
import { Turns } from '../workers/turns.ts'
import { fullPost, postSummary, type Rendering } from './post-answer.ts'

/** Posts that a query selects. */
export interface PostList {
  posts: readonly PostRecord[]
  meta: PostListMeta
  view: 'full' | 'summary'
}

/** Above one of these limits a list is streamed. */
const SHORT_LIST_POSTS_MAX = 100
const SHORT_LIST_CHARACTERS_MAX = 256 * 1024
/** A chunk is sent at this length, or after a pause. */
const PART_CHARACTERS_MIN = 32 * 1024

/** Whether a list is too long to render, serialize and hold at once. */
export function mustStream({ posts, view }: PostList): boolean {
  const sent = posts.filter(({ type }) => view === 'full' || type === 'short')
  const characters = sent.reduce((sum, { content }) => sum + content.length, 0)
  return posts.length > SHORT_LIST_POSTS_MAX || characters > SHORT_LIST_CHARACTERS_MAX
}

export async function listAnswer(
  { posts, meta, view }: PostList,
  rendering: Rendering,
): Promise<Answer<(Post | PostSummary)[], PostListMeta>> {
  const answerOf = view === 'full' ? fullPost : postSummary
  const data: Promise<Post | PostSummary>[] = posts.map((post) => answerOf(post, rendering))
  return { data: await Promise.all(data), meta }
}

/** JSON of `listAnswer`, in chunks. */
export async function* listText(
  { posts, meta, view }: PostList,
  rendering: Rendering,
): AsyncGenerator<string> {
  const answerOf = view === 'full' ? fullPost : postSummary
  // A request for more posts than a page has prefers completeness to speed; it may be of the site.
  const wait = posts.length > SHORT_LIST_POSTS_MAX ? 'site' : 'list'
  const untimed: Rendering = { ...rendering, text: (post) => rendering.text(post, wait) }
  const turns = new Turns()
  let part = '{"data":['
  let separator = ''
  for (const post of posts) {
    part += separator + JSON.stringify(await answerOf(post, untimed))
    separator = ','
    if (part.length < PART_CHARACTERS_MIN && !turns.isDue()) continue
    yield part
    part = ''
    await turns.pause()
  }
  yield `${part}],"meta":${JSON.stringify(meta)}}`
}
