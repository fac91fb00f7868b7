/**
 * The words of a document's head, for every screen. Pure: the server writes all of it into the html
 * (render-head.ts), the browser applies title, description, canonical and robots on moves.
 */
import type {
  Answer,
  PostAnswer,
  PostChangesAnswer,
  PreviewAnswer,
  ResourcePageAnswer,
} from '#domain/answers/public-answers.ts'
import { type FeedFilter, feedName, feedSearch } from '#domain/feed-filter.ts'
import type { Post, PostType } from '#domain/post.ts'
import type { Site } from '#domain/site.ts'
import { listAddressOf } from '../data/list-address.ts'
import { changesQuery, postQuery, previewQuery, resourceQuery } from './page-queries.ts'
import type { PageName } from './page-table.ts'

export interface Head {
  /** `<heading> | G.A.P.` */
  title: string
  /** At most 160 characters. */
  description: string
  /** Absolute, without the query; null on pages that have no address of their own. */
  canonical: string | null
  /** Null where robots are welcome. */
  robots: string | null
  /** The post of an article page. */
  post: Post | null
  /** Feeds that a reader program finds: those of the site, and those of the list that is shown. */
  feeds: FeedLink[]
}

/** A `<link rel="alternate">`. */
export interface FeedLink {
  type: string
  title: string
  href: string
}

export interface HeadInput {
  page: PageName
  params: Readonly<Record<string, string>>
  /** The answer of a query path, or undefined when it failed or is not there yet. */
  answer: (path: string) => Answer<unknown, unknown> | undefined
  site: Site
  siteUrl: string
  /** The pathname as the browser has it. */
  path: string
  search: URLSearchParams
}

/** Address, type and what it is called. */
const FEEDS = [
  ['/feed.xml', 'application/atom+xml', 'Atom'],
  ['/rss.xml', 'application/rss+xml', 'RSS'],
  ['/feed.json', 'application/feed+json', 'JSON Feed'],
] as const
/** Pages with a list of posts, and its type; the home page has those of every type. */
const LIST_TYPES: Partial<Record<PageName, PostType | null>> = {
  home: null,
  essays: 'essay',
  'short-posts': 'short',
}

/** Headings and descriptions of the pages whose words do not depend on content. */
const WORDS: Record<
  Exclude<PageName, 'post' | 'post-changes' | 'preview' | 'resources'>,
  [heading: string, description: string]
> = {
  home: ['Blog', ''],
  essays: ['Essays', 'Longer-form thoughts, newest first.'],
  'short-posts': [
    'Short Posts',
    'Short posts in full: notes, progress and things learned, newest first.',
  ],
  about: [
    'About',
    'Why this is public, how the streak counter works, and the areas being explored.',
  ],
  stats: [
    'Stats',
    'The posting streak, posts by sub-vertical, a heatmap of posting days and project figures.',
  ],
  projects: [
    'Current Projects',
    'Current and completed projects with their deadlines and countdowns.',
  ],
  search: ['Search', 'Search all posts.'],
  admin: ['Admin Access', ''],
  'admin-blog': ['Blog Admin Access', ''],
  'admin-projects': ['Projects Admin Access', ''],
  'admin-activity': ['Activity', ''],
  'admin-media': ['Media', ''],
  'not-found': ['Oops! Page not found', ''],
}

const MISSING_POST = 'Post not found'

/** The head of a page, made of its answers. */
export function headOf(input: HeadInput): Head {
  const { page, site, siteUrl, path } = input
  const post = page === 'post' ? answeredPost(input) : null
  const [heading, description] = wordsOf(input, post)
  const missing = page === 'not-found' || heading === MISSING_POST
  const isPrivate = page.startsWith('admin') || page === 'preview'
  const hidden = missing || isPrivate || page === 'search' || page === 'post-changes'
  return {
    title: `${heading} | ${site.brand}`,
    description: description || site.description,
    canonical: missing || isPrivate ? null : siteUrl + path,
    robots: hidden ? 'noindex' : null,
    post,
    feeds: [{ type: null, tags: [] }, ...listFilter(input)].flatMap((filter) =>
      feedLinks(filter, input),
    ),
  }
}

/** Which posts the page's list has; nothing where it has all, or no list. */
function listFilter({ page, search }: HeadInput): FeedFilter[] {
  const type = LIST_TYPES[page]
  if (type === undefined) return []
  const { tags } = listAddressOf(search)
  return type === null && tags.length === 0 ? [] : [{ type, tags }]
}

function feedLinks(filter: FeedFilter, { site, siteUrl }: HeadInput): FeedLink[] {
  const title = [site.brand, feedName(filter)].filter(Boolean).join(': ')
  return FEEDS.map(([path, type, name]) => ({
    type,
    title: `${title} (${name})`,
    href: siteUrl + path + feedSearch(filter),
  }))
}

// The path decides the shape of an answer (server/domain/answers/public-answers.ts).
const answeredPost = ({ answer, params }: HeadInput) =>
  (answer(postQuery(params.postId ?? '')) as PostAnswer | undefined)?.data ?? null

function wordsOf(input: HeadInput, post: Post | null): [heading: string, description: string] {
  if (input.page === 'post') {
    return post === null ? [MISSING_POST, ''] : [post.title, post.description]
  }
  if (input.page === 'post-changes') {
    const answer = input.answer(changesQuery(input.params.postId ?? ''))
    const changes = (answer as PostChangesAnswer | undefined)?.data
    return changes ? [`Changes to “${changes.title}”`, ''] : [MISSING_POST, '']
  }
  if (input.page === 'preview') {
    const answer = input.answer(previewQuery(input.params.token ?? ''))
    const draft = (answer as PreviewAnswer | undefined)?.data
    return [draft?.title ?? 'Preview', '']
  }
  if (input.page === 'resources') {
    const answer = input.answer(resourceQuery(input.params.page ?? ''))
    const page = (answer as ResourcePageAnswer | undefined)?.data
    return [page?.title ?? 'Resources', page?.intro ?? '']
  }
  return WORDS[input.page]
}
