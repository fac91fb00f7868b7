/** Schemas of the public answers; the browser imports only their types. */
import * as z from 'zod'
import { WEEKDAY_NAMES } from '../days/day.ts'
import { color, commit, count, day, instant, projectStatus, text } from './parts.ts'
import {
  LEDGER_GROUPS,
  LOGGED_STATES,
  POST_TYPES,
  RECORD_KINDS,
  RESOURCE_BADGES,
  STREAK_RULES,
} from './words.ts'

/** The envelope of a success. */
export interface Answer<Data, Meta = undefined> {
  data: Data
  meta?: Meta
}

/** The envelope of a failure. */
export const failureSchema = z
  .object({
    error: text.describe('A sentence for a person'),
    code: text.describe('A stable word'),
    fields: z.record(text, text).exactOptional().describe('A sentence by field'),
  })
  .meta({ id: 'Failure' })
export type Failure = z.infer<typeof failureSchema>

const tagSchema = z.object({ id: text, name: text, color }).meta({ id: 'Tag' })
export type Tag = z.infer<typeof tagSchema>

export const countedTagSchema = tagSchema
  .extend({ count: count.describe('Public posts of every type') })
  .meta({ id: 'CountedTag' })
export type CountedTag = z.infer<typeof countedTagSchema>

const loggedSchema = z
  .object({
    state: z.enum(LOGGED_STATES).describe('By its earliest commit as a public post'),
    day: day.nullable().describe('Of the commit; for one that scheduled the post, of the post'),
    days_late: count.describe('0 for all but `late`'),
    commit: commit.nullable(),
  })
  .meta({ id: 'Logged' })
export type Logged = z.infer<typeof loggedSchema>

const postLinkSchema = z.object({ id: text, title: text })
export type PostLink = z.infer<typeof postLinkSchema>

const checkInSchema = z.object({
  id: text.describe('Of the project; `project` may name a former id'),
  title: text,
  amount: z.number().nullable().describe("Or the project's `each`; null without a goal"),
  unit: text.nullable(),
})

export const postSummarySchema = z
  .object({
    id: text,
    type: z.enum(POST_TYPES),
    title: text,
    html: text.exactOptional().describe('In summaries only for short posts'),
    excerpt: text.describe('Plain text of 150 characters'),
    preview: text.describe('Plain text of 200 characters'),
    preview_cut: z.boolean().describe('Whether the preview left something out'),
    description: text.describe("160 characters, or the author's own"),
    url: text.nullable(),
    image_url: text.describe('Address on this site; empty without one'),
    image_alt: text,
    featured: z.boolean(),
    draft: z.boolean(),
    tags: z.array(tagSchema),
    created_at: instant,
    updated_at: instant,
    day: day.describe("The day it counts for, in the site's zone"),
    word_count: count,
    reading_minutes: count,
    lang: text.exactOptional().describe('Language of the text, if not that of the site'),
    project: text.nullable().describe('The project that it is evidence for'),
    amount: z.number().nullable().describe('What it counts for the project'),
    check_in: checkInSchema.nullable().describe('Null without `project`, or one that exists'),
    logged: loggedSchema,
    revision: text.describe('Git blob id of the file'),
  })
  .meta({ id: 'PostSummary' })
export type PostSummary = z.infer<typeof postSummarySchema>

export const postSchema = postSummarySchema
  .extend({
    content: text.describe('Markdown as stored'),
    html: text,
    syndication: z.array(text).exactOptional().describe('Addresses of copies elsewhere'),
    canonical: text.exactOptional().describe('Address of the original elsewhere'),
    atUri: text.exactOptional().describe('AT-URI of its record'),
  })
  .meta({ id: 'Post' })
export type Post = z.infer<typeof postSchema>

export const searchHitSchema = postSummarySchema
  .extend({ snippet: text.describe('Plain text around the match') })
  .meta({ id: 'SearchHit' })
export type SearchHit = z.infer<typeof searchHitSchema>

export const searchMetaSchema = z
  .object({ similar: z.literal(true) })
  .optional()
  .describe('No post has all words: these match with one letter changed')

export const postListMetaSchema = z.object({
  next_cursor: text.nullable().describe('For `cursor=`, of any list; null at the end'),
  total: count.describe('Posts that match, on all pages'),
  tags: z.array(countedTagSchema).describe('Of the list without `tag=`, most used first'),
  tag: countedTagSchema.exactOptional().describe('The tag of the address'),
})
export type PostListMeta = z.infer<typeof postListMetaSchema>

const postHeadingSchema = z.object({ id: text, text, level: count.describe('2 to 4') })
export type PostHeading = z.infer<typeof postHeadingSchema>

const postEditedSchema = z.object({
  day,
  url: text.nullable().describe('History of the file at the git host'),
})
export type PostEdited = z.infer<typeof postEditedSchema>

