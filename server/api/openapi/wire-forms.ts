/** What the API sends, as zod schemas for the OpenAPI document; the types are the domain's. */
import * as z from 'zod'
import type { PostListMeta, PostMeta, SearchHit } from '#domain/answers/public-answers.ts'
import type { HeatmapDay } from '#domain/days/heatmap.ts'
import type { Streak } from '#domain/days/streak.ts'
import type { AddedImage } from '#domain/image.ts'
import { POST_TYPES, type Post, type PostSummary } from '#domain/post.ts'
import { PROJECT_STATUSES, type Project } from '#domain/project.ts'
import {
  type AboutPage,
  RESOURCE_BADGES,
  RESOURCE_PAGE_IDS,
  type ResourcePage,
  type Site,
} from '#domain/site.ts'
import { type CountedTag, TAG_COLORS, type Tag } from '#domain/tag.ts'
import type { PostChanges } from '#domain/texts/post-changes.ts'

const day = z.string().meta({ format: 'date', example: '2026-11-20' })
const instant = z.string().meta({ format: 'date-time', example: '2026-11-20T09:30:00+01:00' })
const commit = z.string().meta({ description: '40 hex digits' })
const count = z.int().min(0)
const color = z.enum(TAG_COLORS)

export const tagForm = z.object({ id: z.string(), name: z.string(), color }).meta({
  id: 'Tag',
}) satisfies z.ZodType<Tag>

export const countedTagForm = tagForm
  .extend({ count })
  .meta({ id: 'CountedTag' }) satisfies z.ZodType<CountedTag>

export const postSummaryForm = z
  .object({
    id: z.string(),
    type: z.enum(POST_TYPES),
    title: z.string(),
    html: z.string().exactOptional().meta({ description: 'Of short posts alone in summaries' }),
    excerpt: z.string(),
    preview: z.string(),
    preview_cut: z.boolean(),
    description: z.string(),
    url: z.string().nullable(),
    image_url: z.string(),
    featured: z.boolean(),
    draft: z.boolean(),
    tags: z.array(tagForm),
    created_at: instant,
    updated_at: instant,
    day,
    word_count: count,
    reading_minutes: count,
    project: z.string().nullable(),
    revision: z.string().meta({ description: 'Git blob id of the file' }),
  })
  .meta({ id: 'PostSummary' }) satisfies z.ZodType<PostSummary>

export const postForm = postSummaryForm
  .extend({ content: z.string(), html: z.string() })
  .meta({ id: 'Post' }) satisfies z.ZodType<Post>

const postLink = z.object({ id: z.string(), title: z.string() })

export const postMetaForm = z.object({
  previous: postLink.nullable(),
  next: postLink.nullable(),
  edited: z
    .object({ day, changes: z.boolean().meta({ description: 'Whether there are some to see' }) })
    .nullable(),
}) satisfies z.ZodType<PostMeta>

const changePart = z.object({
  kind: z.enum(['same', 'added', 'removed', 'gap']),
  text: z.string(),
})

export const postChangesForm = z.object({
  id: z.string(),
  title: z.string(),
  changes: z.array(
    z.object({
      at: instant,
      day,
      added: count.meta({ description: 'Words' }),
      removed: count,
      title: z.array(changePart).nullable(),
      text: z.array(changePart),
      text_cut: z.boolean().meta({ description: 'Whether more changed than `text` shows' }),
    }),
  ),
  more: z.boolean().meta({ description: 'Whether there were more before' }),
}) satisfies z.ZodType<PostChanges>

export const postListMetaForm = z.object({
  next_cursor: z.string().nullable(),
  total: count,
  tags: z.array(countedTagForm),
}) satisfies z.ZodType<PostListMeta>

export const searchHitForm = postSummaryForm
  .extend({ snippet: z.string() })
  .meta({ id: 'SearchHit' }) satisfies z.ZodType<SearchHit>

export const projectForm = z
  .object({
    id: z.string(),
    title: z.string(),
    due_date: day,
    tags: z.array(z.string()),
    status: z.enum(PROJECT_STATUSES),
    link: z.string(),
    moves: z.array(z.object({ from: day, to: day, at: instant, commit, reason: z.string() })),
    evidence: z.array(postLink),
    revision: z.string(),
  })
  .meta({ id: 'DeadlineProject' }) satisfies z.ZodType<Project>

export const streakForm = z
  .object({
    current_streak: count,
    longest_streak: count,
    this_week: count,
    this_month: count,
    total_posts: count,
    failure_days: count,
    posted_today: z.boolean(),
    today: day,
    time_zone: z.string(),
  })
  .meta({ id: 'Streak' }) satisfies z.ZodType<Streak>

export const heatmapDayForm = z.object({
  date: day,
  count,
  ids: z.array(z.string()),
}) satisfies z.ZodType<HeatmapDay>

const area = z.object({
  title: z.string(),
  items: z.array(z.object({ name: z.string(), color })),
})

export const aboutForm = z.object({
  html: z.string(),
  areas: z.array(area),
}) satisfies z.ZodType<AboutPage>

export const resourcePageForm = z.object({
  id: z.enum(RESOURCE_PAGE_IDS),
  title: z.string(),
  intro: z.string(),
  items: z.array(
    z.object({
      title: z.string(),
      category: z.string(),
      badge: z.enum(RESOURCE_BADGES),
      description: z.string(),
      url: z.string(),
    }),
  ),
}) satisfies z.ZodType<ResourcePage>

export const siteForm = z.object({
  brand: z.string(),
  title: z.string(),
  description: z.string(),
  author: z.object({ name: z.string(), url: z.string().nullable() }),
  language: z.string(),
  time_zone: z.string(),
  footer: z.array(z.object({ label: z.string(), url: z.string() })),
}) satisfies z.ZodType<Site>

export const sessionForm = z.object({ token: z.string(), expires_at: instant })

export const addedImageForm = z.object({
  path: z.string().meta({ example: '/media/2026/loaf-1600x1067-0123456789ab.webp' }),
  width: count,
  height: count,
  bytes: count,
}) satisfies z.ZodType<AddedImage>

export const historyEntryForm = z.object({
  commit,
  author: z.string(),
  date: instant,
  subject: z.string(),
  files: z.array(z.string()),
})

export const deletedPostForm = postForm.extend({ commit, deleted_at: instant })

export const statusForm = z.object({
  commit: commit.nullable(),
  posts: count,
  projects: count,
  problems: z.array(z.object({ file: z.string(), line: z.int().nullable(), reason: z.string() })),
  displaced: z.array(
    z.object({ commit, date: instant, subject: z.string(), files: z.array(z.string()) }),
  ),
  repository: z.object({ state: z.string(), message: z.string() }),
  sync: z.object({
    remote: z.string().nullable(),
    state: z.string(),
    ahead: count,
    behind: count,
    last_pull: instant.nullable(),
    last_push: instant.nullable(),
    error: z.string().nullable(),
    files: z.array(z.string()).meta({ description: 'Edited here and changed by the remote' }),
    conflicts: z.array(z.object({ file: z.string(), copy: z.string().nullable() })),
  }),
})

export const savedMetaForm = z.object({
  commit: commit.nullable().meta({ description: '40 hex digits; null where nothing changed' }),
  merged: z.boolean().optional(),
})

export const failureForm = z
  .object({
    error: z.string().meta({ description: 'A sentence for a person' }),
    code: z.string().meta({ description: 'A stable word' }),
    fields: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'Failure' })

export const conflictForm = failureForm
  .extend({
    current: z.union([postForm, projectForm]),
    base: z.union([postForm, projectForm]).nullable(),
  })
  .meta({ id: 'Conflict' })
