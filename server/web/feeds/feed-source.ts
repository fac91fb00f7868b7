/** A feed's posts, by the filter in its address, each with text that also reads elsewhere. */
import { type FeedFilter, feedName, feedPage, feedSearch } from '#domain/feed-filter.ts'
import { POST_TYPES } from '#domain/post.ts'
import type { Site } from '#domain/site.ts'
import { tagKey } from '#domain/tag.ts'
import type { PostRecord, Snapshot } from '../../content/records.ts'
import { BadRequestError, NotFoundError } from '../../errors.ts'
import { hasTag, listOptions } from '../../queries/list-query.ts'
import { previewHtml } from '../../queries/post-answer.ts'
import type { QueryContext } from '../../queries/query-context.ts'
import { xmlText } from '../xml.ts'

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
  /** Of the feed, without the query. */
  path: string
  filter: FeedFilter
  /** Newest first, all that match. */
  posts: readonly PostRecord[]
}

/**
 * Reads `?tag=`, which may be repeated, and `?type=`.
 * @throws NotFoundError for an unknown type, BadRequestError for two of them or too many tags
 */
export function feedPosts(url: string, snapshot: Snapshot): FeedPosts {
  const [path = '', query] = url.split('?')
  const search = new URLSearchParams(query)
  const [type, ...others] = new Set(search.getAll('type').filter(Boolean))
  if (others.length > 0) throw new BadRequestError('A feed has posts of one type, or of all.')
  const tags = search.getAll('tag').filter((name) => tagKey(name) !== '')
  const known = POST_TYPES.find((name) => name === type) ?? null
  if (type && known === null) throw new NotFoundError('There is no such type of post.')
  const list = known === null ? snapshot.publicPosts : (snapshot.publicByType.get(known) ?? [])
  const keys = listOptions.shape.tag.parse(tags)
  const posts = list.filter((post) => keys.length === 0 || hasTag(post, keys))
  // By its key, so that all spellings of a tag have one feed.
  const names = new Map(tags.map((name) => [tagKey(name), name.trim()]))
  for (const { name } of snapshot.tags) {
    if (names.has(tagKey(name))) names.set(tagKey(name), name)
  }
  return { path, filter: { type: known, tags: [...names.values()] }, posts }
}

/**
 * Gathers a feed. A post that is not rendered yet is left out, since many readers never update an
 * entry. One that cannot be rendered has the beginning of its text. `siteUrl` has no slash at the
 * end.
 */
export async function loadFeed(
  { path, filter, posts }: FeedPosts,
  siteUrl: string,
  context: QueryContext,
): Promise<FeedSource> {
  const { snapshot } = context
  const newest = posts.slice(0, FEED_LENGTH)
  const texts = await Promise.all(newest.map((post) => context.html(post)))
  const entries = newest.flatMap((post, index) => {
    if (context.hasFallbacks?.(post)) return []
    return [postEntry(post, texts[index] ?? previewHtml(post), { snapshot, siteUrl })]
  })
  const search = feedSearch(filter)
  const address = siteUrl + path + search
  return feedOf(entries, snapshot.site, {
    siteUrl,
    // The feeds of all posts have had the site's address since the first one.
    id: search === '' ? `${siteUrl}/` : address,
    address,
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
  html: string,
  { snapshot, siteUrl }: { snapshot: Snapshot; siteUrl: string },
): FeedEntry {
  const url = postUrl(siteUrl, post.id)
  return {
    id: url,
    url,
    title: xmlText(post.title),
    description: xmlText(post.summary().description),
    externalUrl: post.url,
    html: xmlText(portableHtml(html, url)),
    tags: post.tags.map((name) => xmlText(snapshot.tagNamed(name).name)),
    createdAt: post.created_at,
    // An author may have dated a post later than its last edit.
    updatedAt: Date.parse(post.updated_at) > post.instant ? post.updated_at : post.created_at,
  }
}

const TAG = /<[a-z][a-z0-9]*(?:\s+[a-z-]+(?:="[^"]*")?)*\s*>/g
const ADDRESS = /(\s(?:cite|href|poster|src|srcset))="([^"]*)"/g
const HEADING_ANCHOR = /<a class="heading-anchor"[^>]*><\/a>/g

/**
 * Rendered text for readers elsewhere: every address absolute, none of the page's own controls. In
 * the renderer's output `<` always begins a tag and attributes are in double quotes.
 */
export function portableHtml(html: string, pageUrl: string): string {
  const absolute = (address: string) => {
    if (URL.canParse(address) || !URL.canParse(address, pageUrl)) return address
    return new URL(address, pageUrl).href
  }
  const replaced = (_: string, name: string, value: string) => {
    // The forms of an image, each with its width or density behind it.
    const addresses = name.endsWith('srcset') ? value.split(', ') : [value]
    return `${name}="${addresses.map((item) => item.replace(/^\S*/, absolute)).join(', ')}"`
  }
  return (
    html
      .replace(HEADING_ANCHOR, '')
      // In XML it would end the section that the html stands in.
      .replaceAll(']]>', ']]&gt;')
      .replace(TAG, (tag) => tag.replace(ADDRESS, replaced))
  )
}
