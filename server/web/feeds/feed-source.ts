/** A feed's posts, by the filter in its address, each with text that also reads elsewhere. */
import { type FeedFilter, feedName, feedPage, feedSearch } from '#domain/feed-filter.ts'
import { POST_TYPES } from '#domain/post.ts'
import type { Site } from '#domain/site.ts'
import { tagKey } from '#domain/tag.ts'
import type { PostRecord, Snapshot } from '../../content/records.ts'
import { BadRequestError } from '../../errors.ts'
import { previewHtml } from '../../queries/post-answer.ts'
import { selectedPosts } from '../../queries/queries.ts'
import type { QueryContext } from '../../queries/query-context.ts'
import { portableHtml } from './portable-html.ts'
import { xmlText } from './xml.ts'

export interface FeedEntry {
  /** Never changes, whatever else does; the post's address for a post. */
  id: string
  url: string
  title: string
  description: string
  /** Of a link post: where it leads. */
  externalUrl: string | null
  /** With absolute addresses; ids as on the post's page. */
  html: string
  tags: string[]
  /** ISO 8601 with the offset of its wall clock. */
  createdAt: string
  updatedAt: string
}

export interface FeedSource {
  site: Site
  /** Without a slash at the end. */
  siteUrl: string
  id: string
  /** The feed's own. */
  address: string
  /** The site's title and which of its posts these are. */
  title: string
  /** The page that lists the same posts. */
  pageUrl: string
  author: { name: string; url: string }
  /** Newest first. */
  entries: FeedEntry[]
  /** Of the newest change in the feed, so that the same content is the same file. */
  updatedAt: string
}

/** Entries in a feed. */
export const FEED_LENGTH = 20

/** Which posts an address asks for, matched as the API's lists are. */
interface FeedPosts {
  filter: FeedFilter
  /** Newest first, all that match. */
  posts: readonly PostRecord[]
}

/**
 * Reads `?tag=`, which may be repeated, and `?type=`.
 * @throws NotFoundError for an unknown type, BadRequestError for two of them or too many tags
 */
export function feedPosts(url: string, context: QueryContext): FeedPosts {
  const mark = url.indexOf('?')
  const search = new URLSearchParams(mark < 0 ? '' : url.slice(mark))
  const [type, ...others] = new Set(search.getAll('type').filter(Boolean))
  if (others.length > 0) throw new BadRequestError('A feed has posts of one type, or of all.')
  const tags = search.getAll('tag').filter((name) => tagKey(name) !== '')
  const options = new URLSearchParams(tags.map((name) => ['tag', name]))
  const path = `/posts/public${type === undefined ? '' : `/${encodeURIComponent(type)}`}`
  const posts = selectedPosts(`${path}?${options}`, context)
  const used = context.snapshot.tags.filter(({ count }) => count > 0)
  const spelling = new Map(used.map(({ name }) => [tagKey(name), name]))
  const names = new Map(tags.map((name) => [tagKey(name), name.trim()]))
  return {
    filter: {
      type: POST_TYPES.find((known) => known === type) ?? null,
      tags: [...names].map(([key, name]) => spelling.get(key) ?? name),
    },
    posts,
  }
}

interface FeedInput extends FeedPosts {
  snapshot: Pick<Snapshot, 'site' | 'tagNamed'>
  /** The feed's path, without its query. */
  path: string
  /** Without a slash at the end. */
  siteUrl: string
  /** A post's rendered text, null when there is none. */
  html(post: PostRecord): Promise<string | null>
  /** Whether the text is missing only for now. */
  isLate(post: PostRecord): boolean
}

/**
 * Gathers a feed. A post that is not rendered yet is left out, since many readers never update an
 * entry. One that cannot be rendered has the beginning of its text.
 */
export async function loadFeed(input: FeedInput): Promise<FeedSource> {
  const { snapshot, filter, path, siteUrl } = input
  const posts = input.posts.slice(0, FEED_LENGTH)
  const texts = await Promise.all(posts.map((post) => input.html(post)))
  const entries = posts.flatMap((post, index) => {
    if (input.isLate(post)) return []
    return [postEntry(post, { siteUrl, snapshot, html: texts[index] ?? previewHtml(post) })]
  })
  const search = feedSearch(filter)
  return feedOf(entries, snapshot.site, {
    siteUrl,
    // The feeds of all posts have had the site's address since the first one.
    id: search === '' ? `${siteUrl}/` : siteUrl + path + search,
    address: siteUrl + path + search,
    title: [snapshot.site.title, feedName(filter)].filter(Boolean).join(': '),
    pageUrl: siteUrl + feedPage(filter),
  })
}

/** Entries with what a feed says of itself. */
export function feedOf(
  entries: FeedEntry[],
  site: Site,
  names: Pick<FeedSource, 'siteUrl' | 'id' | 'address' | 'title' | 'pageUrl'>,
): FeedSource {
  const { author, brand } = site
  const page = author.url ?? '/about'
  // Absolute, whatever site.yaml has: a feed is read elsewhere.
  const url = new URL(URL.canParse(page, names.siteUrl) ? page : '/about', names.siteUrl).href
  // A time long ago where there are no entries.
  let updatedAt = '1970-01-01T00:00:00Z'
  for (const entry of entries) {
    if (Date.parse(entry.updatedAt) > Date.parse(updatedAt)) updatedAt = entry.updatedAt
  }
  return { ...names, site, author: { name: author.name || brand, url }, entries, updatedAt }
}

/** Address of a post's page. */
export function postUrl(siteUrl: string, id: string): string {
  return `${siteUrl}/post/${encodeURIComponent(id)}`
}

function postEntry(
  post: PostRecord,
  { siteUrl, snapshot, html }: Pick<FeedInput, 'siteUrl' | 'snapshot'> & { html: string },
): FeedEntry {
  const url = postUrl(siteUrl, post.id)
  return {
    id: url,
    url,
    title: xmlText(post.title),
    description: xmlText(post.description),
    externalUrl: post.url,
    html: xmlText(portableHtml(html, url)),
    tags: post.tags.map((name) => xmlText(snapshot.tagNamed(name).name)),
    createdAt: post.created_at,
    // An author may have dated a post later than its last edit.
    updatedAt: Date.parse(post.updated_at) > post.instant ? post.updated_at : post.created_at,
  }
}
