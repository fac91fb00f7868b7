/**
 * All pages, one row each, for the server and the browser: path, component, queries and metadata.
 * Safe to import without a DOM.
 */
import type { ComponentType } from 'react'
import { isSiteWord, PAGE_PATHS } from '#domain/addresses.ts'
import type { Day } from '#domain/days/day.ts'
import { heatmapWindow } from '#domain/days/heatmap.ts'
import type { PageProps } from '../app-context.ts'
import { HomePage } from '../pages/home-page.tsx'
import { EssaysPage, ShortPostsPage, TagPage } from '../pages/list-pages.tsx'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { PostPage, PreviewPage } from '../pages/post-page.tsx'
import { ProjectPage } from '../pages/project-page.tsx'
import { ProjectsPage } from '../pages/projects-page.tsx'
import { RecordPage } from '../pages/record-page.tsx'
import { ResourcesPage } from '../pages/resources-page.tsx'
import { SearchPage } from '../pages/search-page.tsx'
import { StatsPage } from '../pages/stats-page.tsx'
import { AboutPage, OwnPage } from '../pages/text-pages.tsx'
import { decoded, isAdminPath } from './navigation.ts'
import {
  chartQuery,
  FEATURED_QUERY,
  heatmapRangeOf,
  LEDGER_QUERY,
  listAddressOf,
  pageQuery,
  postListQuery,
  postQuery,
  previewQuery,
  projectPostsQuery,
  projectQuery,
  projectsQuery,
  recordKindsOf,
  recordQuery,
  resourcesQuery,
  searchQuery,
  stripQuery,
  tagListQuery,
  tagShareQueries,
} from './page-queries.ts'

/** Inputs of a page's queries. */
export interface QueryInput extends PageProps {
  /** Today in the site's zone. */
  today: Day
}

interface PageRow {
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
  /** Whether each address of it needs a content file or a tag. */
  isOfContent?: true
  /** Address of the form of its text in the panel. */
  editHref?: (params: QueryInput['params']) => string
}

const none = () => []

const formOf = (path: string) => `/admin/files?edit=${encodeURIComponent(path)}`

const adminPage = (title: string) =>
  ({ title, component: null, queries: none, robots: 'noindex' }) as const