export const postMetaSchema = z.object({
  previous: postLinkSchema.nullable().describe('The next older public post'),
  next: postLinkSchema.nullable(),
  edited: postEditedSchema.nullable().describe('Null for a post that was not edited later'),
  image: z
    .object({ width: count, height: count, bytes: count })
    .nullable()
    .describe('Of the image; null without one, or while its file is missing'),
  contents: z.array(postHeadingSchema).describe('Of an essay with at least three'),
})
export type PostMeta = z.infer<typeof postMetaSchema>

/** Meta of a post behind a preview link; it has no neighbours. */
export const previewMetaSchema = postMetaSchema.extend({ expires_at: instant })

const weeklySchema = z.object({
  target: count,
  this_week: count.describe('Posts since Monday'),
  weeks_kept: count.describe('Weeks in a row that reached the target'),
  longest: count.describe('Most weeks in a row'),
})
export type Weekly = z.infer<typeof weeklySchema>

export const streakSchema = z
  .object({
    current_streak: count,
    longest_streak: count,
    this_week: count.describe('Posts of the last 7 days, today among them'),
    this_month: count.describe('Posts of the last 30 days'),
    total_posts: count,
    failure_days: count.describe('Days without a post, except rest days and breaks'),
    posted_today: z.boolean(),
    weekly: weeklySchema.nullable().describe('Null without a weekly target'),
    counted_days: count.describe('Of the last 14 days, those with a post'),
    on_time_days: count.exactOptional().describe('Absent while the history is not read'),
    today: day,
    time_zone: text,
  })
  .meta({ id: 'Streak' })
export type Streak = z.infer<typeof streakSchema>

export const heatmapDaySchema = z.object({
  date: day,
  count,
  ids: z.array(text),
  late: count.exactOptional().describe('Absent while the history is not read'),
  days_late: count.exactOptional().describe('Of the post logged last; absent without a late one'),
  break: z.literal(true).exactOptional().describe('On days of a break that holds'),
  reason: text.exactOptional().describe('Of the break'),
})
export type HeatmapDay = z.infer<typeof heatmapDaySchema>

export const heatmapMetaSchema = z.object({
  titles: z.record(text, text).describe('By id; with `view=titles`'),
})

const projectMoveSchema = z.object({
  from: day,
  to: day,
  at: instant.describe('When it was committed'),
  commit,
  reason: text,
})
export type ProjectMove = z.infer<typeof projectMoveSchema>

/** What a project's file has; each has a row in `content/formats/project-file.ts`. */
const projectFields = z.object({
  title: text,
  due_date: day,
  tags: z.array(text),
  status: projectStatus,
  link: text.describe('Empty when there is none'),
  goal: z.number().nullable(),
  start: z.number(),
  unit: text.nullable(),
  each: z.number().describe('What a post without an amount counts'),
  stake: text.nullable(),
  description: text.nullable().describe('Plain text, paragraphs by blank lines'),
})
export type ProjectFields = Readonly<z.infer<typeof projectFields>>

const progressSchema = z.object({
  done: z.number().describe('`start` and what the posts count'),
  expected: z.number().describe('The line on this day'),
  behind: z.number().describe('How far `done` is short of `expected`; at least 0'),
  posts: count,
})
export type Progress = z.infer<typeof progressSchema>

export const projectSchema = z
  .object({
    id: text,
    ...projectFields.shape,
    moves: z.array(projectMoveSchema).describe('Oldest first'),
    first_due_date: day.nullable().describe('Null while the history is not read'),
    slip_days: z.int().nullable().describe('Due date minus first due date'),
    completed_on: day.nullable().describe('Day of the last commit that completed it'),
    completed_due_date: day.nullable().describe('The due date that it had then'),
    progress: progressSchema.nullable().describe('Null without a goal'),
    evidence: z.array(postLinkSchema).describe('Posts that name it, newest first'),
    revision: text.describe('Git blob id of the file'),
  })
  .meta({ id: 'DeadlineProject' })
export type Project = z.infer<typeof projectSchema>

export const projectsMetaSchema = z.object({ record_begins: day }).optional()

export const ledgerSchema = z
  .object({
    kept_first: count,
    kept_moved: count,
    missed: count,
    given_up: count,
    open: count,
    slip_days_mean: z.number().nullable().describe('Of the projects that moved'),
    slip_days_max: count,
    projects: z.record(z.enum(LEDGER_GROUPS), z.array(text)).describe('Ids, deleted ones too'),
  })
  .meta({ id: 'Ledger' })
export type Ledger = z.infer<typeof ledgerSchema>

export const recordEntrySchema = z
  .object({
    kind: z.enum(RECORD_KINDS),
    day,
    title: text.nullable().describe('Null for `break`'),
    id: text.nullable().describe('Of a post for `posted`, else of a project'),
    commit: commit.nullable(),
    from: text.nullable().describe('A due date, a goal, or the first day of a break'),
    to: text.nullable().describe('The due date that was promised, the goal, or the last day'),
    reason: text.nullable(),
    days_late: count.nullable(),
  })
  .meta({ id: 'RecordEntry', description: 'What does not apply is null.' })
export type RecordEntry = z.infer<typeof recordEntrySchema>

