/** Lists of posts: as one answer, and long ones as text that is written post by post. */
import { pipeline, Readable } from 'node:stream'
import { constants, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, PostListMeta } from '#domain/answers/public-answers.ts'
import type { Post, PostSummary } from '#domain/post.ts'
import { encodingFor } from '../answers/cached-answer.ts'
import { unstored } from '../answers/public-headers.ts'
import type { PostRecord } from '../content/records.ts'
import { Turns } from '../workers/turns.ts'
import { fullPost, postSummary, type Rendering } from './post-answer.ts'

/** Posts that a query selects. */
export interface PostList {
  posts: readonly PostRecord[]
  meta: PostListMeta
  view: 'full' | 'summary'
}

/** A list is long with more posts, or more text, than a page of it has. */
const SHORT_LIST_POSTS_MAX = 100
const SHORT_LIST_CHARACTERS_MAX = 256 * 1024
/** How long the next text is waited for: less than a connection may stand still. */
const TEXT_MS_MAX = 25_000
/** A part of a long list goes out when it is as long as this, or took a while. */
const PART_CHARACTERS_MIN = 32 * 1024

/** Whether a list takes too long to be made at once: to render, to write as JSON or to hold. */
export function isLong({ posts }: PostList): boolean {
  const characters = posts.reduce((sum, { content }) => sum + content.length, 0)
  return posts.length > SHORT_LIST_POSTS_MAX || characters > SHORT_LIST_CHARACTERS_MAX
}

/** The list as an answer. */
export async function listAnswer(
  { posts, meta, view }: PostList,
  rendering: Rendering,
): Promise<Answer<(Post | PostSummary)[], PostListMeta>> {
  const answerOf = view === 'full' ? fullPost : postSummary
  const data: Promise<Post | PostSummary>[] = posts.map((post) => answerOf(post, rendering))
  return { data: await Promise.all(data), meta }
}

/**
 * Writes a long list out, post by post, for the one who asks; it is cached nowhere. It has no ETag,
 * which would follow from bytes that are not there yet.
 * @param headers in lower case; `vary` names what the answer depends on beside the encoding
 */
export function sendLongList(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    list,
    rendering,
    headers,
  }: { list: PostList; rendering: Rendering; headers: Readonly<Record<string, string>> },
): FastifyReply {
  const { vary, ...others } =
    request.headers.authorization === undefined ? headers : unstored(headers)
  reply.headers({ ...others, vary: vary ? `Accept-Encoding, ${vary}` : 'Accept-Encoding' })
  const text = request.method === 'HEAD' ? [] : listText(list, rendering)
  if (encodingFor(request, { gzip: true, identity: true }) !== 'gzip') {
    return reply.send(Readable.from(text))
  }
  // Each part goes out when it is written: many texts may have to be rendered before the next.
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH })
  // Fastify logs a list that broke off.
  return reply.header('content-encoding', 'gzip').send(pipeline(text, gzip, () => {}))
}

/** The same as `listAnswer` as JSON, in parts. */
async function* listText(
  { posts, meta, view }: PostList,
  rendering: Rendering,
): AsyncGenerator<string> {
  const answerOf = view === 'full' ? fullPost : postSummary
  // Whoever asks for more posts than a page has wants them whole rather than soon.
  const isPatient = posts.length > SHORT_LIST_POSTS_MAX
  const limits = isPatient ? { waitMs: TEXT_MS_MAX, stuckMs: TEXT_MS_MAX } : {}
  const patient: Rendering = { ...rendering, html: (post) => rendering.html(post, limits) }
  const turns = new Turns()
  let part = '{"data":['
  let separator = ''
  for (const post of posts) {
    part += separator + JSON.stringify(await answerOf(post, patient))
    separator = ','
    if (part.length < PART_CHARACTERS_MIN && !turns.isDue()) continue
    yield part
    part = ''
    await turns.pause()
  }
  yield `${part}],"meta":${JSON.stringify(meta)}}`
}
