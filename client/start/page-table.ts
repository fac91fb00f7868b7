/**
 * All pages, one row each, for the server and the browser: path, component, queries and metadata.
 * Safe to import without a DOM.
 */
import type { ComponentType } from 'react'
import type { Day } from '#domain/days/day.ts'
import { heatmapWindow } from '#domain/days/heatmap.ts'
import { RESOURCE_PAGE_IDS, RESOURCE_PAGE_TITLES } from '#domain/site.ts'
import type { PageProps } from '../app-context.ts'
import { listAddressOf, postListQuery } from '../data/list-address.ts'
import { AboutPage } from '../pages/about-page.tsx'
import { HomePage } from '../pages/home-page.tsx'
import { EssaysPage, ShortPostsPage } from '../pages/list-pages.tsx'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { PostPage, PreviewPage } from '../pages/post-page.tsx'
import { ProjectsPage } from '../pages/projects-page.tsx'
import { RecordPage } from '../pages/record-page.tsx'
import { ResourcesPage } from '../pages/resources-page.tsx'
import { SearchPage } from '../pages/search-page.tsx'
import { StatsPage } from '../pages/stats-page.tsx'
import { decoded } from './moves.ts'
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
  searchQuery,
  stripQuery,
  tagShareQueries,
} from './page-queries.ts'

/** Inputs of a page's queries. */
export interface QueryInput {
  params: Readonly<Record<string, string>>
  search: URLSearchParams
  /** Today in the site's zone. */
  today: Day
}

interface PageRow {
  name: string
  /** Segments starting with `:` are parameters. */
  path: string
  /** Null for the panel's pages, which the panel's script provides. */
  component: ComponentType<PageProps> | null
  /** Query paths: API paths without `/api`. */
  queries: (input: QueryInput) => string[]
  title: string
  /** At most 160 characters; default: the site's description. */
  description?: string
  /** Whether title and description of the first answer replace these. */
  isNamedByAnswer?: true
  robots?: 'noindex'
  /** Query parameters that the page reads. */
  parameters?: readonly string[]
  menu?: 'Writing' | 'Resources' | 'About'
  /** Label in menus; default: its title. */
  label?: string
}

const none = () => []

