/** What the three feeds are made of: the newest posts with text that also reads elsewhere. */
import { type FeedFilter, feedName, feedPage, feedSearch } from '#domain/feed-filter.ts'
import type { Site } from '#domain/site.ts'
import type { PostRecord, Snapshot } from '../../content/records.ts'
import { previewHtml } from '../../queries/post-answer.ts'
import { xmlText } from './pictures/xml-text.ts'
import { portableHtml } from './portable-html.ts'

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
  /** The site's title and which of its posts these are. */
  title: string
  /** The page that lists the same posts. */
  pageUrl: string
  /** Behind the path of the feed's own address, with its `?`; empty for the feed of all posts. */
  search: string
  /** Without a slash at the end. */
  siteUrl: string
  author: { name: string; url: string }
  entries: FeedEntry[]
  /** Of the newest change in the feed, so that the same content is the same file. */
  updatedAt: string
}

/** Posts of every type in a feed. */
const FEED_LENGTH = 20

interface FeedInput {
  snapshot: Pick<Snapshot, 'site' | 'tagNamed'>
  filter: FeedFilter
  /** All that the filter lets through, newest first. */
  posts: readonly PostRecord[]
  /** Without a slash at the end. */
  siteUrl: string
  /** A post's rendered text, null when there is none. */
  html(post: PostRecord): Promise<string | null>
  /** Whether the text is not there only for now. */
  isLate(post: PostRecord): boolean
}

/**
 * Gathers a feed. A post whose text is late is not in it yet: many readers show an entry for good as
 * they met it first. One whose text cannot be rendered has the beginning of its words.
 */
export async function loadFeed({
  snapshot,
  filter,
  posts: all,
  siteUrl,
  html,
  isLate,
}: FeedInput): Promise<FeedSource> {
  const { site } = snapshot
  const posts = all.slice(0, FEED_LENGTH)
  const texts = new Map<PostRecord, string>()
  await Promise.all(
    posts.map(async (post) => texts.set(post, (await html(post)) ?? previewHtml(post))),
  )
  const entries = posts
    .filter((post) => !isLate(post))
    .map((post) => feedEntry(post, { siteUrl, snapshot, html: texts.get(post) ?? '' }))
  return {
    site,
    title: [site.title, feedName(filter)].filter(Boolean).join(': '),
    pageUrl: siteUrl + feedPage(filter),
    search: feedSearch(filter),
    siteUrl,
    author: feedAuthor(site, siteUrl),
    entries,
    updatedAt: newestChange(entries),
  }
}

/** With an absolute address, whatever site.yaml has: a feed is read elsewhere. */
export function feedAuthor({ author, brand }: Site, siteUrl: string): FeedSource['author'] {
  const address = author.url ?? '/about'
  const url = new URL(URL.canParse(address, siteUrl) ? address : '/about', siteUrl).href
  return { name: author.name || brand, url }
}

/** Address of a post's page. */
export function postUrl(siteUrl: string, id: string): string {
  return `${siteUrl}/post/${encodeURIComponent(id)}`
}

function feedEntry(
  post: PostRecord,
  {
    siteUrl,
    snapshot,
    html,
  }: { siteUrl: string; snapshot: Pick<Snapshot, 'tagNamed'>; html: string },
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

/** Of the entries; a time long ago where there are none. */
export function newestChange(entries: readonly FeedEntry[]): string {
  let newest = '1970-01-01T00:00:00Z'
  for (const { updatedAt } of entries) {
    if (Date.parse(updatedAt) > Date.parse(newest)) newest = updatedAt
  }
  return newest
}
