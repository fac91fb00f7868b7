/** Records for tests, whole from a few fields, and snapshots of them; no files behind them. */
import { dateAt } from '#domain/days/post-date.ts'
import { DEFAULT_TAG_COLOR, type Tag, tagId } from '#domain/tag.ts'
import { DEFAULT_PAGES } from '../content/formats/page-file.ts'
import type { RecordOf } from '../content/formats/parse-content.ts'
import { POSTS } from '../content/formats/post-fields.ts'
import { defaultSite } from '../content/formats/site-file.ts'
import {
  type ContentHistoryFacts,
  NO_HISTORY,
  snapshotOf,
} from '../content/index/build-snapshot.ts'
import type { PlainTexts, PostRecord, ProjectRecord, Snapshot } from '../content/records.ts'
import type { PostText, QueryContext } from '../queries/query-context.ts'

/** A public essay of 2026-01-01 unless the fields say otherwise. */
export function postRecord(fields: Partial<PostRecord> & { id: string }): PostRecord {
  const instant = fields.instant ?? Date.parse('2026-01-01T12:00:00Z')
  const iso = new Date(instant).toISOString()
  return {
    ...plainPostFields(fields.id),
    path: `posts/${fields.id}.md`,
    revision: `revision of ${fields.id}`,
    type: 'essay',
    title: fields.id,
    content: `Text of ${fields.id}.`,
    instant,
    created_at: iso,
    updated_at: iso,
    day: iso.slice(0, 10),
    isDateless: false,
    wordCount: async () => 3,
    summary: () => summaryOf(`Text of ${fields.id}.`),
    ...fields,
  }
}

/** Plain texts that are all the same. */
export function summaryOf(text: string): PlainTexts {
  return { excerpt: text, preview: text, preview_cut: false, description: text }
}

/** What a post has whose front matter says nothing. */
export function plainPostFields(id: string) {
  const source = { data: {}, yaml: '', id, timeZone: 'UTC', fallbackDate: 0, faults: [] }
  const { date: _, updated: __, ...plain } = POSTS.read(source)
  return plain
}

export const NO_GOAL = { goal: null, start: 0, unit: null, each: 0, stake: null, description: null }

export function projectRecord(fields: Partial<ProjectRecord> & { id: string }): ProjectRecord {
  return {
    path: `projects/${fields.id}.yaml`,
    revision: `revision of ${fields.id}`,
    title: fields.id,
    due_date: '2026-12-31',
    tags: [],
    status: 'Not Started',
    link: '',
    ...NO_GOAL,
    ...fields,
  }
}

export function tag(name: string, color: Tag['color'] = DEFAULT_TAG_COLOR): Tag {
  return { id: tagId(name), name, color }
}

const AUTHOR = { name: '', url: null }
export const EMPTY_SITE = { ...defaultSite('UTC'), description: '', author: AUTHOR }

export const FIXTURE_NOW = Date.parse('2026-11-20T12:00:00Z')
export const FIXTURE_TODAY = '2026-11-20'
const ZONE = 'Europe/Berlin'

/** An essay published an hour before `FIXTURE_NOW` unless the fields say otherwise. */
export function fixturePost(fields: Partial<PostRecord> & { id: string }): PostRecord {
  const { instant, iso, day } = dateAt(fields.instant ?? FIXTURE_NOW - 3_600_000, ZONE)
  return postRecord({ created_at: iso, updated_at: iso, day, ...fields, instant })
}

interface FixtureParts extends ContentHistoryFacts, Pick<Snapshot, 'site' | 'covers'> {
  projects: readonly ProjectRecord[]
  listedTags: readonly Tag[]
}

/** A snapshot of these posts as of `FIXTURE_NOW`; one resource page has a file. */
export function fixtureSnapshot(
  posts: readonly PostRecord[],
  more: Partial<FixtureParts> = {},
): Snapshot {
  const { site = { ...EMPTY_SITE, time_zone: ZONE }, covers = [], ...others } = more
  const { projects = [], listedTags = [], ...history } = others
  const list = DEFAULT_PAGES.filter(({ id }) => id === 'learning-ai')
  const records: { [Kind in keyof RecordOf]: RecordOf[Kind][] } = {
    ...{ post: [...posts], project: [...projects], tags: [listedTags], site: [site] },
    ...{ page: [], icon: [], style: [], proof: [] },
    list: list.map((page) => ({ ...page, revision: 'revision of learning-ai' })),
  }
  return snapshotOf(
    {
      zone: () => site.time_zone,
      recordsOf: (kind) => records[kind].slice(),
      covers: { all: () => new Map(covers) },
    },
    {
      ...{ version: 1, now: FIXTURE_NOW, proof: null, problems: [] },
      history: { ...NO_HISTORY, ...history },
    },
  )
}

/** A rendered text without headings. */
export const postText = (html: string): PostText => ({ html, portable: html, headings: [] })

/** What queries work with, over a snapshot. */
export function fixtureContext(snapshot: Snapshot, more: Partial<QueryContext> = {}): QueryContext {
  return {
    ...{ id: 1, snapshot, today: FIXTURE_TODAY, now: FIXTURE_NOW, siteUrl: 'https://gap.example' },
    hasFallbacks: () => false,
    text: async (post) => postText(`<p>${post.content}</p>`),
    pageHtml: async () => '<p>About</p>',
    search: async () => ({ hits: [], similar: false }),
    ...more,
  }
}
