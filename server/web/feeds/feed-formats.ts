/** A feed in three formats: Atom 1.0, RSS 2.0 and JSON Feed 1.1, each with full texts. */
import type { FilePath } from '#domain/addresses.ts'
import { escapeXml, xmlText } from '#domain/texts/escaped.ts'
import { cdata, type Markup, xml, xmlDocument } from '../xml.ts'
import type { FeedEntry, FeedSource } from './feed-source.ts'

interface FeedFormat {
  name: string
  path: FilePath
  type: string
  write(source: FeedSource): string
}

/** The formats of the posts' feed. Other feeds are rows of `GENERATED_FILES` (`feed-routes.ts`). */
export const FEED_FORMATS = [
  { name: 'Atom', path: '/feed.xml', type: 'application/atom+xml', write: atomFeed },
  { name: 'RSS', path: '/rss.xml', type: 'application/rss+xml', write: rssFeed },
  { name: 'JSON Feed', path: '/feed.json', type: 'application/feed+json', write: jsonFeed },
] as const satisfies readonly FeedFormat[]

/** The Atom feed. */
export function atomFeed(source: FeedSource): string {
  const { site, siteUrl, address, author } = source
  const email = site.author.email ? [xml`<email>${site.author.email}</email>`] : []
  const feed = xml`<feed xmlns="http://www.w3.org/2005/Atom">
<id>${source.id}</id>
<title>${source.title}</title>
<updated>${source.updatedAt}</updated>
<author><name>${author.name}</name>${email}<uri>${author.url}</uri></author>
<link rel="alternate" href="${source.pageUrl}"/>
<link rel="self" href="${address}"/>
<subtitle>${site.description}</subtitle>
<icon>${siteUrl}/favicon.svg</icon>
${source.entries.map(atomEntry)}</feed>`
  return xmlDocument(feed)
}

function atomEntry(entry: FeedEntry): Markup {
  const enclosures = entry.images.map(
    ({ url, type, bytes }) =>
      xml`<link rel="enclosure" type="${type}" length="${bytes}" href="${url}"/>\n`,
  )
  const categories = entry.tags.map((name) => xml`<category label="${name}" term="${name}"/>\n`)
  return xml`<entry>
<title>${entry.title}</title>
<id>${entry.id}</id>
<link href="${entry.url}"/>
<published>${entry.createdAt}</published>
<updated>${entry.updatedAt}</updated>
<summary>${entry.description}</summary>
<content type="html">${cdata(linkLine(entry) + entry.html)}</content>
${[...enclosures, ...categories]}</entry>
`
}

function rssFeed(source: FeedSource): string {
  const { site, author } = source
  const feed = xml`<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${source.title}</title>
<link>${source.pageUrl}</link>
<description>${site.description}</description>
<lastBuildDate>${rssDate(source.updatedAt)}</lastBuildDate>
<language>${site.language}</language>
<atom:link href="${source.address}" rel="self" type="application/rss+xml"/>
${source.entries.map((entry) => rssItem(entry, author.name))}</channel>
</rss>`
  return xmlDocument(feed)
}

function rssItem(entry: FeedEntry, author: string): Markup {
  const enclosures = entry.images.map(
    ({ url, type, bytes }) => xml`<enclosure url="${url}" length="${bytes}" type="${type}"/>\n`,
  )
  const categories = entry.tags.map((name) => xml`<category>${name}</category>\n`)
  // A description is html. RSS's `author` has to be an e-mail address, hence `dc:creator`.
  return xml`<item>
<title>${entry.title}</title>
<link>${entry.url}</link>
<guid isPermaLink="true">${entry.id}</guid>
<pubDate>${rssDate(entry.createdAt)}</pubDate>
<description>${cdata(escapeXml(entry.description))}</description>
<content:encoded>${cdata(linkLine(entry) + entry.html)}</content:encoded>
${[...enclosures, ...categories]}<dc:creator>${author}</dc:creator>
</item>
`
}

/** The author's local time: in UTC an evening's post would have the next day. */
function rssDate(iso: string): string {
  const zone = iso.endsWith('Z') ? 'GMT' : iso.slice(-6).replace(':', '')
  return new Date(`${iso.slice(0, 19)}Z`).toUTCString().replace('GMT', zone)
}

/** The first line of a link post: its address, as on its page. */
function linkLine({ externalUrl }: FeedEntry): string {
  if (externalUrl === null) return ''
  const address = escapeXml(externalUrl)
  return `<p><a href="${address}">${address}</a></p>\n`
}

function jsonFeed(source: FeedSource): string {
  const { site, siteUrl, author } = source
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: xmlText(source.title),
    home_page_url: source.pageUrl,
    feed_url: source.address,
    description: xmlText(site.description),
    favicon: `${siteUrl}/favicon.svg`,
    language: site.language,
    authors: [{ ...author, name: xmlText(author.name) }],
    items: source.entries.map((entry) => ({
      id: entry.url,
      url: entry.url,
      external_url: entry.externalUrl ?? undefined,
      title: entry.title,
      summary: entry.description,
      image: entry.images[0]?.url,
      content_html: entry.html,
      date_published: entry.createdAt,
      date_modified: entry.updatedAt,
      tags: entry.tags,
    })),
  })
}
