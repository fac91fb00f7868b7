import { describe, expect, it } from 'vitest'
import { headOf } from '../../client/start/head.ts'
import { matchPage } from '../../client/start/page-table.ts'
import { postOf, SITE } from '../../client/test/fixtures.ts'
import { feedLinksOf } from './feed-links.ts'
import { jsonLdOf, renderHead } from './render-head.ts'

const place = { site: SITE, siteUrl: 'https://gap.example' }

/** What the head of an address is made of, when its every query has this answer. */
function inputAt(address: string, data?: unknown) {
  const { pathname: path, searchParams: search } = new URL(address, place.siteUrl)
  const { entry, params } = matchPage(path)
  const answer = () => (data === undefined ? undefined : { data })
  return { page: entry, params, answer, path, search, today: '2026-11-20', ...place }
}

const headAt = (address: string, data?: unknown) => headOf(inputAt(address, data))
const htmlAt = (address: string, data?: unknown) => {
  const input = inputAt(address, data)
  const head = headOf(input)
  return renderHead(head, { ...place, feeds: feedLinksOf(input) })
}

describe('the title', () => {
  it.each<[string, unknown, string]>([
    ['/', undefined, 'Blog | G.A.P.'],
    ['/essays', undefined, 'Essays | G.A.P.'],
    ['/post/shipping', postOf(), 'Shipping in public | G.A.P.'],
    ['/post/x', undefined, 'Post not found | G.A.P.'],
    ['/resources/learning-ai', { title: 'Learning AI', intro: '' }, 'Learning AI | G.A.P.'],
    ['/admin/blog', undefined, 'Blog Admin Access | G.A.P.'],
    ['/nowhere', undefined, 'Oops! Page not found | G.A.P.'],
  ])('of %s', (path, data, title) => {
    expect(headAt(path, data).title).toBe(title)
  })
})

describe('robots', () => {
  it.each([
    ['/', null],
    ['/stats', null],
    ['/search', 'noindex'],
    ['/admin', 'noindex'],
    ['/nowhere', 'noindex'],
    ['/post/x', 'noindex'],
  ])('at %s: %s', (path, robots) => {
    expect(headAt(path).robots).toBe(robots)
  })
})

describe('the head as html', () => {
  const html = htmlAt('/post/shipping', postOf({ title: 'A <b> & "c"' }))

  it('escapes what an author wrote', () => {
    expect(html).toContain('<title>A &lt;b&gt; &amp; &quot;c&quot; | G.A.P.</title>')
    expect(html).not.toContain('<b>')
  })

  it('is that of an article on the page of a post', () => {
    expect(html).toContain('<meta property="og:type" content="article">')
    expect(html).toContain('<link rel="canonical" href="https://gap.example/post/shipping">')
    expect(html).toContain('content="https://gap.example/og/shipping.png"')
    expect(html).toContain('<meta property="article:tag" content="Writing">')
    expect(html).toContain('"@type":"BlogPosting"')
  })

  it('names the feeds on every page', () => {
    for (const path of ['/feed.xml', '/rss.xml', '/feed.json']) {
      expect(htmlAt('/stats')).toContain(`href="https://gap.example${path}"`)
    }
  })

  it.each([
    ['/essays', '?type=essay', 'Essays'],
    ['/short-posts?tag=Writing', '?tag=Writing&amp;type=short', 'Short posts tagged Writing'],
    ['/?tag=b+%26&tag=A&after=x', '?tag=A&amp;tag=b+%26', 'Posts tagged A or b &amp;'],
  ])('names the feed of the posts that %s lists', (address, search, name) => {
    const html = htmlAt(address)
    for (const [path, kind] of [
      ['/feed.xml', 'Atom'],
      ['/rss.xml', 'RSS'],
      ['/feed.json', 'JSON Feed'],
    ]) {
      expect(html).toContain(
        `title="G.A.P.: ${name} (${kind})" href="https://gap.example${path}${search}">`,
      )
      expect(html).toContain(`href="https://gap.example${path}">`)
    }
  })

  it('names no feed but those of all posts where all are listed', () => {
    for (const path of ['/', '/?after=x', '/stats', '/post/x']) {
      expect(feedLinksOf(inputAt(path))).toHaveLength(3)
    }
  })

  it('names the feed of the record on its page', () => {
    const feed = 'title="G.A.P.: Record (Atom)" href="https://gap.example/record.xml">'
    expect(htmlAt('/record')).toContain(feed)
  })

  it('offers the search action on pages that are no article', () => {
    expect(jsonLdOf(headAt('/essays'), { ...place, feeds: [] })).toMatchObject({
      '@type': 'WebSite',
      potentialAction: {
        '@type': 'SearchAction',
        target: { urlTemplate: 'https://gap.example/search?q={term}' },
        'query-input': 'required name=term',
      },
    })
  })

  it('has no canonical address and no card for pages that are not to be found', () => {
    const lost = htmlAt('/nowhere')
    expect(lost).not.toMatch(/canonical|og:|ld\+json/)
  })
})
