/**
 * The address of a list, its chosen tags (`?tag=a&tag=b`) and cursor (`?after=<cursor>`), and the
 * query paths of the screens. Used by screens, server and tests.
 */
import { addDays, type Day } from '#domain/days/day.ts'
import { HEATMAP_RANGES, type HeatmapRange } from '#domain/days/heatmap.ts'
import { LIST_PAGE_SIZE, type PostType } from '#domain/post.ts'
import { RECORD_KINDS, type RecordKind } from '#domain/record/record-entry.ts'
import { tagKey } from '#domain/tag.ts'

export interface ListAddress {
  /** Names as chosen, without duplicates. */
  tags: readonly string[]
  after: string | null
}

const TAGS_CHOSEN_MAX = 30

/** Reads a list's address from the page's query. */
export function listAddressOf(search: URLSearchParams): ListAddress {
  const tags = new Map<string, string>()
  for (const name of search.getAll('tag').slice(0, TAGS_CHOSEN_MAX)) {
    if (name.trim() && !tags.has(tagKey(name))) tags.set(tagKey(name), name.trim())
  }
  return { tags: [...tags.values()], after: search.get('after') || null }
}

/** Appends the list's address to `path`, which may already have a query. */
export function hrefOf(path: string, { tags, after }: ListAddress): string {
  const search = new URLSearchParams(tags.map((tag) => ['tag', tag]))
  if (after) search.set('after', after)
  const text = search.toString()
  return text ? `${path}${path.includes('?') ? '&' : '?'}${text}` : path
}

/** Whether the tag is chosen, ignoring case. */
export function isChosen(tags: readonly string[], name: string): boolean {
  return tags.some((tag) => tagKey(tag) === tagKey(name))
}

/** Adds a tag to the chosen ones, or removes it. */
export function toggleTag(tags: readonly string[], name: string): string[] {
  return isChosen(tags, name) ? tags.filter((tag) => tagKey(tag) !== tagKey(name)) : [...tags, name]
}

/** The query path for the list of a type at an address. */
export const postListQuery = (type: PostType, address: ListAddress, limit?: number): string =>
  listQuery(`/posts/public/${type}`, address, limit)

/** The query path for the posts with a tag. */
export const tagListQuery = (id: string, address: ListAddress): string =>
  listQuery(`/tags/${encodeURIComponent(id)}`, address)

function listQuery(path: string, { tags, after }: ListAddress, limit = LIST_PAGE_SIZE): string {
  return partQuery(path, limit, [['view', 'summary'], ...tags.map((tag) => ['tag', tag])], after)
}

/** The query path of a part of a list. */
function partQuery(path: string, limit: number, filters: string[][], after: string | null): string {
  const search = new URLSearchParams([['limit', String(limit)], ...filters])
  if (after) search.set('cursor', after)
  return `${path}?${search}`
}

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
  partQuery(`${projectQuery(id)}/posts`, LIST_PAGE_SIZE, [], after)
/** A part of the record. */
export const recordQuery = (kinds: readonly RecordKind[], after: string | null) =>
  partQuery(
    '/record',
    RECORD_PAGE_SIZE,
    kinds.map((kind) => ['kind', kind]),
    after,
  )
export const FEATURED_QUERY = '/posts/featured?view=summary'

/** The kinds that `?kind=` names, in canonical order. */
export function recordKindsOf(search: URLSearchParams): RecordKind[] {
  return RECORD_KINDS.filter((kind) => search.getAll('kind').includes(kind))
}

/** The range that `?range=` names; default: the recent months. */
export function heatmapRangeOf(search: URLSearchParams): HeatmapRange {
  return HEATMAP_RANGES.find((range) => range === search.get('range')) ?? 'recent'
}
