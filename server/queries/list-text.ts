/** Lists of posts: as one answer, and long ones as text that is written post by post. */
import type { Answer, PostListMeta } from '#domain/answers/public-answers.ts'
import type { Post, PostSummary } from '#domain/post.ts'
import type { PostRecord } from '../content/records.ts'
import { fullPost, postSummary, type Rendering } from './post-answer.ts'

/** Posts that a query selects. */
export interface PostList {
  posts: readonly PostRecord[]
  meta: PostListMeta
  view: 'full' | 'summary'
}

/** More posts than a page of a list has, or more text, are long. */
const SHORT_LIST_POSTS_MAX = 100
const SHORT_LIST_CHARACTERS_MAX = 256 * 1024
/** Posts rendered at once; more would only wait in the renderer's line, before everybody else's. */
const RENDERED_AT_ONCE = 8
/** A part of the text is given away when it is as long as this, or this old. */
const PART_CHARACTERS_MIN = 32 * 1024
const PART_MS_MAX = 100

/** Whether a list takes too long to be made at once: to render, to write as JSON or to hold. */
export function isLong({ posts }: PostList): boolean {
  return posts.length > SHORT_LIST_POSTS_MAX || charactersOf(posts) > SHORT_LIST_CHARACTERS_MAX
}

/** Characters of the posts' markdown. */
export function charactersOf(posts: readonly PostRecord[]): number {
  return posts.reduce((sum, { content }) => sum + content.length, 0)
}

/** The list as an answer. */
export async function listAnswer(
  { posts, meta, view }: PostList,
  rendering: Rendering,
): Promise<Answer<(Post | PostSummary)[], PostListMeta>> {
  const data: (Post | PostSummary)[] = []
  for await (const post of inOrder(posts, view, rendering)) data.push(post)
  return { data, meta }
}

/** The same answer as JSON, in parts: the first at once, each other as soon as it is there. */
export async function* listText(
  { posts, meta, view }: PostList,
  rendering: Rendering,
): AsyncGenerator<string> {
  yield '{"data":['
  let part = ''
  let separator = ''
  let since = performance.now()
  for await (const post of inOrder(posts, view, rendering)) {
    part += separator + JSON.stringify(post)
    separator = ','
    const isDue = performance.now() - since >= PART_MS_MAX
    if (part.length < PART_CHARACTERS_MIN && !isDue) continue
    yield part
    part = ''
    since = performance.now()
  }
  yield `${part}],"meta":${JSON.stringify(meta)}}`
}

/** The posts in a view, each waited for, with some of the next ones under way. */
async function* inOrder(
  posts: readonly PostRecord[],
  view: PostList['view'],
  rendering: Rendering,
): AsyncGenerator<Post | PostSummary> {
  const answerOf = view === 'full' ? fullPost : postSummary
  const underWay: Promise<Post | PostSummary>[] = []
  for (const post of posts) {
    const answer: Promise<Post | PostSummary> = answerOf(post, rendering)
    // Who waits for it hears of a failure; when nobody does any more, it is no fault of the process.
    answer.catch(() => {})
    underWay.push(answer)
    const [first] = underWay
    if (underWay.length < RENDERED_AT_ONCE || !first) continue
    yield await first
    underWay.shift()
  }
  for (const answer of underWay) yield await answer
}
