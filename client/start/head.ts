/**
 * The words of a document's head, for every screen. Pure: the server writes all of it into the html
 * (server/web/render-head.ts), the browser applies title, canonical and robots on moves.
 */
import type {
  Answer,
  PostAnswer,
  PreviewAnswer,
  ResourcePageAnswer,
} from '#domain/answers/public-answers.ts'
import type { Post } from '#domain/post.ts'
import type { Site } from '#domain/site.ts'
import { postQuery, previewQuery, resourceQuery } from './page-queries.ts'
import type { PageName } from './page-table.ts'

export interface Head {
  /** `<heading> | G.A.P.` */
  title: string
  /** Absolute, without the query; null on pages that have no address of their own. */
  canonical: string | null
  /** Null where robots are welcome. */
  robots: string | null
  /** The post of an article page. */
  post: Post | null
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
}

/** Headings of the pages whose words do not depend on content. */
const HEADINGS: Record<Exclude<PageName, 'post' | 'preview' | 'resources'>, string> = {
  home: 'Blog',
  essays: 'Essays',
  'short-posts': 'Short Posts',
  about: 'About',
  stats: 'Stats',
  projects: 'Current Projects',
  record: 'The Record',
  search: 'Search',
  admin: 'Admin Access',
  'admin-blog': 'Blog Admin Access',
  'admin-projects': 'Projects Admin Access',
  'admin-activity': 'Activity',
  'admin-files': 'Files',
  'not-found': 'Oops! Page not found',
}

const MISSING_POST = 'Post not found'

/** The head of a page, made of its answers. */
export function headOf(input: HeadInput): Head {
  const { page, site, siteUrl, path } = input
  const post = page === 'post' ? answeredPost(input) : null
  const heading = headingOf(input, post)
  const missing = page === 'not-found' || heading === MISSING_POST
  const isPrivate = page.startsWith('admin') || page === 'preview'
  const hidden = missing || isPrivate || page === 'search'
  return {
    title: `${heading} | ${site.brand}`,
    canonical: missing || isPrivate ? null : siteUrl + path,
    robots: hidden ? 'noindex' : null,
    post,
  }
}

// The path decides the shape of an answer (server/domain/answers/public-answers.ts).
const answeredPost = ({ answer, params }: HeadInput) =>
  (answer(postQuery(params.postId ?? '')) as PostAnswer | undefined)?.data ?? null

function headingOf({ page, params, answer }: HeadInput, post: Post | null): string {
  if (page === 'post') return post?.title ?? MISSING_POST
  if (page === 'preview') {
    const draft = (answer(previewQuery(params.token ?? '')) as PreviewAnswer | undefined)?.data
    return draft?.title ?? 'Preview'
  }
  if (page === 'resources') {
    const shown = (answer(resourceQuery(params.page ?? '')) as ResourcePageAnswer | undefined)?.data
    return shown?.title ?? 'Resources'
  }
  return HEADINGS[page]
}
