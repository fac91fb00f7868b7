/**
 * Query paths of the screens. Separate from page-table.ts, which imports the screens, to avoid an
 * import cycle.
 */
import { addDays, type Day } from '#domain/days/day.ts'
import { HEATMAP_RANGES, type HeatmapRange } from '#domain/days/heatmap.ts'
import { LIST_PAGE_SIZE } from '#domain/post.ts'
import { RECORD_KINDS, type RecordKind } from '#domain/record/record-entry.ts'
import { postListQuery } from '../data/list-address.ts'

/** Number of days in the streak panel's strip. */
export const STREAK_STRIP_DAYS = 14
/** Entries of the record in one part. */
const RECORD_PAGE_SIZE = 50
/** Hits on the search page. */
const SEARCH_LIMIT = 50

/** Also the path of a save: `by-id` accepts every id, even a reserved word. */
export const postQuery = (id: string) => `/posts/by-id/${encodeURIComponent(id)}`
/** Address of the page of all unknown posts: no id contains a slash. */
export const UNKNOWN_POST_PATH = '/post/%2F'
export const pageQuery = (id: string) => `/pages/${encodeURIComponent(id)}`
export const resourcesQuery = (id: string) => `/resources/${encodeURIComponent(id)}`
export const previewQuery = (token: string) => `/preview/${encodeURIComponent(token)}`
export const searchQuery = (q: string) =>
  `/search?${new URLSearchParams({ q, limit: String(SEARCH_LIMIT) })}`
const heatmapQuery = ({ from, to }: { from: Day; to: Day }) =>
  `/posts/heatmap?from=${from}&to=${to}`
/** The heatmap of a chart, with the titles of its posts. */
export const chartQuery = (range: { from: Day; to: Day }) => `${heatmapQuery(range)}&view=titles`
/** The heatmap of the streak panel's strip. */
export const stripQuery = (today: Day) =>
  heatmapQuery({ from: addDays(today, 1 - STREAK_STRIP_DAYS), to: today })
/** Queries for totals and tag counts only. */
export const essayTotalsQuery = postListQuery('essay', { tags: [], after: null }, 1)
export const shortTotalsQuery = postListQuery('short', { tags: [], after: null }, 1)
export const tagShareQueries = ['/posts/tags', essayTotalsQuery, shortTotalsQuery]
export const LEDGER_QUERY = '/deadlines/ledger'
export const PROJECTS_QUERY = '/deadline-projects'
/** The current projects, or those at the end of a day. */
export const projectsQuery = (at: string | null) =>
  at === null ? PROJECTS_QUERY : `${PROJECTS_QUERY}?${new URLSearchParams({ at })}`
export const projectQuery = (id: string) => `/deadline-projects/${encodeURIComponent(id)}`
/** A part of the posts that name a project. */
export const projectPostsQuery = (id: string, after: string | null) =>
  `${projectQuery(id)}/posts?${new URLSearchParams([
    ['limit', String(LIST_PAGE_SIZE)],
    ...(after === null ? [] : [['cursor', after]]),
  ])}`
/** A part of the record. */
export const recordQuery = (kinds: readonly RecordKind[], after: string | null) =>
  `/record?${new URLSearchParams([
    ['limit', String(RECORD_PAGE_SIZE)],
    ...kinds.map((kind) => ['kind', kind]),
    ...(after === null ? [] : [['cursor', after]]),
  ])}`
export const FEATURED_QUERY = '/posts/featured?view=summary'

/** The kinds that `?kind=` names, in canonical order. */
export function recordKindsOf(search: URLSearchParams): RecordKind[] {
  return RECORD_KINDS.filter((kind) => search.getAll('kind').includes(kind))
}

/** The range that `?range=` names; default: the recent months. */
export function heatmapRangeOf(search: URLSearchParams): HeatmapRange {
  return HEATMAP_RANGES.find((range) => range === search.get('range')) ?? 'recent'
}
