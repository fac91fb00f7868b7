/** Public reads of posts: lists, one post, tags, statistics, search. Other posts are 404. */
import * as z from 'zod'
import { text } from '#domain/answers/parts.ts'
import {
  type Answer,
  countedTagSchema,
  heatmapDaySchema,
  heatmapMetaSchema,
  type PostEdited,
  type PostMeta,
  postMetaSchema,
  postSchema,
  type SearchHit,
  searchHitSchema,
  searchMetaSchema,
  streakSchema,
} from '#domain/answers/public-answers.ts'
import { type Day, FIRST_DAY, isDay, LAST_DAY } from '#domain/days/day.ts'
import { POST_TYPES, type Post, RESERVED_POST_IDS } from '#domain/post.ts'
import { fileHistoryUrl } from '#domain/record/commit-url.ts'
import { tagKey } from '#domain/tag.ts'
import { resolveOldId } from '../content/index/ids.ts'
import { isPublic, type PostRecord } from '../content/records.ts'
import { BadRequestError, NotFoundError } from '../errors.ts'
import { defineListRead, hasTag, limitOption, listOptions } from './list-query.ts'
import { postLink, postSummary, readablePost } from './post-answer.ts'
import type { QueryContext } from './query-context.ts'
import { defineRead, optionalParam } from './read.ts'
import { heatmapAnswer, streakAnswer, titlesOf } from './statistics-answer.ts'

const SEARCH_LIMIT = 20

export const listPosts = defineListRead({
  summary: 'Published posts of every type, newest first',
  query: listOptions,
  select: ({ context }) => ({ posts: context.snapshot.publicPosts }),
})

export const listFeatured = defineListRead({
  summary: 'Featured published posts, newest first',
  query: listOptions,
  select: ({ context }) => ({ posts: context.snapshot.lists().featured }),
})

export const listPostsOfType = defineListRead({
  summary: 'Published posts of one type, newest first',
  query: listOptions,
  params: z.object({ type: z.enum(POST_TYPES, { error: 'There is no such type of post.' }) }),
  select({ params, context }) {
    return { posts: context.snapshot.lists().byType.get(params.type) ?? [] }
  },
})

export const listTagged = defineListRead({
  summary: 'Published posts with a tag, newest first',
  query: listOptions,
  params: z.object({ tag: text }),
  select({ params, context: { snapshot } }) {
    const tag = snapshot.tags().find(({ id }) => id === params.tag)
    if (tag === undefined) throw new NotFoundError('There is no such tag.')
    return { tag, posts: snapshot.publicPosts.filter((post) => hasTag(post, [tagKey(tag.name)])) }
  },
})

/** A former id redirects to the post. */
export const readPost = defineRead({
  summary: 'One published post',
  params: z.object({ id: text }),
  data: postSchema,
  meta: postMetaSchema,
  answer: ({ params: { id }, context }) => answerPublicPost(id, context),
  revision: ({ params: { id }, context }) => publicPost(id, context).post.revision,
  moved({ params: { id }, context: { snapshot, now } }) {
    const moved = resolveOldId(id, snapshot, now)
    if (moved === null) return null
    const base = RESERVED_POST_IDS.has(moved) ? '/posts/by-id/' : '/posts/'
    return base + encodeURIComponent(moved)
  },
})

export const listTags = defineRead({
  summary: 'Every tag, with its count',
  data: z.array(countedTagSchema),
  answer: ({ context }) => ({ data: context.snapshot.tags() }),
})

export const readStreak = defineRead({
  summary: 'The posting streak',
  data: streakSchema,
  answer: ({ context }) => ({ data: streakAnswer(context.snapshot, context.today) }),
})

const dayOption = (name: string, open: Day) =>
  optionalParam((value) => {
    if (value === '' || isDay(value)) return value || null
    throw new BadRequestError(`"${name}" must be a date like 2026-11-20.`)
  }).transform((day) => day ?? open)

export const readHeatmap = defineRead({
  summary: 'Number of essays and shorts by day, and the days of breaks',
  query: z.object({
    from: dayOption('from', FIRST_DAY),
    to: dayOption('to', LAST_DAY),
    view: optionalParam((value) => value === 'titles'),
  }),
  data: z.array(heatmapDaySchema),
  meta: heatmapMetaSchema.optional(),
  answer({ query, context: { snapshot } }) {
    const data = heatmapAnswer(snapshot, query)
    return query.view ? { data, meta: { titles: titlesOf(snapshot, data) } } : { data }
  },
})

export const search = defineRead({
  summary: 'Published posts that match, best first',
  query: z.object({ q: text.default(''), limit: limitOption }),
  data: z.array(searchHitSchema),
  meta: searchMetaSchema,
  async answer({ query: { q, limit }, context }) {
    const { hits, similar } = await context.search(q.trim(), limit ?? SEARCH_LIMIT)
    const data: SearchHit[] = []
    // Sequentially: several long texts at once would block the event loop.
    for (const { post, snippet } of hits) {
      data.push({ ...(await postSummary(post, context)), snippet })
    }
    return { data, ...(similar && { meta: { similar } }) }
  },
})

/** One public post. @throws NotFoundError */
export async function answerPublicPost(
  id: string,
  context: QueryContext,
): Promise<Answer<Post, PostMeta>> {
  const { post, next, previous } = publicPost(id, context)
  const { data, ...rest } = await readablePost(post, context)
  return {
    data,
    meta: {
      previous: previous ? postLink(previous) : null,
      next: next ? postLink(next) : null,
      edited: editedNote(post, context),
      ...rest,
    },
  }
}

/** Day of the last edit, if `updated` is on a later day than the post; otherwise null. */
function editedNote(post: PostRecord, { snapshot, now }: QueryContext): PostEdited | null {
  const day = post.updated_at.slice(0, 10)
  if (day <= post.day || Date.parse(post.updated_at) > now) return null
  const { repository } = snapshot.site
  return { day, url: repository === null ? null : fileHistoryUrl(repository, post.path) }
}

function publicPost(id: string, { snapshot, now }: QueryContext) {
  const post = snapshot.posts.get(id)
  if (!post || !isPublic(post, now)) throw new NotFoundError('Post not found')
  const list = snapshot.publicPosts
  const index = list.indexOf(post)
  // A post published this instant is not in the snapshot's list yet, so it has no neighbours.
  if (index < 0) return { post, next: undefined, previous: undefined }
  return { post, next: list[index - 1], previous: list[index + 1] }
}
