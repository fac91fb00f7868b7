import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Element, xml2js } from 'xml-js'
import type { FeedFilter } from '#domain/feed-filter.ts'
import { buildSnapshot } from '../../content/index/build-snapshot.ts'
import type { ContentParts } from '../../content/index/content-parts.ts'
import type { PostRecord } from '../../content/records.ts'
import { wellFormed } from '../../test/strict-xml.ts'
import { emptyParts, postRecord, projectRecord } from '../../test/test-records.ts'
import { atomFeed, rssFeed } from './atom-and-rss.ts'
import { deadlinesIcs } from './deadlines-ics.ts'
import { loadFeed } from './feed-source.ts'
import { jsonFeed } from './json-feed.ts'
import { faviconSvg, webManifest } from './pictures/site-icon.ts'
import { drawnStreak } from './pictures/streak-of-site.ts'
import { streakSvg } from './pictures/streak-svg.ts'
import { portableHtml } from './portable-html.ts'
import { robotsTxt, sitemapXml } from './sitemap-xml.ts'

const SITE_URL = 'https://gap.example'

function snapshotOf(posts: readonly PostRecord[], parts: Partial<ContentParts> = {}) {
  return buildSnapshot(null, {
    now: Date.parse('2026-11-20T12:00:00Z'),
    parts: { ...emptyParts(), ...parts },
    posts: new Map(posts.map((post) => [post.id, post])),
  }).snapshot
}

const ALL: FeedFilter = { type: null, tags: [] }

const feedOf = (
  posts: readonly PostRecord[],
  html: string | null = '<p>Text</p>',
  late = '',
  filter = ALL,
) =>
  loadFeed({
    snapshot: snapshotOf(posts),
    filter,
    posts: snapshotOf(posts).publicPosts,
    siteUrl: SITE_URL,
    html: async () => html,
    isLate: ({ id }) => id === late,
  })

/** Parses, or throws when it is not well-formed. */
const parse = (xml: string) => xml2js(wellFormed(xml), { compact: false }) as Element

function find(element: Element, name: string): Element[] {
  const own = (element.elements ?? []).filter((child) => child.name === name)
  return [...own, ...(element.elements ?? []).flatMap((child) => find(child, name))]
}

const textOf = (element: Element | undefined) =>
  (element?.elements ?? []).map(({ text, cdata }) => String(text ?? cdata ?? '')).join('')