const PUBLIC_PAGES = [
  {
    name: 'home',
    path: '/',
    component: HomePage,
    queries: ({ search, today }) => [
      FEATURED_QUERY,
      ...(['essay', 'short', 'link'] as const).map((type) =>
        postListQuery(type, listAddressOf(search)),
      ),
      '/posts/streak',
      stripQuery(today),
    ],
    title: 'Blog',
    parameters: ['tag', 'after'],
  },
  {
    name: 'essays',
    path: '/essays',
    component: EssaysPage,
    queries: ({ search }) => [postListQuery('essay', listAddressOf(search))],
    title: 'Essays',
    description: 'Longer-form thoughts, newest first.',
    menu: 'Writing',
    parameters: ['tag', 'after'],
  },
  {
    name: 'short-posts',
    path: '/short-posts',
    component: ShortPostsPage,
    queries: ({ search }) => [postListQuery('short', listAddressOf(search))],
    title: 'Short Posts',
    description: 'Short posts in full: notes, progress and things learned, newest first.',
    menu: 'Writing',
    parameters: ['tag', 'after'],
  },
  {
    name: 'about',
    path: '/about',
    component: AboutPage,
    queries: () => ['/about', ...tagShareQueries],
    title: 'About',
    description: 'Why this is public, how the streak counter works, and the areas being explored.',
    menu: 'About',
  },
  {
    name: 'stats',
    path: '/stats',
    component: StatsPage,
    queries: ({ search, today }) => [
      '/deadline-projects',
      '/posts/streak',
      stripQuery(today),
      heatmapQuery(heatmapWindow(heatmapRangeOf(search), today)),
      ...tagShareQueries,
      LEDGER_QUERY,
    ],
    title: 'Stats',
    description:
      'The posting streak, posts by sub-vertical, a heatmap of posting days and project figures.',
    menu: 'About',
    parameters: ['range'],
  },
  {
    name: 'projects',
    path: '/projects',
    component: ProjectsPage,
    queries: ({ search }) => [
      projectsQuery(search.get('at')),
      ...(ledgerGroupOf(search) === null ? [] : [LEDGER_QUERY]),
      '/posts/tags',
    ],
    title: 'Current Projects',
    description: 'Current and completed projects with their deadlines and countdowns.',
    parameters: ['tag', 'active', 'completed', 'at', 'ledger'],
  },
  {
    name: 'record',
    path: '/record',
    component: RecordPage,
    queries: ({ search }) => [recordQuery(recordKindsOf(search), listAddressOf(search).after)],
    title: 'The Record',
    description:
      'What was promised and what was done, newest first, each with the commit that shows it.',
    parameters: ['kind', 'after'],
  },
  {
    name: 'post',
    path: '/post/:postId',
    component: PostPage,
    queries: ({ params }) => [postQuery(params.postId ?? '')],
    title: 'Post not found',
    isNamedByAnswer: true,
  },
  {
    name: 'preview',
    path: '/preview/:token',
    component: PreviewPage,
    queries: ({ params }) => [previewQuery(params.token ?? '')],
    title: 'Preview',
    isNamedByAnswer: true,
    robots: 'noindex',
  },
  ...RESOURCE_PAGE_IDS.map((id) => ({
    name: 'resources' as const,
    path: `/resources/${id}`,
    component: ResourcesPage,
    queries: () => [`/resources/${id}`],
    title: 'Resources',
    isNamedByAnswer: true as const,
    menu: 'Resources' as const,
    label: RESOURCE_PAGE_TITLES[id],
  })),
  {
    name: 'search',
    path: '/search',
    component: SearchPage,
    queries: ({ search }) => {
      const q = search.get('q')?.trim()
      return q ? [searchQuery(q)] : []
    },
    title: 'Search',
    description: 'Search all posts.',
    robots: 'noindex',
    parameters: ['q'],
  },
] as const satisfies readonly PageRow[]

const adminPage = <Name extends string>(name: Name, path: string, title: string) =>
  ({ name, path, title, component: null, queries: none, robots: 'noindex' }) as const

const ADMIN_PAGES = [
  adminPage('admin', '/admin', 'Admin Access'),
  adminPage('admin-blog', '/admin/blog', 'Blog Admin Access'),
  adminPage('admin-projects', '/admin/projects', 'Projects Admin Access'),
  adminPage('admin-activity', '/admin/activity', 'Activity'),
  adminPage('admin-files', '/admin/files', 'Files'),
]

const NOT_FOUND = {
  name: 'not-found',
  path: '*',
  component: NotFoundPage,
  queries: none,
  title: 'Oops! Page not found',
  robots: 'noindex',
} as const satisfies PageRow

export type PageName =
  | (typeof PUBLIC_PAGES | typeof ADMIN_PAGES)[number]['name']
  | (typeof NOT_FOUND)['name']

export interface Page extends PageRow {
  name: PageName
}

export const PAGES: readonly Page[] = [...PUBLIC_PAGES, ...ADMIN_PAGES]

export interface PageMatch {
  page: Page
  params: Record<string, string>
}

/**
 * The page of a percent-encoded pathname, or the 404 page. wouter's patterns are not used: they
 * ignore case and a trailing slash, which are different addresses on the server.
 */
export function matchPage(pathname: string): PageMatch {
  for (const page of PAGES) {
    const pattern = page.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')
    const match = new RegExp(`^${pattern}$`).exec(pathname)
    const params = Object.entries(match?.groups ?? {}).map(([key, part]) => [key, decoded(part)])
    const isValid = params.every(([, value]) => value !== null)
    if (match && isValid) return { page, params: Object.fromEntries(params) }
  }
  return { page: NOT_FOUND, params: {} }
}
