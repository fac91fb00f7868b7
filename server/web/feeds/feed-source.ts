/** The posts of a feed by the tags in its query, with html that works on other sites. */
import * as z from 'zod'
import { postPath, projectPath } from '#domain/addresses.ts'
import { text } from '#domain/answers/parts.ts'
import { imagePath, imageType } from '#domain/image.ts'
import { replyAddress, type Site } from '#domain/site.ts'
import { escapeXml, xmlText } from '#domain/texts/escaped.ts'
import { hrefOf } from '../../../client/start/page-queries.ts'
import type { PostRecord, ProjectRecord, Snapshot } from '../../content/records.ts'
import { absoluteHtml } from '../../markdown/portable-html.ts'
import { hasTag, tagKeys } from '../../queries/list-query.ts'
import { previewHtml } from '../../queries/post-answer.ts'
import { postsOf } from '../../queries/project-answer.ts'
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
  /** The post's own image, or none. */
  images: { url: string; type: string; bytes: number }[]
  /** ISO 8601 with the author's offset. */
  createdAt: string
  updatedAt: string
}

export interface FeedSource {
  site: Site
  /** Without a trailing slash. */
  siteUrl: string
  id: string
  address: string
  /** The site's title and what the feed selects. */
  title: string
  /** Page with the same posts. */
  pageUrl: string
  author: { name: string; url: string }
  /** Newest first. */
  entries: FeedEntry[]
  /** Time of the newest change in the feed, so the same content gives the same file. */
  updatedAt: string
}

type FeedNames = Pick<FeedSource, 'id' | 'address' | 'title' | 'pageUrl'>

type FeedContext = Pick<QueryContext, 'snapshot' | 'siteUrl'>

export const FEED_LENGTH = 20

const feedOptions = z.object({ tag: z.array(text).default([]) })

/**
 * The tags that the address of a feed names (`?tag=`, repeatable), sorted and in the site's
 * spelling, so that all spellings share a feed. @throws BadRequestError for too many
 */
export function feedTags(url: string, snapshot: Snapshot): string[] {
  const { tag } = feedOptions.parse(checkQuery(feedOptions, url))
  const names = tagKeys(tag).map((key) => snapshot.tagNamed(key).name)
  return [...new Set(names)].sort()
}

/** Path and query of a feed. */
export const feedAddress = (path: string, tags: readonly string[]): string =>
  hrefOf(path, { tags, after: null })

/** The title of a feed, such as 'Brand: Posts tagged Health or Writing'. */
export const feedTitle = (name: string, tags: readonly string[]): string =>
  tags.length === 0 ? name : `${name}: Posts tagged ${tags.join(' or ')}`

/** The feed of all posts, or of those with any of the tags. */
export function loadFeed(
  { path, tags }: { path: string; tags: readonly string[] },
  context: QueryContext,
): Promise<FeedSource> {
  const { snapshot, siteUrl } = context
  const { publicPosts, site } = snapshot
  const keys = tagKeys(tags)
  const posts = keys.length > 0 ? publicPosts.filter((post) => hasTag(post, keys)) : publicPosts
  const address = feedAddress(siteUrl + path, tags)
  const names = {
    // The id of the feed of all posts has always been the site's address.
    id: tags.length === 0 ? `${siteUrl}/` : address,
    address,
    title: feedTitle(site.title, tags),
    pageUrl: feedAddress(`${siteUrl}/`, tags),
  }
  return feedOfPosts(posts, names, context)
}

/** The feed of the posts that name a project. */
export function loadProjectFeed(
  { id, title }: ProjectRecord,
  context: QueryContext,
): Promise<FeedSource> {
  const { snapshot, siteUrl } = context
  const pageUrl = siteUrl + projectPath(id)
  const address = `${pageUrl}/feed.xml`
  const names = { id: address, address, title: `${snapshot.site.title}: ${title}`, pageUrl }
  return feedOfPosts(postsOf(id, snapshot), names, context)
}

/**
 * The newest posts as a feed. A post that is not rendered yet is left out, since many readers never
 * update an entry. A post that cannot be rendered has an excerpt.
 */
async function feedOfPosts(
  posts: readonly PostRecord[],
  names: FeedNames,
  context: QueryContext,
): Promise<FeedSource> {
  const newest = posts.slice(0, FEED_LENGTH)
  const texts = await Promise.all(newest.map((post) => context.text(post)))
  const entries = newest.flatMap((post, index) => {
    if (context.hasFallbacks(post)) return []
    const html = texts[index]?.portable ?? previewHtml(post)
    return [postEntry(post, absoluteHtml(html, context.siteUrl), context)]
  })
  return feedOf(entries, names, context)
}

/** Adds the feed's metadata to its entries. */
export function feedOf(
  entries: FeedEntry[],
  names: FeedNames,
  { snapshot: { site }, siteUrl }: FeedContext,
): FeedSource {
  // For a feed without entries.
  let updatedAt = '1970-01-01T00:00:00Z'
  for (const entry of entries) {
    if (Date.parse(entry.updatedAt) > Date.parse(updatedAt)) updatedAt = entry.updatedAt
  }
  return {
    ...names,
    site,
    siteUrl,
    author: { name: site.author.name || site.brand, url: authorUrl(site, siteUrl) },
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

function imagesOf({ image_url }: PostRecord, { snapshot, siteUrl }: FeedContext) {
  const cover = snapshot.covers.get(image_url)
  if (cover === undefined) return []
  return [{ url: siteUrl + imagePath(image_url), type: imageType(image_url), bytes: cover.bytes }]
}

function postEntry(post: PostRecord, html: string, context: FeedContext): FeedEntry {
  const { snapshot, siteUrl } = context
  const url = siteUrl + postPath(post.id)
  const reply = replyAddress(snapshot.site, post.title)
  const end = reply && `\n<p><a href="${escapeXml(reply)}">Reply by mail</a></p>`
  return {
    id: url,
    url,
    title: xmlText(post.title),
    description: xmlText(post.summary().description),
    externalUrl: post.url,
    html: xmlText(html + (end ?? '')),
    tags: post.tags.map((name) => xmlText(snapshot.tagNamed(name).name)),
    images: imagesOf(post, context),
    createdAt: post.created_at,
    updatedAt: post.updated_at,
  }
}
