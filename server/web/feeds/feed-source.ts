/** The posts of a feed by the filter in its query, with html that works on other sites. */
import * as z from 'zod'
import { splitUrl } from '#domain/addresses.ts'
import { text } from '#domain/answers/parts.ts'
import { type FeedFilter, feedName, feedPage, feedSearch } from '#domain/feed-filter.ts'
import { POST_TYPES } from '#domain/post.ts'
import type { Site } from '#domain/site.ts'
import { tagKey } from '#domain/tag.ts'
import { xmlText } from '#domain/texts/escaped.ts'
import type { PostRecord, Snapshot } from '../../content/records.ts'
import { NotFoundError } from '../../errors.ts'
import { absoluteHtml } from '../../markdown/portable-html.ts'
import { hasTag, tagKeys } from '../../queries/list-query.ts'
import { previewHtml } from '../../queries/post-answer.ts'
import type { QueryContext } from '../../queries/query-context.ts'
import { checkQuery } from '../../queries/read.ts'

export interface FeedEntry {
  /** Permanent id of the entry; for a post its address. */
  id: string
  url: string
  title: string
  description: string
  /** The target of a link post. */
  externalUrl: string | null
  /** Html with absolute addresses and the ids of the post's page. */
  html: string
  tags: string[]
  /** ISO 8601 with the author's offset. */
  createdAt: string
  updatedAt: string
}

export interface FeedSource {
  site: Site
  /** Without a trailing slash. */
  siteUrl: string
  id: string
  /** Address of the feed. */
  address: string
  /** The site's title and the name of the filter. */
  title: string
  /** Page with the same posts. */
  pageUrl: string
  author: { name: string; url: string }
  /** Newest first. */
  entries: FeedEntry[]
  /** Time of the newest change in the feed, so the same content gives the same file. */
  updatedAt: string
}

/** Number of entries in a feed. */
export const FEED_LENGTH = 20

/** The posts that a feed's address selects, by the rules of the API's lists. */
interface FeedPosts {
  /** Path of the feed, without the query. */
  path: string
  filter: FeedFilter
  /** All matching posts, newest first. */
  posts: readonly PostRecord[]
}

const feedOptions = z.object({ tag: z.array(text).default([]), type: text.default('') })

/**
 * Reads `?tag=`, which may be repeated, and `?type=`.
 * @throws NotFoundError for an unknown type, BadRequestError for two of them or too many tags
 */
export function feedPosts(url: string, snapshot: Snapshot): FeedPosts {
  const { tag, type } = feedOptions.parse(checkQuery(feedOptions, url))
  const known = POST_TYPES.find((name) => name === type) ?? null
  if (type !== '' && known === null) throw new NotFoundError('There is no such type of post.')
  const list = known === null ? snapshot.publicPosts : (snapshot.lists().byType.get(known) ?? [])
  const keys = tagKeys(tag)
  const posts = keys.length === 0 ? list : list.filter((post) => hasTag(post, keys))
  // By key, so that all spellings of a tag share a feed.
  const names = new Map(tag.map((name) => [tagKey(name), name.trim()]))
  for (const { name } of snapshot.tags()) {
    if (names.has(tagKey(name))) names.set(tagKey(name), name)
  }
  names.delete('')
  return { path: splitUrl(url).path, filter: { type: known, tags: [...names.values()] }, posts }
}

/**
 * Loads a feed. A post that is not rendered yet is left out, since many readers never update an
 * entry. A post that cannot be rendered has an excerpt. `siteUrl` has no trailing slash.
 */
export async function loadFeed(
  { path, filter, posts }: FeedPosts,
  siteUrl: string,
  context: QueryContext,
): Promise<FeedSource> {
  const { snapshot } = context
  const newest = posts.slice(0, FEED_LENGTH)
  const texts = await Promise.all(newest.map((post) => context.text(post)))
  const entries = newest.flatMap((post, index) => {
    if (context.hasFallbacks?.(post)) return []
    const html = texts[index]?.portable ?? previewHtml(post)
    return [postEntry(post, absoluteHtml(html, siteUrl), { snapshot, siteUrl })]
  })
  const search = feedSearch(filter)
  const address = siteUrl + path + search
  return feedOf(entries, snapshot.site, {
    siteUrl,
    // The id of the unfiltered feed has always been the site's address.
    id: search === '' ? `${siteUrl}/` : address,
    address,
    title: [snapshot.site.title, feedName(filter)].filter(Boolean).join(': '),
    pageUrl: siteUrl + feedPage(filter),
  })
}

/** Adds the feed's metadata to its entries. */
export function feedOf(
  entries: FeedEntry[],
  site: Site,
  names: Pick<FeedSource, 'siteUrl' | 'id' | 'address' | 'title' | 'pageUrl'>,
): FeedSource {
  const { author, brand } = site
  // For a feed without entries.
  let updatedAt = '1970-01-01T00:00:00Z'
  for (const entry of entries) {
    if (Date.parse(entry.updatedAt) > Date.parse(updatedAt)) updatedAt = entry.updatedAt
  }
  return {
    ...names,
    site,
    author: { name: author.name || brand, url: authorUrl(site, names.siteUrl) },
    entries,
    updatedAt,
  }
}

/** Absolute http(s) address of the author's page, even if site.yaml has a path or no address. */
export function authorUrl({ author }: Site, siteUrl: string): string {
  const about = `${siteUrl}/about`
  const page = author.url ?? about
  const { href } = new URL(URL.canParse(page, siteUrl) ? page : about, siteUrl)
  return /^https?:/.test(href) ? href : about
}

/** Absolute address of a post's page. */
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
    html: xmlText(html),
    tags: post.tags.map((name) => xmlText(snapshot.tagNamed(name).name)),
    createdAt: post.created_at,
    updatedAt: post.updated_at,
  }
}