const textsOf = (element: Element, name: string) => find(element, name).map(textOf)

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
    expect(textsOf(parse(atomFeed(source)), 'id').slice(1)).toEqual(ids)
    expect(textsOf(parse(rssFeed(source)), 'guid')).toEqual(ids)
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
    const atom = parse(atomFeed(source))
    expect(textsOf(atom, 'published')[0]).toBe('2026-03-01T23:30:00-05:00')
    expect(textsOf(atom, 'updated')[0]).toBe('2026-03-05T08:00:00-05:00')
    const rss = parse(rssFeed(source))
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
    expect(textsOf(parse(atomFeed(await feedOf([]))), 'updated')).toEqual([
      '1970-01-01T00:00:00.000Z',
    ])
  })

  it('of a tag and a type say so in their titles, addresses and ids', async () => {
    const filter: FeedFilter = { type: 'essay', tags: ['R&D', 'A'] }
    const source = await feedOf([], null, '', filter)
    const search = '?tag=A&tag=R%26D&type=essay'
    const title = 'Growth & Accountability Project: Essays tagged A or R&D'
    const atom = parse(atomFeed(source))
    expect(textsOf(atom, 'id')).toEqual([`${SITE_URL}/feed.xml${search}`])
    expect(textsOf(atom, 'title')).toEqual([title])
    const links = find(atom, 'link').map(({ attributes }) => attributes)
    expect(links).toContainEqual({ rel: 'self', href: `${SITE_URL}/feed.xml${search}` })
    expect(links).toContainEqual({
      rel: 'alternate',
      href: `${SITE_URL}/essays?tag=A&tag=R%26D`,
    })
    const rss = parse(rssFeed(source))
    expect(textsOf(rss, 'title')).toEqual([title])
    expect(textsOf(rss, 'link')).toEqual([`${SITE_URL}/essays?tag=A&tag=R%26D`])
    expect(find(rss, 'atom:link')[0]?.attributes?.href).toBe(`${SITE_URL}/rss.xml${search}`)
    expect(JSON.parse(jsonFeed(source))).toMatchObject({
      title,
      feed_url: `${SITE_URL}/feed.json${search}`,
      home_page_url: `${SITE_URL}/essays?tag=A&tag=R%26D`,
    })
  })

  it('say where they are and who writes', async () => {
    const source = await feedOf([evening])
    const links = find(parse(atomFeed(source)), 'link').map(({ attributes }) => attributes)
    expect(links).toContainEqual({ rel: 'self', href: `${SITE_URL}/feed.xml` })
    expect(textsOf(parse(atomFeed(source)), 'name')).toEqual(['G.A.P.'])
    expect(find(parse(rssFeed(source)), 'atom:link')[0]?.attributes).toMatchObject({
      rel: 'self',
      href: `${SITE_URL}/rss.xml`,
    })
    expect(textsOf(parse(rssFeed(source)), 'dc:creator')).toEqual(['G.A.P.'])
    expect(JSON.parse(jsonFeed(source))).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      feed_url: `${SITE_URL}/feed.json`,
      authors: [{ name: 'G.A.P.', url: `${SITE_URL}/about` }],
    })
  })

  it('lead a link post to what it is about', async () => {
    const source = await feedOf([link])
    const address = '<a href="https://x.org/?a=1&amp;b=2">https://x.org/?a=1&amp;b=2</a>'
    expect(textsOf(parse(atomFeed(source)), 'content')[0]).toContain(address)
    expect(textsOf(parse(rssFeed(source)), 'content:encoded')[0]).toContain(address)
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
        const atom = parse(atomFeed(source))
        expect(unescaped(textsOf(atom, 'title')[1] ?? '')).toBe(clean)
        expect(textsOf(atom, 'content')[0]).toBe(source.entries[0]?.html)
        expect(unescaped(textsOf(atom, 'summary')[0] ?? '')).toBe(clean)
        const rss = parse(rssFeed(source))
        expect(textsOf(rss, 'title')[1]).toBe(clean.replaceAll(']]>', ']] >'))
        expect(textsOf(rss, 'content:encoded')[0]).toBe(source.entries[0]?.html)
        expect(JSON.parse(jsonFeed(source)).items[0].title).toBe(clean)
      }),
    )
  })
})

describe('html for elsewhere', () => {
  it.each<[string, string, string]>([
    ['addresses of the site', '<a href="/b">c</a>', '<a href="https://gap.example/b">c</a>'],
    [
      'relative ones',
      '<img src="b.png" alt="">',
      '<img src="https://gap.example/post/b.png" alt="">',
    ],
    [
      'what plays and the forms of an image',
      '<video poster="/p.png"><source src="b.mp4"></video><source srcset="/c.png 1x, d.png 2x">',
      '<video poster="https://gap.example/p.png"><source src="https://gap.example/post/b.mp4"></video><source srcset="https://gap.example/c.png 1x, https://gap.example/post/d.png 2x">',
    ],
    ['anchors', '<a href="#p-a-x">c</a>', '<a href="https://gap.example/post/a#p-a-x">c</a>'],
    [
      'absolute ones',
      '<a href="https://x.org/?a=1&#x26;b">c</a>',
      '<a href="https://x.org/?a=1&amp;b">c</a>',
    ],
    ['quotes in addresses', '<a href="/?&#x22;">c</a>', '<a href="https://gap.example/?%22">c</a>'],
    [
      'text that looks like one',
      '<p>a href="/b" &#x3C;a href="/c"></p>',
      '<p>a href="/b" &#x3C;a href="/c"></p>',
    ],
    [
      'titles that look like one',
      '<a href="/b" title="x > href=y">c</a>',
      '<a href="https://gap.example/b" title="x > href=y">c</a>',
    ],
    [
      'marks of headings',
      '<h2 id="a">b<a class="heading-anchor" aria-hidden="true" href="#a"></a></h2>',
      '<h2 id="a">b</h2>',
    ],
  ])('has %s as they are there', (_, html, portable) => {
    expect(portableHtml(html, 'https://gap.example/post/a')).toBe(portable)
  })
})

