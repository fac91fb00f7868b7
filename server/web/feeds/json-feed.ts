/** JSON Feed 1.1, `/feed.json`. */
import type { FeedSource } from './feed-source.ts'
import { xmlText } from './pictures/xml-text.ts'

/** The feed as JSON text, with the full html of each post. */
export function jsonFeed({
  site,
  title,
  pageUrl,
  search,
  siteUrl,
  author,
  entries,
}: FeedSource): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: xmlText(title),
    home_page_url: pageUrl,
    feed_url: `${siteUrl}/feed.json${search}`,
    description: xmlText(site.description),
    favicon: `${siteUrl}/favicon.svg`,
    language: site.language,
    authors: [{ ...author, name: xmlText(author.name) }],
    items: entries.map((entry) => ({
      id: entry.url,
      url: entry.url,
      ...(entry.externalUrl === null ? {} : { external_url: entry.externalUrl }),
      title: entry.title,
      summary: entry.description,
      content_html: entry.html,
      date_published: entry.createdAt,
      date_modified: entry.updatedAt,
      tags: entry.tags,
    })),
  })
}
