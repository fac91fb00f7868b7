/** JSON Feed 1.1, `/feed.json`. */
import type { FeedSource } from './feed-source.ts'
import { xmlText } from './pictures/xml-text.ts'

/** The feed as JSON text, with the full html of each post. */
export function jsonFeed({ site, siteUrl, author, entries }: FeedSource): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: xmlText(site.title),
    home_page_url: `${siteUrl}/`,
    feed_url: `${siteUrl}/feed.json`,
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
