/** Reads of posts: public lists, one post; every post for the admin. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { text } from '#domain/answers/parts.ts'
import { postListMetaSchema, postMetaSchema, postSchema } from '#domain/answers/public-answers.ts'
import { POST_TYPES, RESERVED_POST_IDS } from '#domain/post.ts'
import { POST_STATES } from '#domain/post-state.ts'
import { buildAnswer, sendAnswer } from '../../answers/cached-answer.ts'
import { publicHeaders } from '../../answers/public-headers.ts'
import { movedPost } from '../../content/index/moved-post.ts'
import { NotFoundError } from '../../errors.ts'
import { parseListQuery, selectPosts } from '../../queries/list-query.ts'
import { isLong, listAnswer, sendLongList } from '../../queries/list-text.ts'
import { JSON_TYPE, PREFIX, pathOf, sendQuery } from '../answer-query.ts'
import type { ApiDeps, Call } from '../call.ts'
import { idParams, limitOption } from '../schemas.ts'
import { filterPosts, parseAdminFilter } from './admin-filter.ts'

const listQuery = z.object({
  limit: limitOption,
  cursor: text.optional().meta({ description: '`meta.next_cursor` of the list before' }),
  tag: z
    .union([text, z.array(text)])
    .optional()
    .meta({ description: 'Any of these names' }),
  view: text.optional().meta({ description: '`summary` or `full`' }),
})
const list = {
  tag: 'Posts',
  query: listQuery,
  data: z.array(postSchema),
  meta: postListMetaSchema,
} as const

export const listPosts: Call = {
  ...list,
  summary: 'Published posts of every type, newest first',
  send: sendQuery,
}

export const listPostsOfType: Call = {
  ...list,
  summary: 'Published posts of one type, newest first',
  params: z.object({ type: z.enum(POST_TYPES) }),
  send: sendQuery,
}

export const listFeatured: Call = {
  ...list,
  summary: 'Featured published posts, newest first',
  send: sendQuery,
}

/** One post; an id it had before leads to it. */
export const readPost: Call = {
  tag: 'Posts',
  summary: 'One published post',
  params: idParams,
  data: postSchema,
  meta: postMetaSchema,
  send: sendPost,
}

async function sendPost(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: ApiDeps,
): Promise<unknown> {
  const current = deps.generation()
  try {
    return await sendQuery(request, reply, deps)
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    // The router gives every named part of its pattern as text.
    const { id = '' } = request.params as Record<string, string>
    const moved = movedPost(id, current.snapshot, deps.contextOf(current).now)
    if (moved === null) throw error
    return reply.headers(publicHeaders(current)).redirect(PREFIX + postPath(moved), 301)
  }
}

function postPath(id: string): string {
  const base = RESERVED_POST_IDS.has(id) ? '/posts/by-id/' : '/posts/'
  return base + encodeURIComponent(id)
}

/** Every post, for the admin alone. */
export const listAdminPosts: Call = {
  ...list,
  summary: 'Every post, drafts and scheduled ones included',
  query: listQuery.extend({
    id: text.optional().meta({ description: 'One post' }),
    q: text.optional().meta({ description: 'Words of the title, the tags or the id' }),
    type: text.optional().meta({ description: `One of ${POST_TYPES.join(', ')}` }),
    state: text.optional().meta({ description: `One of ${POST_STATES.join(', ')}` }),
  }),
  async send(request, reply, { generation, contextOf, securityHeaders }) {
    const current = generation()
    const { allPosts } = current.snapshot
    const context = contextOf(current)
    const options = new URLSearchParams(pathOf(request).split('?')[1])
    const filter = parseAdminFilter(options)
    const posts = filter === null ? allPosts : filterPosts(allPosts, filter, context.now)
    const list = selectPosts(posts, parseListQuery(options), current.snapshot)
    const headers = { 'content-type': JSON_TYPE, ...securityHeaders, 'cache-control': 'no-store' }
    if (isLong(list)) return sendLongList(request, reply, { list, rendering: context, headers })
    const body = Buffer.from(JSON.stringify(await listAnswer(list, context)))
    sendAnswer(request, reply, await buildAnswer({ statusCode: 200, headers, body }))
  },
}
