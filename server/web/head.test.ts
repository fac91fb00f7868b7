import { expect, it } from 'vitest'
import { headOf } from '../../client/start/head.ts'
import { matchPage } from '../../client/start/page-table.ts'
import { postOf, SITE } from '../../client/test/fixtures.ts'
import { feedLinksOf } from './feed-links.ts'
import { renderHead } from './render-head.ts'

const place = { site: SITE, siteUrl: 'https://gap.example' }

/** What the head of an address is made of, when its every query has this answer. */
function inputAt(address: string, data?: unknown) {
  const { pathname: path, searchParams: search } = new URL(address, place.siteUrl)
  const { entry, params } = matchPage(path)
  const answer = () => (data === undefined ? undefined : { data })
  return { page: entry, params, answer, path, search, today: '2026-11-20', ...place }
}

function htmlAt(address: string, data?: unknown): string {
  const input = inputAt(address, data)
  return renderHead(headOf(input), { ...place, feeds: feedLinksOf(input) })
}

it.each<[string, unknown, string, string | null]>([
  ['/', undefined, 'Blog', null],
  ['/essays', undefined, 'Essays', null],
  ['/post/shipping', postOf(), 'Shipping in public', null],
  ['/post/x', undefined, 'Post not found', 'noindex'],
  ['/resources/learning-ai', { title: 'Learning AI', intro: '' }, 'Learning AI', null],
  ['/search', undefined, 'Search', 'noindex'],
  ['/admin/blog', undefined, 'Blog Admin Access', 'noindex'],
  ['/nowhere', undefined, 'Oops! Page not found', 'noindex'],
])('%s has its title and its word to robots', (path, data, title, robots) => {
  expect(headOf(inputAt(path, data))).toMatchObject({ title: `${title} | G.A.P.`, robots })
})

it.each([
  ['/resources/learning-ai', { title: 'Learning AI', intro: 'A word, '.repeat(30) }],
  ['/post/x', undefined],
])('the description of %s has at most 160 characters', (path, data) => {
  const site = { ...SITE, description: 'A word, '.repeat(30) }
  const { description } = headOf({ ...inputAt(path, data), site })
  expect(description).toBe(`${'A word, '.repeat(20).slice(0, 158)}…`)
})

it('the head of other pages offers the search, and of unknown ones has no address and no card', () => {
  expect(htmlAt('/essays')).toContain('"urlTemplate":"https://gap.example/search?q={term}"')
  expect(htmlAt('/nowhere')).not.toMatch(/canonical|og:|ld\+json/)
})

it.each([
  ['/essays', '?type=essay', 'Essays'],
  ['/short-posts?tag=Writing', '?tag=Writing&amp;type=short', 'Short posts tagged Writing'],
  ['/?tag=b+%26&tag=A&after=x', '?tag=A&amp;tag=b+%26', 'Posts tagged A or b &amp;'],
])('names the feeds of all posts, and of those that %s lists', (address, search, name) => {
  const html = htmlAt(address)
  for (const [path, kind] of [
    ['/feed.xml', 'Atom'],
    ['/rss.xml', 'RSS'],
    ['/feed.json', 'JSON Feed'],
  ]) {
    const href = `href="https://gap.example${path}`
    expect(html).toContain(`title="G.A.P.: ${name} (${kind})" ${href}${search}">`)
    expect(html).toContain(`title="G.A.P. (${kind})" ${href}">`)
  }
})

it('names no feed but those of all posts where all are listed, and the record on its page', () => {
  for (const path of ['/', '/?after=x', '/stats', '/post/x']) {
    expect(feedLinksOf(inputAt(path))).toHaveLength(3)
  }
  const feed = 'title="G.A.P.: Record (Atom)" href="https://gap.example/record.xml">'
  expect(htmlAt('/record')).toContain(feed)
})
