/** `/sitemap.xml` and `/robots.txt`, for search engines. */
import { postPath, projectPath, tagPath } from '#domain/addresses.ts'
import { dayAt } from '#domain/days/zone.ts'
import { PAGES, type Page } from '../../../client/start/page-table.ts'
import type { QueryContext } from '../../queries/query-context.ts'
import { xml, xmlDocument } from '../xml.ts'

/** Every canonical address, posts with the day of their last change. */
export function sitemapXml({
  snapshot,
  siteUrl,
}: Pick<QueryContext, 'snapshot' | 'siteUrl'>): string {
  const { publicPosts, pages: own, projects, tags, site } = snapshot
  const files = [...own.values()].filter(({ revision, id }) => revision !== null && id !== 'about')
  const paths = [
    ...PAGES.filter(isListed).map(({ path }) => path),
    ...files.map(({ address }) => address),
    ...projects.map(({ id }) => projectPath(id)),
    ...tags().flatMap(({ id, count }) => (count > 0 ? [tagPath(id)] : [])),
  ]
  const pages = paths.map((path) => xml`<url><loc>${siteUrl + path}</loc></url>\n`)
  // The original of the others is elsewhere.
  const originals = publicPosts.filter(({ canonical }) => canonical === null)
  const posts = originals.map(({ id, updated_at }) => {
    const day = dayAt(Date.parse(updated_at), site.time_zone)
    return xml`<url><loc>${siteUrl + postPath(id)}</loc><lastmod>${day}</lastmod></url>\n`
  })
  return xmlDocument(
    xml`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${[...pages, ...posts]}</urlset>`,
  )
}

/** Whether a page may be indexed and has no parameters. */
function isListed({ component, robots, path }: Page): boolean {
  return component !== null && robots !== 'noindex' && !path.includes(':')
}

/** Keeps crawlers from the panel, but not from pages whose address begins like the panel's. */
export function robotsTxt({ siteUrl }: Pick<QueryContext, 'siteUrl'>): string {
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
