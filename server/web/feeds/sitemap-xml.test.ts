import { describe, expect, it } from 'vitest'
import { fixtureSnapshot } from '../../test/snapshot-fixture.ts'
import { find, parseXml, textsOf } from '../../test/strict-xml.ts'
import { emptyParts, postRecord } from '../../test/test-records.ts'
import { robotsTxt, sitemapXml } from './sitemap-xml.ts'

const SITE_URL = 'https://gap.example'

describe('the sitemap', () => {
  it('lists each page and post once, with the day of its change in the site’s zone', () => {
    const posts = [
      postRecord({ id: 'a', updated_at: '2026-03-01T23:00:00Z' }),
      postRecord({ id: 'é?', type: 'link', instant: Date.parse('2026-01-01T13:00:00Z') }),
      postRecord({ id: 'draft', draft: true }),
    ]
    const site = { ...emptyParts().site, time_zone: 'Asia/Tokyo' }
    const xml = sitemapXml(fixtureSnapshot(posts, { site }), SITE_URL)
    const entries = find(parseXml(xml), 'url').map((url) => [
      textsOf(url, 'loc')[0],
      textsOf(url, 'lastmod')[0],
    ])
    expect(entries).toEqual([
      [`${SITE_URL}/`, '2026-03-02'],
      [`${SITE_URL}/essays`, '2026-03-02'],
      [`${SITE_URL}/short-posts`, undefined],
      [`${SITE_URL}/about`, undefined],
      [`${SITE_URL}/stats`, undefined],
      [`${SITE_URL}/projects`, undefined],
      [`${SITE_URL}/record`, undefined],
      [`${SITE_URL}/resources/learning-ai`, undefined],
      [`${SITE_URL}/post/%C3%A9%3F`, '2026-01-01'],
      [`${SITE_URL}/post/a`, '2026-03-02'],
    ])
    expect(xml).not.toMatch(/xmlns:/)
  })

  it('is named in robots.txt, which keeps robots off the admin and the API', () => {
    expect(robotsTxt(SITE_URL)).toBe(
      'User-agent: *\nDisallow: /admin\nDisallow: /api/\nDisallow: /search\n\nSitemap: https://gap.example/sitemap.xml\n',
    )
  })
})