const linePointsSchema = z.array(z.object({ day, value: z.number() }))

export const projectMetaSchema = z.object({
  line: z
    .object({
      expected: linePointsSchema.describe('Its corners, to the later of the day and the due date'),
      done: linePointsSchema.describe('Each day on which it changed, the first commit, the day'),
    })
    .nullable()
    .describe('Null without a goal and before the first commit'),
  record: z.array(recordEntrySchema).describe('Its entries of the record, newest first'),
})
export type ProjectMeta = z.infer<typeof projectMetaSchema>

export const recordMetaSchema = z.object({
  next_cursor: text.nullable(),
  total: count.describe('Entries of these kinds'),
  proof: z
    .object({ authority: text, last_day: day, commit, path: text })
    .exactOptional()
    .describe('The newest time stamp and the last day that it closes; absent without one'),
  gone: z
    .array(text)
    .exactOptional()
    .describe('Ids of projects among them that have no page any more; absent without any'),
})
export type RecordMeta = z.infer<typeof recordMetaSchema>

export const aboutSchema = z.object({
  html: text,
  areas: z.array(z.object({ title: text, items: z.array(z.object({ name: text, color })) })),
})
export type AboutPage = z.infer<typeof aboutSchema>

export const resourcePageSchema = z.object({
  id: text,
  title: text,
  intro: text,
  items: z.array(
    z.object({
      title: text,
      category: text,
      badge: z.enum(RESOURCE_BADGES),
      description: text,
      url: text,
    }),
  ),
})
export type ResourcePage = z.infer<typeof resourcePageSchema>

export const pageSchema = z
  .object({
    id: text,
    title: text,
    description: text,
    html: text,
    content: text.describe('Markdown as stored'),
    revision: text.describe('Git blob id of the file'),
  })
  .meta({ id: 'Page' })

const menuLink = z.object({
  label: text,
  path: text.exactOptional().describe('Of this site, as /now'),
  url: text.exactOptional(),
})

const breakSchema = z.object({ from: day, to: day, reason: text.nullable() })
export type Break = z.infer<typeof breakSchema>

export const siteSchema = z.object({
  brand: text.describe('Short, as G.A.P.'),
  title: text,
  description: text,
  author: z.object({
    name: text,
    url: text.nullable(),
    fediverse: text.exactOptional(),
    email: text.exactOptional().describe('Where replies go; absent without `replies: mail`'),
    image: text.exactOptional(),
  }),
  language: text,
  time_zone: text.describe('The zone in which days are counted'),
  footer: z.array(z.object({ label: text, url: text, me: z.literal(true).exactOptional() })),
  math: z.boolean().describe('Whether `$…$` in texts is a formula'),
  streak: z.enum(STREAK_RULES).describe('Whether posts logged late carry the streak'),
  rest_days: z.array(z.enum(WEEKDAY_NAMES)).describe('Days of the week that may go without a post'),
  breaks: z
    .array(breakSchema)
    .exactOptional()
    .describe('As declared, in time or not; absent without any'),
  remind: z
    .object({ at: text, deadlines: z.array(count) })
    .nullable()
    .exactOptional()
    .describe('When the owner is reminded; null for never, absent for the defaults'),
  weekly_target: count.exactOptional().describe('Posts that a week needs'),
  repository: text.nullable().describe('Web page of the repository'),
  accent: text.exactOptional().describe('Six hex digits after `#`, as the author has it'),
  webmention: text.exactOptional().describe('Endpoint that takes webmentions'),
  bridge: text.exactOptional().describe('Bridge to the fediverse'),
  standard_site: text.exactOptional().describe('AT-URI of the publication'),
  menu: z
    .array(menuLink.extend({ items: z.array(menuLink).exactOptional() }))
    .exactOptional()
    .describe('Absent: the built-in menus'),
})
export type Site = z.infer<typeof siteSchema>

export type PostAnswer = Answer<Post, PostMeta>
/** If the post has been published meanwhile, the public answer. */
export type PreviewAnswer = Answer<Post, z.infer<typeof previewMetaSchema> | PostMeta>
export type PostListAnswer = Answer<PostSummary[], PostListMeta>
export type TagsAnswer = Answer<CountedTag[]>
export type StreakAnswer = Answer<Streak>
export type HeatmapAnswer = Answer<HeatmapDay[], z.infer<typeof heatmapMetaSchema>>
export type ProjectsAnswer = Answer<Project[], z.infer<typeof projectsMetaSchema>>
export type ProjectAnswer = Answer<Project, ProjectMeta>
/** Null until the history has been read. */
export type LedgerAnswer = Answer<Ledger | null>
export type RecordAnswer = Answer<RecordEntry[], RecordMeta>
export type SearchAnswer = Answer<SearchHit[], z.infer<typeof searchMetaSchema>>
export type AboutAnswer = Answer<AboutPage>
export type ResourcePageAnswer = Answer<ResourcePage>
export type PageAnswer = Answer<z.infer<typeof pageSchema>>
