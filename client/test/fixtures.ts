/** Answers for tests of screens, as the server would give them; "today" is 2026-11-20, a Friday. */
import type { Answer, PostListMeta } from '#domain/answers/public-answers.ts'
import type { Streak } from '#domain/days/streak.ts'
import type { Post, PostSummary } from '#domain/post.ts'
import type { Project } from '#domain/project.ts'
import type { Site } from '#domain/site.ts'
import type { CountedTag } from '#domain/tag.ts'
import { emptyParts, plainPostFields } from '../../server/test/test-records.ts'
import type { InitialData, QueryFailure } from '../start/initial-data.ts'
import { matchPage } from '../start/page-table.ts'
import { renderApp } from '../start/render-app.tsx'

export const TODAY = '2026-11-20'

export const SITE: Site = {
  ...emptyParts().site,
  author: { name: 'Ada', url: null },
  time_zone: 'Europe/Berlin',
  footer: [{ label: 'All links', url: 'https://links.example/' }],
}

export const WRITING: CountedTag = { id: 'writing', name: 'Writing', color: 'tag-rose', count: 2 }

/** A post with everything that is not named set to something plain. */
export function postOf(part: Partial<Post> = {}): Post {
  const { aliases: _, ...plain } = plainPostFields('shipping')
  return {
    ...plain,
    id: 'shipping',
    type: 'essay',
    title: 'Shipping in public',
    content: '',
    html: '<p>Full text</p>',
    excerpt: 'An excerpt…',
    preview: 'A preview…',
    preview_cut: true,
    description: 'A description',
    image_url: '',
    tags: [WRITING],
    created_at: '2026-11-19T09:30:00+01:00',
    updated_at: '2026-11-19T09:30:00+01:00',
    day: '2026-11-19',
    word_count: 812,
    reading_minutes: 5,
    logged: { state: 'on_time', day: '2026-11-19', days_late: 0, commit: 'c'.repeat(40) },
    revision: 'a'.repeat(40),
    ...part,
  }
}

/** A project that is due in ten days. */
export function projectOf(part: Partial<Project> = {}): Project {
  return {
    id: 'ship-v1',
    title: 'Ship v1',
    due_date: '2026-11-30',
    tags: ['Writing'],
    status: 'In Progress',
    link: '',
    moves: [],
    first_due_date: '2026-11-30',
    slip_days: 0,
    completed_on: null,
    completed_due_date: null,
    evidence: [],
    revision: 'b'.repeat(40),
    ...part,
  }
}

export const STREAK: Streak = {
  current_streak: 3,
  longest_streak: 12,
  this_week: 4,
  this_month: 11,
  total_posts: 240,
  failure_days: 19,
  posted_today: true,
  counted_days: 13,
  on_time_days: 12,
  today: TODAY,
  time_zone: 'Europe/Berlin',
}

/** A list as an answer; `meta` says what the list has beside these posts. */
export function listOf(
  posts: readonly PostSummary[],
  meta: Partial<PostListMeta> = {},
): Answer<PostSummary[], PostListMeta> {
  return {
    data: [...posts],
    meta: {
      next_cursor: null,
      total: posts.length,
      tags: posts.length ? [{ ...WRITING, count: posts.length }] : [],
      ...meta,
    },
  }
}

/** Null: no answer yet. */
type AnswerOf = (path: string) => Answer<unknown, unknown> | QueryFailure | null

/** The initial data of an address: each of its queries answered by `answerOf`. */
export function initialDataOf(address: string, answerOf: AnswerOf): InitialData {
  const siteUrl = 'https://gap.example'
  const { pathname, searchParams: search } = new URL(address, siteUrl)
  const { entry, params } = matchPage(pathname)
  const initial: InitialData = { today: TODAY, site: SITE, siteUrl, answers: {} }
  for (const path of entry.queries({ params, search, today: TODAY })) {
    const answer = answerOf(path)
    if (answer === null) continue
    if ('data' in answer) initial.answers[path] = answer
    else initial.failures = { ...initial.failures, [path]: answer }
  }
  return initial
}

/** The markup of an address. */
export async function screenAt(address: string, answerOf: AnswerOf): Promise<string> {
  const { pathname, search } = new URL(address, 'https://gap.example')
  return renderApp(initialDataOf(address, answerOf), { path: pathname, search })
}

/** Answers by the start of a query path; what is not named is an empty list. */
export function answering(answers: Record<string, Answer<unknown, unknown>>) {
  return (path: string) => {
    const key = Object.keys(answers).find((start) => path.startsWith(start))
    if (key !== undefined) return answers[key] ?? listOf([])
    if (path === '/posts/streak') return { data: STREAK }
    if (path === '/deadlines/ledger') return { data: null }
    if (path.startsWith('/posts/public')) return listOf([])
    return { data: [] }
  }
}

/** The text a visitor reads: no tags, entities resolved. */
function textOf(markup: string): string {
  return markup
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
}

/** What a visitor reads at an address. */
export const textAt = async (address: string, answers: AnswerOf) =>
  textOf(await screenAt(address, answers))