const ROWS: Record<keyof typeof PAGE_PATHS, PageRow> = {
  home: {
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
  essays: {
    component: EssaysPage,
    queries: ({ search }) => [postListQuery('essay', listAddressOf(search))],
    title: 'Essays',
    description: 'Longer-form thoughts, newest first.',
    parameters: ['tag', 'after'],
  },
  'short-posts': {
    component: ShortPostsPage,
    queries: ({ search }) => [postListQuery('short', listAddressOf(search))],
    title: 'Short Posts',
    description: 'Short posts in full: notes, progress and things learned, newest first.',
    parameters: ['tag', 'after'],
  },
  about: {
    component: AboutPage,
    queries: () => ['/about', ...tagShareQueries],
    title: 'About',
    description: 'Why this is public, how the streak counter works, and the areas being explored.',
    editHref: () => formOf('about.md'),
  },
  stats: {
    component: StatsPage,
    queries: ({ search, today }) => [
      '/deadline-projects',
      '/posts/streak',
      stripQuery(today),
      chartQuery(heatmapWindow(heatmapRangeOf(search), today)),
      ...tagShareQueries,
      LEDGER_QUERY,
    ],
    title: 'Stats',
    description:
      'The posting streak, posts by sub-vertical, a heatmap of posting days and project figures.',
    parameters: ['range'],
  },
  projects: {
    component: ProjectsPage,
    queries: ({ search }) => [projectsQuery(search.get('at')), '/posts/tags'],
    title: 'Current Projects',
    description: 'Current and completed projects with their deadlines and countdowns.',
    parameters: ['tag', 'active', 'completed', 'at'],
  },
  project: {
    component: ProjectPage,
    queries: ({ params: { projectId = '' }, search }) => [
      projectQuery(projectId),
      projectPostsQuery(projectId, listAddressOf(search).after),
      '/posts/tags',
    ],
    title: 'Project',
    isNamedByAnswer: true,
    parameters: ['after'],
    isOfContent: true,
    editHref: ({ projectId = '' }) => `/admin/projects?edit=${encodeURIComponent(projectId)}`,
  },
  record: {
    component: RecordPage,
    queries: ({ search }) => [recordQuery(recordKindsOf(search), listAddressOf(search).after)],
    title: 'The Record',
    description:
      'What was promised and what was done, newest first, each with the commit that shows it.',
    parameters: ['kind', 'after'],
  },
  post: {
    component: PostPage,
    queries: ({ params }) => [postQuery(params.postId ?? '')],
    title: 'Post not found',
    isNamedByAnswer: true,
    editHref: ({ postId = '' }) => `/admin/blog?edit=${encodeURIComponent(postId)}`,
  },
  tag: {
    component: TagPage,
    queries: ({ params, search }) => [
      tagListQuery(params.tagId ?? '', { tags: [], after: listAddressOf(search).after }),
    ],
    title: 'Tag',
    isNamedByAnswer: true,
    isOfContent: true,
    parameters: ['after'],
  },
  preview: {
    component: PreviewPage,
    queries: ({ params }) => [previewQuery(params.token ?? '')],
    title: 'Preview',
    isNamedByAnswer: true,
    robots: 'noindex',
  },
  resources: {
    component: ResourcesPage,
    queries: ({ params }) => [resourcesQuery(params.pageId ?? '')],
    title: 'Resources',
    isNamedByAnswer: true,
    isOfContent: true,
    editHref: ({ pageId }) => formOf(`resources/${pageId}.yaml`),
  },
  search: {
    component: SearchPage,
    queries: ({ search }) => {
      const q = search.get('q')?.trim()
      return q ? [searchQuery(q)] : ['/posts/tags']
    },
    title: 'Search',
    description: 'Search all posts.',
    robots: 'noindex',
    parameters: ['q'],
  },
  admin: adminPage('Admin Access'),
  'admin-blog': adminPage('Blog Admin Access'),
  'admin-projects': adminPage('Projects Admin Access'),
  'admin-activity': adminPage('Activity'),
  'admin-files': adminPage('Files'),
}

export type PageName = keyof typeof ROWS | 'own-page' | 'not-found'

export interface Page extends PageRow {
  name: PageName
  /** Segments starting with `:` are parameters. */
  path: string
}

/** The pages with addresses of the site itself. */
export const PAGES = Object.entries(PAGE_PATHS).map(([key, path]): Page => {
  const name = key as keyof typeof PAGE_PATHS // its own keys
  return { name, path, ...ROWS[name] }
})

/** A page of the author, `pages/<id>.md`. */
const OWN_PAGE: Page = {
  name: 'own-page',
  path: '/:pageId',
  component: OwnPage,
  queries: ({ params }) => [pageQuery(params.pageId ?? '')],
  title: 'Page',
  isNamedByAnswer: true,
  isOfContent: true,
  editHref: ({ pageId }) => formOf(`pages/${pageId}.md`),
}

/** The 404 page. */
export const UNKNOWN_PAGE: PageMatch = {
  page: {
    name: 'not-found',
    path: '*',
    component: NotFoundPage,
    queries: none,
    title: 'Oops! Page not found',
    robots: 'noindex',
  },
  params: {},
}

export interface PageMatch {
  page: Page
  params: Record<string, string>
}

/**
 * The page of a percent-encoded pathname, or the 404 page. wouter's patterns are not used: they
 * ignore case and a trailing slash, which are different addresses on the server.
 */
export function matchPage(pathname: string): PageMatch {
  for (const page of [...PAGES, OWN_PAGE]) {
    const pattern = page.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')
    const match = new RegExp(`^${pattern}$`).exec(pathname)
    const parts = Object.entries(match?.groups ?? {})
    const params = parts.map(([key, part]) => [key, decoded(part)?.normalize('NFC')])
    const isValid = params.every(([, value]) => value !== undefined)
    if (!match || !isValid) continue
    const found: PageMatch = { page, params: Object.fromEntries(params) }
    return page === OWN_PAGE && isSiteWord(found.params.pageId ?? '') ? UNKNOWN_PAGE : found
  }
  return UNKNOWN_PAGE
}

/** Whether a path may be a public page: the panel is a separate document, and so is a file. */
export function isPublicPath(pathname: string): boolean {
  return !isAdminPath(pathname) && matchPage(pathname).page.name !== 'not-found'
}
