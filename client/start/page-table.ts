/**
 * Every screen: its path, its component and the queries it needs, once for server and browser.
 * Safe to import without a DOM.
 */
import type { ComponentType } from 'react'
import type { Day } from '#domain/days/day.ts'
import { heatmapWindow } from '#domain/days/heatmap.ts'
import { RESOURCE_PAGE_IDS } from '#domain/site.ts'
import type { PageProps } from '../app-context.ts'
import { listAddressOf, postListQuery } from '../data/list-address.ts'
import { HomePage } from '../pages/home-page.tsx'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import {
  FEATURED_QUERY,
  heatmapQuery,
  heatmapRangeOf,
  LEDGER_QUERY,
  ledgerGroupOf,
  postQuery,
  previewQuery,
  projectsQuery,
  recordKindsOf,
  recordQuery,
  resourceQuery,
  searchQuery,
  stripQuery,
  tagShareQueries,
} from './page-queries.ts'

export type PageName =
  | 'home'
  | 'essays'
  | 'short-posts'
  | 'about'
  | 'stats'
  | 'projects'
  | 'record'
  | 'post'
  | 'preview'
  | 'resources'
  | 'search'
  | 'admin'
  | 'admin-blog'
  | 'admin-projects'
  | 'admin-activity'
  | 'admin-files'
  | 'not-found'

/** What a page's queries depend on. */
interface PagePlace {
  params: Readonly<Record<string, string>>
  search: URLSearchParams
  /** Today in the site's zone. */
  today: Day
}

interface PageEntry {
  name: PageName
  /** Segments starting with `:` are parameters. */
  path: string
  /** Whether the parameters name something that there can be; absent: all do. */
  accepts?: (params: Readonly<Record<string, string>>) => boolean
  /** Null for pages that are no part of what all load: the admin's, and `OWN_SCRIPT_PAGES`. */
  page: ComponentType<PageProps> | null
  /** Query paths: API paths without `/api`. */
  queries: (place: PagePlace) => string[]
}

export interface PageMatch {
  entry: PageEntry
  params: Record<string, string>
}

const none = () => []
const lists = ['essay', 'short', 'link'] as const

/** A group of the ledger is picked from the projects of now. */
function boardQueries(search: URLSearchParams): string[] {
  const at = search.get('at')
  if (at !== null) return [projectsQuery(at)]
  return ledgerGroupOf(search) === null
    ? [projectsQuery(null)]
    : [projectsQuery(null), LEDGER_QUERY]
}

const NOT_FOUND: PageEntry = {
  name: 'not-found',
  path: '*',
  page: NotFoundPage,
  queries: none,
}

export const PAGES: readonly PageEntry[] = [
  {
    name: 'home',
    path: '/',
    page: HomePage,
    queries: ({ search, today }) => [
      FEATURED_QUERY,
      ...lists.map((type) => postListQuery(type, listAddressOf(search))),
      '/posts/streak',
      stripQuery(today),
    ],
  },
  {
    name: 'essays',
    path: '/essays',
    page: null,
    queries: ({ search }) => [postListQuery('essay', listAddressOf(search))],
  },
  {
    name: 'short-posts',
    path: '/short-posts',
    page: null,
    queries: ({ search }) => [postListQuery('short', listAddressOf(search))],
  },
  {
    name: 'about',
    path: '/about',
    page: null,
    queries: () => ['/about', ...tagShareQueries],
  },
  {
    name: 'stats',
    path: '/stats',
    page: null,
    queries: ({ search, today }) => [
      '/deadline-projects',
      '/posts/streak',
      stripQuery(today),
      heatmapQuery(heatmapWindow(heatmapRangeOf(search), today)),
      ...tagShareQueries,
      LEDGER_QUERY,
    ],
  },
  {
    name: 'projects',
    path: '/projects',
    page: null,
    queries: ({ search }) => [...boardQueries(search), '/posts/tags'],
  },
  {
    name: 'record',
    path: '/record',
    page: null,
    queries: ({ search }) => [recordQuery(recordKindsOf(search), listAddressOf(search).after)],
  },
  {
    name: 'post',
    path: '/post/:postId',
    page: null,
    queries: ({ params }) => [postQuery(params.postId ?? '')],
  },
  {
    name: 'preview',
    path: '/preview/:token',
    page: null,
    queries: ({ params }) => [previewQuery(params.token ?? '')],
  },
  {
    name: 'resources',
    path: '/resources/:page',
    accepts: ({ page }) => RESOURCE_PAGE_IDS.some((id) => id === page),
    page: null,
    queries: ({ params }) => [resourceQuery(params.page ?? '')],
  },
  {
    name: 'search',
    path: '/search',
    page: null,
    queries: ({ search }) => {
      const q = search.get('q')?.trim()
      return q ? [searchQuery(q)] : []
    },
  },
  { name: 'admin', path: '/admin', page: null, queries: none },
  { name: 'admin-blog', path: '/admin/blog', page: null, queries: none },
  { name: 'admin-projects', path: '/admin/projects', page: null, queries: none },
  { name: 'admin-activity', path: '/admin/activity', page: null, queries: none },
  { name: 'admin-files', path: '/admin/files', page: null, queries: none },
]

/** Whether a pathname is the admin's. */
export const isAdminPath = (pathname: string) => /^\/admin(\/|$)/.test(pathname)

/** The page of a pathname as the browser gives it (still percent-encoded); else the 404 page. */
export function matchPage(pathname: string): PageMatch {
  for (const entry of PAGES) {
    const params = matchPath(entry.path, pathname)
    if (params !== null && (entry.accepts?.(params) ?? true)) return { entry, params }
  }
  return { entry: NOT_FOUND, params: {} }
}

function matchPath(pattern: string, pathname: string): Record<string, string> | null {
  const names = pattern.split('/')
  const parts = pathname.split('/')
  if (names.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? ''
    if (!name.startsWith(':')) {
      if (name !== part) return null
      continue
    }
    const value = decoded(part)
    if (!value) return null
    params[name.slice(1)] = value
  }
  return params
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
