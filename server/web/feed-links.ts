/** Feeds that a reader program finds in a page: those of the site, and those of the list it shows. */
import { type FeedFilter, feedName, feedSearch } from '#domain/feed-filter.ts'
import { listOfType, POST_TYPES, type PostType } from '#domain/post.ts'
import { listAddressOf } from '../../client/data/list-address.ts'
import type { HeadInput } from '../../client/start/head.ts'
import { FEEDS } from './feeds/feed-formats.ts'

/** A `<link rel="alternate">`. */
export interface FeedLink {
  type: string
  title: string
  href: string
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
  const isList = (type: PostType) => page.name !== 'home' && listOfType(type) === page.path
  const type = POST_TYPES.find(isList) ?? null
  const { tags } = listAddressOf(search)
  if (type === null && (page.name !== 'home' || tags.length === 0)) return []
  return [{ type, tags }]
}

function feedLinks(filter: FeedFilter, { site, siteUrl }: HeadInput): FeedLink[] {
  const title = [site.brand, feedName(filter)].filter(Boolean).join(': ')
  return FEEDS.map(({ path, type, name }) => ({
    type,
    title: `${title} (${name})`,
    href: siteUrl + path + feedSearch(filter),
  }))
}
