/** Feed autodiscovery: `<link>`s to the feeds of the site and of the list on the page. */
import { type FeedFilter, feedName, feedSearch } from '#domain/feed-filter.ts'
import { listOfType, POST_TYPES, type PostType } from '#domain/post.ts'
import { listAddressOf } from '../../client/data/list-address.ts'
import type { HeadInput } from '../../client/start/head.ts'
import { FEED_FORMATS } from './feeds/feed-formats.ts'

type FeedPlace = Pick<(typeof FEED_FORMATS)[number], 'name' | 'type'> & { path: string }

const RECORD = { name: 'Atom', type: 'application/atom+xml', path: '/record.xml' }

/** A `<link rel="alternate">`. */
export interface FeedLink {
  type: string
  title: string
  href: string
}

interface PageInput extends HeadInput {
  search: URLSearchParams
}

/** The feed links of a page, the site's feeds first. */
export function feedLinksOf(input: PageInput): FeedLink[] {
  const { page, site, siteUrl } = input
  const linkTo = (words: string, { name, type, path }: FeedPlace): FeedLink => {
    const title = [site.brand, words].filter(Boolean).join(': ')
    return { type, title: `${title} (${name})`, href: siteUrl + path }
  }
  const links = [{ type: null, tags: [] }, ...listFilter(input)].flatMap((filter) =>
    FEED_FORMATS.map((feed) =>
      linkTo(feedName(filter), { ...feed, path: feed.path + feedSearch(filter) }),
    ),
  )
  return page.name === 'record' ? [...links, linkTo('Record', RECORD)] : links
}

/** Filter of the page's list; empty for a list of all posts, or no list. */
function listFilter({ page, search }: PageInput): FeedFilter[] {
  const isList = (type: PostType) => page.name !== 'home' && listOfType(type) === page.path
  const type = POST_TYPES.find(isList) ?? null
  const { tags } = listAddressOf(search)
  if (type === null && (page.name !== 'home' || tags.length === 0)) return []
  return [{ type, tags }]
}
