/** Posts as the API sends them. The types are the domain's, the check that both agree is here. */
import * as z from 'zod'
import type { PostListMeta, PostMeta, SearchHit } from '#domain/answers/public-answers.ts'
import { POST_TYPES, type Post, type PostSummary } from '#domain/post.ts'
import { LOGGED_STATES, type Logged } from '#domain/record/logged.ts'
import type { CountedTag, Tag } from '#domain/tag.ts'
import { color, count, day, instant, postLinkSchema, text } from '../schemas.ts'

const tagSchema = z.object({ id: text, name: text, color }).meta({
  id: 'Tag',
}) satisfies z.ZodType<Tag>

export const countedTagSchema = tagSchema
  .extend({ count })
  .meta({ id: 'CountedTag' }) satisfies z.ZodType<CountedTag>

const loggedSchema = z
  .object({
    state: z.enum(LOGGED_STATES).meta({
      description:
        'By the first commit of the branch in which the file is a public post; `uncommitted` without one, as a draft',
    }),
    day: day.nullable(),
    days_late: count.meta({ description: '0 for all but `late`' }),
    commit: text.nullable(),
  })
  .meta({ id: 'Logged' }) satisfies z.ZodType<Logged>

const postSummarySchema = z
  .object({
    id: text,
    type: z.enum(POST_TYPES),
    title: text,
    html: text.exactOptional().meta({ description: 'Of short posts alone in summaries' }),
    excerpt: text,
    preview: text,
    preview_cut: z.boolean(),
    description: text,
    url: text.nullable(),
    image_url: text,
    featured: z.boolean(),
    draft: z.boolean(),
    tags: z.array(tagSchema),
    created_at: instant,
    updated_at: instant,
    day,
    word_count: count,
    reading_minutes: count,
    project: text.nullable(),
    logged: loggedSchema,
    revision: text.meta({ description: 'Git blob id of the file' }),
  })
  .meta({ id: 'PostSummary' }) satisfies z.ZodType<PostSummary>

export const postSchema = postSummarySchema
  .extend({ content: text, html: text })
  .meta({ id: 'Post' }) satisfies z.ZodType<Post>

export const searchHitSchema = postSummarySchema
  .extend({ snippet: text })
  .meta({ id: 'SearchHit' }) satisfies z.ZodType<SearchHit>

export const postListMetaSchema = z.object({
  next_cursor: text.nullable(),
  total: count,
  tags: z.array(countedTagSchema),
}) satisfies z.ZodType<PostListMeta>

export const postMetaSchema = z.object({
  previous: postLinkSchema.nullable(),
  next: postLinkSchema.nullable(),
  edited: z
    .object({ day, url: text.nullable().meta({ description: 'History of the file at its host' }) })
    .nullable(),
  contents: z
    .array(z.object({ id: text, text, level: count }))
    .meta({ description: 'The headings of an essay with three and more' }),
}) satisfies z.ZodType<PostMeta>
