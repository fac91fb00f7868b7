/** `/sitemap.xml` and `/robots.txt`: what search engines may read. */
import { Readable } from 'node:stream'
import { ErrorLevel, SitemapStream, streamToPromise } from 'sitemap'
import { dayAt } from '#domain/days/zone.ts'
import { RESOURCE_PAGE_IDS } from '#domain/site.ts'
import type { Snapshot } from '../../content/records.ts'
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
  const zone = snapshot.site.time_zone
  const changed = ({ updated_at, instant }: { updated_at: string; instant: number }) =>
    dayAt(Math.max(Date.parse(updated_at) || 0, instant), zone)
  const lists = new Map([
    ['/', snapshot.publicPosts],
    ['/essays', snapshot.publicByType.get('essay')],
    ['/short-posts', snapshot.publicByType.get('short')],
  ])
  const resources = RESOURCE_PAGE_IDS.filter((id) => snapshot.resources.has(id))
  const entries = [
    ...PAGES.map((path) => {
      const days = (lists.get(path) ?? []).map(changed).sort()
      return { url: `${siteUrl}${path}`, ...lastmod(days.at(-1)) }
    }),
    ...resources.map((id) => ({ url: `${siteUrl}/resources/${id}` })),
    ...snapshot.publicPosts.map((post) => ({
      url: postUrl(siteUrl, post.id),
      ...lastmod(changed(post)),
    })),
  ].slice(0, ADDRESSES_MAX)
  const stream = new SitemapStream({
    level: ErrorLevel.SILENT,
    lastmodDateOnly: true,
    xmlns: { news: false, video: false, image: false, xhtml: false },
  })
  return String(await streamToPromise(Readable.from(entries).pipe(stream)))
}

function lastmod(day: string | undefined) {
  return day === undefined ? {} : { lastmod: day }
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
