/** `/sitemap.xml` and `/robots.txt`: what search engines may read. */
import { Readable } from 'node:stream'
import { ErrorLevel, SitemapStream, streamToPromise } from 'sitemap'
import { dayAt } from '#domain/days/zone.ts'
import { RESOURCE_PAGE_IDS } from '#domain/site.ts'
import type { PostRecord, Snapshot } from '../../content/records.ts'
import { Turns } from '../../workers/turns.ts'
import { postUrl } from './feed-source.ts'

/** What one sitemap may hold; the oldest posts are still found through the lists. */
const ADDRESSES_MAX = 50_000
const PAGES = ['/', '/essays', '/short-posts', '/about', '/stats', '/projects', '/record']

type SitemapSource = Pick<Snapshot, 'publicPosts' | 'publicByType' | 'resources' | 'site'>

/**
 * Every canonical address of the site, lists with the day of their newest change, as XML text.
 * `siteUrl` has no slash at the end.
 */
export async function sitemapXml(snapshot: SitemapSource, siteUrl: string): Promise<string> {
  const stream = new SitemapStream({
    level: ErrorLevel.SILENT,
    lastmodDateOnly: true,
    xmlns: { news: false, video: false, image: false, xhtml: false },
  })
  return String(await streamToPromise(Readable.from(addresses(snapshot, siteUrl)).pipe(stream)))
}

/** With pauses: of ten thousand posts it is more than a second's work. */
async function* addresses(snapshot: SitemapSource, siteUrl: string) {
  const { publicPosts, publicByType, resources, site } = snapshot
  const dayOf = (time: number) => dayAt(time, site.time_zone)
  const lists = new Map([
    ['/', publicPosts],
    ['/essays', publicByType.get('essay')],
    ['/short-posts', publicByType.get('short')],
  ])
  const pages = [
    ...PAGES.map((path) => {
      const newest = (lists.get(path) ?? []).reduce((at, post) => Math.max(at, changedAt(post)), 0)
      return { url: `${siteUrl}${path}`, ...(newest > 0 && { lastmod: dayOf(newest) }) }
    }),
    ...RESOURCE_PAGE_IDS.filter((id) => resources.has(id)).map((id) => ({
      url: `${siteUrl}/resources/${id}`,
    })),
  ]
  yield* pages
  const turns = new Turns()
  for (const post of publicPosts.slice(0, ADDRESSES_MAX - pages.length)) {
    if (turns.isDue()) await turns.pause()
    yield { url: postUrl(siteUrl, post.id), lastmod: dayOf(changedAt(post)) }
  }
}

/** In milliseconds since 1970. */
function changedAt({ updated_at, instant }: PostRecord): number {
  return Math.max(Date.parse(updated_at) || 0, instant)
}
/** Search engines keep to the public pages. `siteUrl` has no slash at the end. */
export function robotsTxt(siteUrl: string): string {
  return [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /api/',
    'Disallow: /search',
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n')
}
