/** Feeds that a reader program finds in a page: those of the site, and those of the list it shows. */
import { type FeedFilter, feedName, feedSearch } from '#domain/feed-filter.ts'
import type { PostType } from '#domain/post.ts'
import { listAddressOf } from '../../client/data/list-address.ts'
import type { HeadInput } from '../../client/start/head.ts'
import type { PageName } from '../../client/start/page-table.ts'

/** A `<link rel="alternate">`. */
export interface FeedLink {
  type: string
  title: string
  href: string
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

interface PageInput extends HeadInput {
  search: URLSearchParams
}

/** The links of a page, the site's first. */
export function feedLinksOf(input: PageInput): FeedLink[] {
  const filters = [{ type: null, tags: [] }, ...listFilter(input)]
  const links = filters.flatMap((filter) => feedLinks(filter, input))
  return input.page.name === 'record' ? [...links, recordLink(input)] : links
}

function recordLink({ site, siteUrl }: HeadInput): FeedLink {
  return {
    type: 'application/atom+xml',
    title: `${site.brand}: Record (Atom)`,
    href: `${siteUrl}/record.xml`,
  }
}

/** Which posts the page's list has; nothing where it has all, or no list. */
function listFilter({ page, search }: PageInput): FeedFilter[] {
  const type = LIST_TYPES[page.name]
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