describe('the sitemap', () => {
  it('lists each page and post once, with the day of its change in the site’s zone', async () => {
    const posts = [
      postRecord({ id: 'a', updated_at: '2026-03-01T23:00:00Z' }),
      postRecord({ id: 'é?', type: 'link', instant: Date.parse('2026-01-01T13:00:00Z') }),
      postRecord({ id: 'draft', draft: true }),
    ]
    const site = { ...emptyParts().site, time_zone: 'Asia/Tokyo' }
    const xml = await sitemapXml(snapshotOf(posts, { site }), SITE_URL)
    const entries = find(parse(xml), 'url').map((url) => [
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

describe('the calendar', () => {
  const unfolded = (text: string) => text.replaceAll('\r\n ', '')
  const move = {
    from: '2026-12-01',
    to: '2026-12-31',
    at: '2026-11-01T10:00:00Z',
    commit: 'c',
    reason: '',
  }

  it('has an all-day event for each project that is not completed', () => {
    const projects = [
      projectRecord({
        id: 'a',
        title: 'Ship; v1, really',
        due_date: '2026-12-31',
        tags: ['Writing'],
      }),
      projectRecord({ id: 'done', status: 'Done' }),
      projectRecord({ id: 'completed', status: 'Completed' }),
    ]
    const parts = { projects, moves: new Map([['a', [move]]]) }
    const text = unfolded(deadlinesIcs(snapshotOf([], parts), SITE_URL))
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    for (const line of [
      'UID:a@gap.example',
      'SEQUENCE:1',
      'DTSTAMP:20261101T100000Z',
      'DTSTART;VALUE=DATE:20261231',
      'DTEND;VALUE=DATE:20270101',
      'SUMMARY:Due: Ship\\; v1\\, really',
      'CATEGORIES:Writing',
      'END:VCALENDAR',
    ]) {
      expect(text).toContain(`\r\n${line}\r\n`)
    }
  })

  it('has the same day in every zone of the server', () => {
    const before = process.env.TZ
    try {
      for (const zone of ['Pacific/Kiritimati', 'America/New_York', 'Asia/Kolkata', 'UTC']) {
        process.env.TZ = zone
        const projects = [projectRecord({ id: 'a', due_date: '2026-03-29' })]
        expect(deadlinesIcs(snapshotOf([], { projects }), SITE_URL)).toContain(
          'DTSTART;VALUE=DATE:20260329\r\n',
        )
      }
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  })

  it('keeps to lines of 75 bytes and has no line of an author’s making', () => {
    const title = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(title, (text) => {
        const projects = [projectRecord({ id: 'a', title: `${text}\r\nBEGIN:X`, tags: [text] })]
        const calendar = deadlinesIcs(snapshotOf([], { projects }), SITE_URL)
        const lines = calendar.split('\r\n')
        for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(calendar.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
        expect(lines.filter((line) => line.startsWith('BEGIN:'))).toHaveLength(2)
      }),
    )
  })
})

describe('the badge and the icon', () => {
  const posts = ['2026-11-18', '2026-11-19', '2026-11-20'].map((day) =>
    postRecord({ id: day, day }),
  )

  it('shows the streak and the last 14 days', () => {
    const drawn = drawnStreak(snapshotOf(posts), '2026-11-20')
    expect(drawn.streak.current_streak).toBe(3)
    expect(drawn.strip).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1])
    const svg = parse(streakSvg(drawn, 'A & <B>'))
    expect(textsOf(svg, 'title')).toEqual(['A & <B>: 3 days in a row with a post'])
    expect(textsOf(svg, 'text')).toEqual(['3', 'day streak', 'longest 3 · A & <B>'])
    expect(find(svg, 'rect')).toHaveLength(15)
  })

  it('says one day for one', () => {
    const drawn = drawnStreak(snapshotOf(posts.slice(2)), '2026-11-20')
    expect(streakSvg(drawn, 'G.A.P.')).toContain('1 day in a row')
  })

  it('make the site a place to share to, with icons that phones install', () => {
    const manifest = JSON.parse(webManifest(emptyParts().site))
    expect(manifest.share_target).toEqual({
      action: '/admin/blog',
      method: 'GET',
      params: { title: 'title', text: 'text', url: 'url' },
    })
    expect(manifest.icons).toMatchObject([
      { src: '/favicon.svg', sizes: 'any', purpose: 'any' },
      { sizes: '192x192', type: 'image/png', purpose: 'any' },
      { sizes: '512x512', type: 'image/png', purpose: 'any' },
      { sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ])
  })

  it('are XML and JSON that stand for themselves', () => {
    expect(find(parse(faviconSvg()), 'rect')).toHaveLength(5)
    expect(JSON.parse(webManifest(emptyParts().site))).toMatchObject({
      short_name: 'G.A.P.',
      start_url: '/',
    })
  })
})
