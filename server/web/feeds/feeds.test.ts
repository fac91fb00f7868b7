import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FeedFilter } from '#domain/feed-filter.ts'
import type { PostRecord } from '../../content/records.ts'
import { fixtureSnapshot } from '../../test/snapshot-fixture.ts'
import { find, parseXml, textsOf } from '../../test/strict-xml.ts'
import { postRecord } from '../../test/test-records.ts'
import { atomFeed, jsonFeed, rssFeed } from './feed-formats.ts'
import { loadFeed } from './feed-source.ts'

const SITE_URL = 'https://gap.example'

const ALL: FeedFilter = { type: null, tags: [] }

const feedOf = (
  posts: readonly PostRecord[],
  html: string | null = '<p>Text</p>',
  late = '',
  filter = ALL,
  path = '/feed.xml',
) =>
  loadFeed({
    path,
    snapshot: fixtureSnapshot(posts),
    filter,
    posts: fixtureSnapshot(posts).publicPosts,
    siteUrl: SITE_URL,
    html: async () => html,
    isLate: ({ id }) => id === late,
  })

const unescaped = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

describe('the feeds', () => {
  const evening = postRecord({
    id: 'evening post',
    title: 'Late',
    tags: ['Writing'],
    instant: Date.parse('2026-03-01T23:30:00-05:00'),
    created_at: '2026-03-01T23:30:00-05:00',
    updated_at: '2026-03-05T08:00:00-05:00',
  })
  const link = postRecord({ id: 'link', type: 'link', url: 'https://x.org/?a=1&b=2' })

  it('hold the newest 20 posts of every type with stable addresses', async () => {
    const posts = Array.from({ length: 25 }, (_, n) =>
      postRecord({ id: `p${n}`, type: n % 2 ? 'reading' : 'short', instant: n * 1e9 }),
    )
    const source = await feedOf(posts)
    const ids = Array.from({ length: 20 }, (_, n) => `${SITE_URL}/post/p${24 - n}`)
    expect(textsOf(parseXml(atomFeed(source)), 'id').slice(1)).toEqual(ids)
    expect(textsOf(parseXml(rssFeed(source)), 'guid')).toEqual(ids)
    const items = JSON.parse(jsonFeed(source)).items as { id: string; url: string }[]
    expect(items.map(({ id }) => id)).toEqual(ids)
  })

  it('have the words of a text that cannot be rendered, and nothing of one that is late', async () => {
    const posts = ['raw', 'late'].map((id) => postRecord({ id, preview: 'a <b> & "c"' }))
    const source = await feedOf(posts, null, 'late')
    expect(source.entries.map(({ url, html }) => [url, html])).toEqual([
      [`${SITE_URL}/post/raw`, '<p>a &lt;b&gt; &amp; &quot;c&quot;</p>'],
    ])
    for (const feed of [atomFeed(source), rssFeed(source), jsonFeed(source)]) {
      expect(feed).toContain('/post/raw')
      expect(feed).not.toContain('/post/late')
    }
  })

  it('date posts by the clock of their author, and themselves by the newest change', async () => {
    const source = await feedOf([evening, postRecord({ id: 'old' })])
    const atom = parseXml(atomFeed(source))
    expect(textsOf(atom, 'published')[0]).toBe('2026-03-01T23:30:00-05:00')
    expect(textsOf(atom, 'updated')[0]).toBe('2026-03-05T08:00:00-05:00')
    const rss = parseXml(rssFeed(source))
    expect(textsOf(rss, 'pubDate')[0]).toBe('Sun, 01 Mar 2026 23:30:00 -0500')
    expect(JSON.parse(jsonFeed(source)).items[0]).toMatchObject({
      date_published: '2026-03-01T23:30:00-05:00',
      date_modified: '2026-03-05T08:00:00-05:00',
    })
  })

  it('are the same for the same content, and valid without posts', async () => {
    for (const posts of [[], [evening, link]]) {
      for (const write of [atomFeed, rssFeed, jsonFeed]) {
        expect(write(await feedOf(posts))).toBe(write(await feedOf(posts)))
      }
    }
    expect(textsOf(parseXml(atomFeed(await feedOf([]))), 'updated')).toEqual([
      '1970-01-01T00:00:00Z',
    ])
  })

  it('of a tag and a type say so in their titles, addresses and ids', async () => {
    const filter: FeedFilter = { type: 'essay', tags: ['R&D', 'A'] }
    const source = await feedOf([], null, '', filter)
    const search = '?tag=A&tag=R%26D&type=essay'
    const title = 'Growth & Accountability Project: Essays tagged A or R&D'
    const atom = parseXml(atomFeed(source))
    expect(textsOf(atom, 'id')).toEqual([`${SITE_URL}/feed.xml${search}`])
    expect(textsOf(atom, 'title')).toEqual([title])
    const links = find(atom, 'link').map(({ attributes }) => attributes)
    expect(links).toContainEqual({ rel: 'self', href: `${SITE_URL}/feed.xml${search}` })
    expect(links).toContainEqual({
      rel: 'alternate',
      href: `${SITE_URL}/essays?tag=A&tag=R%26D`,
    })
    const rss = parseXml(rssFeed(await feedOf([], null, '', filter, '/rss.xml')))
    expect(textsOf(rss, 'title')).toEqual([title])
    expect(textsOf(rss, 'link')).toEqual([`${SITE_URL}/essays?tag=A&tag=R%26D`])
    expect(find(rss, 'atom:link')[0]?.attributes.href).toBe(`${SITE_URL}/rss.xml${search}`)
    const json = await feedOf([], null, '', filter, '/feed.json')
    expect(JSON.parse(jsonFeed(json))).toMatchObject({
      title,
      feed_url: `${SITE_URL}/feed.json${search}`,
      home_page_url: `${SITE_URL}/essays?tag=A&tag=R%26D`,
    })
  })

  it('say who writes', async () => {
    const source = await feedOf([evening])
    expect(textsOf(parseXml(atomFeed(source)), 'name')).toEqual(['G.A.P.'])
    expect(textsOf(parseXml(rssFeed(source)), 'dc:creator')).toEqual(['G.A.P.'])
    const authors = [{ name: 'G.A.P.', url: `${SITE_URL}/about` }]
    expect(JSON.parse(jsonFeed(source))).toMatchObject({ authors })
  })

  it('lead a link post to what it is about', async () => {
    const source = await feedOf([link])
    const address = '<a href="https://x.org/?a=1&amp;b=2">https://x.org/?a=1&amp;b=2</a>'
    expect(textsOf(parseXml(atomFeed(source)), 'content')[0]).toContain(address)
    expect(textsOf(parseXml(rssFeed(source)), 'content:encoded')[0]).toContain(address)
    expect(JSON.parse(jsonFeed(source)).items[0].external_url).toBe('https://x.org/?a=1&b=2')
  })

  it('are well-formed and say the same whatever the text', async () => {
    const piece = fc.constantFrom(
      ']]>',
      '&',
      '<b>',
      '&amp;',
      '"',
      "'",
      '😀',
      '\u0000',
      '\ud800',
      'é',
      ' ',
      '<![CDATA[',
      '\u001b',
      '%',
      '/',
      '?',
      '#',
    )
    const text = fc
      .array(piece, { minLength: 1, maxLength: 8 })
      .map((pieces) => `x${pieces.join('')}x`)
    const fileName = fc.string({ unit: fc.constantFrom(...'aé日😀%&?#+ <\'"'), minLength: 1 })
    await fc.assert(
      fc.asyncProperty(text, text, fileName, async (title, tag, id) => {
        const post = postRecord({
          id,
          title,
          description: title,
          tags: [tag],
        })
        const source = await feedOf([post], `<p>${unescaped(title).replaceAll('<', '&#x3C;')}</p>`)
        const clean = source.entries[0]?.title ?? ''
        const atom = parseXml(atomFeed(source))
        expect(textsOf(atom, 'title')[1]).toBe(clean)
        expect(textsOf(atom, 'content')[0]).toBe(source.entries[0]?.html)
        expect(textsOf(atom, 'summary')[0]).toBe(clean)
        const rss = parseXml(rssFeed(source))
        expect(textsOf(rss, 'title')[1]).toBe(clean)
        expect(textsOf(rss, 'content:encoded')[0]).toBe(source.entries[0]?.html)
        expect(JSON.parse(jsonFeed(source)).items[0].title).toBe(clean)
      }),
    )
  })
})
