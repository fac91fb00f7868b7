/** `/sitemap.xml` and `/robots.txt`, for search engines. */
import { dayAt } from '#domain/days/zone.ts'
import { listOfType, POST_TYPES } from '#domain/post.ts'
import { PAGES, type Page } from '../../../client/start/page-table.ts'
import type { Generation } from '../../queries/generation.ts'
import { xml, xmlDocument } from '../xml.ts'
import { postUrl } from './feed-source.ts'

/**
 * Every canonical address of the site as XML text, lists with the day of their newest change.
 * `siteUrl` has no trailing slash.
 */
export function sitemapXml({ snapshot }: Pick<Generation, 'snapshot'>, siteUrl: string): string {
  const { publicPosts, pages: own, site } = snapshot
  const files = [...own.values()].filter(({ revision, id }) => revision !== null && id !== 'about')
  const paths = [
    ...PAGES.filter(isListed).map(({ path }) => path),
    ...files.map(({ address }) => address),
  ]
  const pages = paths.map((path) => {
    const type = POST_TYPES.find((known) => listOfType(known) === path)
    const posts = path === '/' ? publicPosts : ((type && snapshot.lists().byType.get(type)) ?? [])
    return {
      address: siteUrl + path,
      at: Math.max(0, ...posts.map((post) => Date.parse(post.updated_at))),
    }
  })
  const posts = publicPosts.map((post) => ({
    address: postUrl(siteUrl, post.id),
    at: Date.parse(post.updated_at),
  }))
  const urls = [...pages, ...posts].map(({ address, at }) => {
    const lastmod = at > 0 ? xml`<lastmod>${dayAt(at, site.time_zone)}</lastmod>` : ''
    return xml`<url><loc>${address}</loc>${lastmod}</url>\n`
  })
  return xmlDocument(
    xml`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>`,
  )
}

/** Whether a page may be indexed and has no parameters. */
function isListed({ component, robots, path }: Page): boolean {
  return component !== null && robots !== 'noindex' && !path.includes(':')
}

/**
 * Limits crawlers to the public pages, but not to those whose address begins like the panel's.
 * `siteUrl` has no trailing slash.
 */
export function robotsTxt(siteUrl: string): string {
  return `User-agent: *
Disallow: /admin$
Disallow: /admin/
Disallow: /admin?
Disallow: /api/
Disallow: /search$
Disallow: /search?

Sitemap: ${siteUrl}/sitemap.xml
`
}
