/** The feeds in XML, `/feed.xml` and `/rss.xml`. */
import { Feed } from 'feed'
import type { FeedEntry, FeedSource } from './feed-source.ts'
import { escapeXml, xmlText } from './pictures/xml-text.ts'

const FEEDS_OF_POSTS = ['/feed.xml', '/rss.xml']

/** Atom 1.0 with the full text of each post. */
export function atomFeed(source: FeedSource): string {
  return atomFeedAt('/feed.xml', source)
}

/** Atom 1.0 of any entries. @param path the feed's own */
export function atomFeedAt(path: string, source: FeedSource): string {
  const feed = emptyFeed(source, path)
  for (const entry of source.entries) {
    feed.addItem({
      ...itemOf(entry),
      id: entry.id,
      // The library marks both as html.
      title: escapeXml(entry.title),
      description: escapeXml(entry.description),
    })
  }
  return withEscapedAttributes(feed.atom1())
}

/** RSS 2.0 with the full text of each post; titles are plain text there. */
export function rssFeed(source: FeedSource): string {
  const feed = emptyFeed(source, '/rss.xml')
  for (const entry of source.entries) {
    feed.addItem({
      ...itemOf(entry),
      category: entry.tags.map((name) => ({ name: elementText(name) })),
      // The library ends its section of text rightly only once.
      title: entry.title.replaceAll(']]>', ']] >'),
      description: escapeXml(entry.description),
      // RSS's own author is an e-mail address.
      extensions: [{ name: 'dc:creator', objects: { _text: elementText(source.author.name) } }],
    })
  }
  return withEscapedAttributes(feed.rss2())
}

function emptyFeed(source: FeedSource, path: string): Feed {
  const { site, siteUrl, author, search, updatedAt } = source
  const address = siteUrl + path + search
  return new Feed({
    // The feed of all posts has had the site's address since the first one.
    id: FEEDS_OF_POSTS.includes(path) && search === '' ? `${siteUrl}/` : address,
    link: source.pageUrl,
    feed: address,
    title: elementText(source.title),
    description: elementText(site.description),
    language: site.language,
    favicon: `${siteUrl}/favicon.svg`,
    generator: false,
    updated: wallClock(updatedAt),
    author: { name: elementText(author.name), link: author.url },
  })
}

function itemOf(entry: FeedEntry) {
  return {
    link: entry.url,
    content: linkLine(entry) + entry.html,
    published: wallClock(entry.createdAt),
    date: wallClock(entry.updatedAt),
    category: entry.tags.map((name) => ({ name, term: name })),
  }
}

/** A link post begins with what it is about, as on its page. */
function linkLine({ externalUrl }: FeedEntry): string {
  if (externalUrl === null) return ''
  const address = escapeXml(externalUrl)
  return `<p><a href="${address}">${address}</a></p>\n`
}

/** The text of an element for the library, which takes `&amp;` for an `&` escaped before. */
function elementText(text: string): string {
  return xmlText(text).replaceAll('&amp;', '&amp;amp;')
}

/** A section of text as it is, or a tag; a text outside sections has no `<` of its own. */
const SECTION_OR_TAG = /<!\[CDATA\[[\s\S]*?\]\]>|<[\w:-]+(?:\s+[\w:-]+="[^"]*")+\s*\/?>/g

/** The library leaves `<` in attributes as it is, which no strict reader takes. */
function withEscapedAttributes(xml: string): string {
  return xml.replace(SECTION_OR_TAG, (found) =>
    found.startsWith('<![') ? found : `<${found.slice(1).replaceAll('<', '&lt;')}`,
  )
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/**
 * The date as the author's clock showed it: the library writes dates in UTC, and a post of the
 * evening would be of another day in the feed than on the page.
 */
function wallClock(iso: string): Date {
  const date = new Date(iso)
  const offset = /([+-]\d\d):?(\d\d)$/.exec(iso)
  if (!offset) return date
  const wall = new Date(`${iso.slice(0, 19)}Z`)
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${WEEKDAYS[wall.getUTCDay()]}, ${two(wall.getUTCDate())} ${MONTHS[wall.getUTCMonth()]}`
  const time = wall.toISOString().slice(11, 19)
  return Object.assign(date, {
    toISOString: () => `${iso.slice(0, 19)}${offset[1]}:${offset[2]}`,
    toUTCString: () => `${day} ${wall.getUTCFullYear()} ${time} ${offset[1]}${offset[2]}`,
  })
}
