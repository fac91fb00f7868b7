/** What feeds, sitemap, calendar and pictures say of some records, whatever authors write. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { xmlText } from '#domain/texts/escaped.ts'
import type { PostRecord } from '../../content/records.ts'
import { historyFacts, type ProjectCommit, projectsOf } from '../../test/record-history.ts'
import { calendarLines, find, parseFeeds, parseXml, textsOf } from '../../test/strict-xml.ts'
import {
  EMPTY_SITE,
  FIXTURE_TODAY,
  fixtureContext,
  fixturePost,
  fixtureSnapshot,
  postRecord,
  postText,
  projectRecord,
  summaryOf,
} from '../../test/test-records.ts'
import { deadlinesIcs } from './deadlines-ics.ts'
import { authorUrl } from './feed-source.ts'
import { webManifest } from './pictures/site-icon.ts'
import { socialCardSvg } from './pictures/social-card.ts'
import { streakSvg } from './pictures/streak-badge.ts'
import { recordFeed } from './record-feed.ts'
import { robotsTxt, sitemapXml } from './sitemap-xml.ts'

const SITE_URL = 'https://gap.example'

async function feedsOf(
  posts: readonly PostRecord[],
  { search = '', html = '<p>Text</p>' as string | null, late = '' } = {},
) {
  const context = fixtureContext(fixtureSnapshot(posts), {
    text: async () => (html === null ? null : postText(html)),
    hasFallbacks: (post) => post?.id === late,
  })
  return parseFeeds(context, search)
}

it('feeds have the words of a text that cannot be rendered, and nothing of one that is late', async () => {
  const posts = ['raw', 'late'].map((id) =>
    postRecord({ id, summary: () => summaryOf('a <b> & "c"') }),
  )
  const { atom, rss, json } = await feedsOf(posts, { html: null, late: 'late' })
  expect(json.items).toMatchObject([
    { url: `${SITE_URL}/post/raw`, content_html: '<p>a &lt;b&gt; &amp; &quot;c&quot;</p>' },
  ])
  expect(textsOf(atom, 'id')).toEqual([`${SITE_URL}/`, `${SITE_URL}/post/raw`])
  expect(textsOf(rss, 'guid')).toEqual([`${SITE_URL}/post/raw`])
})

it('feeds date posts by the clock of their author, and themselves by the newest change', async () => {
  const evening = postRecord({
    id: 'evening post',
    instant: Date.parse('2026-03-01T23:30:00-05:00'),
    created_at: '2026-03-01T23:30:00-05:00',
    updated_at: '2026-03-05T08:00:00-05:00',
  })
  const { atom, rss, json } = await feedsOf([evening, postRecord({ id: 'old' })])
  expect(textsOf(atom, 'published')[0]).toBe('2026-03-01T23:30:00-05:00')
  expect(textsOf(atom, 'updated')[0]).toBe('2026-03-05T08:00:00-05:00')
  expect(textsOf(rss, 'pubDate')[0]).toBe('Sun, 01 Mar 2026 23:30:00 -0500')
  expect(json.items[0]).toMatchObject({
    url: `${SITE_URL}/post/evening%20post`,
    date_published: '2026-03-01T23:30:00-05:00',
    date_modified: '2026-03-05T08:00:00-05:00',
  })
  const empty = await feedsOf([])
  expect(textsOf(empty.atom, 'updated')).toEqual(['1970-01-01T00:00:00Z'])
})

it('feeds of tags say so in their titles, addresses and ids', async () => {
  const { atom, rss, json } = await feedsOf([], { search: '?tag=r%26d&tag=a' })
  const search = '?tag=a&tag=r%26d'
  const title = 'Growth & Accountability Project: Posts tagged a or r&d'
  const page = `${SITE_URL}/${search}`
  expect(textsOf(atom, 'id')).toEqual([`${SITE_URL}/feed.xml${search}`])
  expect(textsOf(atom, 'title')).toEqual([title])
  expect(find(atom, 'link').map(({ attributes }) => attributes)).toEqual([
    { rel: 'alternate', href: page },
    { rel: 'self', href: `${SITE_URL}/feed.xml${search}` },
  ])
  expect([textsOf(rss, 'title'), textsOf(rss, 'link')]).toEqual([[title], [page]])
  expect(find(rss, 'atom:link')[0]?.attributes.href).toBe(`${SITE_URL}/rss.xml${search}`)
  const feed_url = `${SITE_URL}/feed.json${search}`
  expect(json).toMatchObject({ title, feed_url, home_page_url: page })
})

it('feeds say who writes, and lead a link post to what it is about', async () => {
  const link = postRecord({ id: 'link', type: 'link', url: 'https://x.org/?a=1&b=2' })
  const { atom, rss, json } = await feedsOf([link])
  expect([textsOf(atom, 'name'), textsOf(rss, 'dc:creator')]).toEqual([['G.A.P.'], ['G.A.P.']])
  expect(json.authors).toEqual([{ name: 'G.A.P.', url: `${SITE_URL}/about` }])
  const address = '<a href="https://x.org/?a=1&amp;b=2">https://x.org/?a=1&amp;b=2</a>'
  expect(textsOf(atom, 'content')[0]).toContain(address)
  expect(textsOf(rss, 'content:encoded')[0]).toContain(address)
  expect(json.items[0].external_url).toBe('https://x.org/?a=1&b=2')
})

it.each([
  [null, `${SITE_URL}/about`],
  ['/me', `${SITE_URL}/me`],
  ['mailto:ada@ada.example', `${SITE_URL}/about`],
  ['https://ada.example', 'https://ada.example/'],
])('an author at %s has the address %s in feeds and structured data', (url, expected) => {
  const site = EMPTY_SITE
  expect(authorUrl({ ...site, author: { ...site.author, url } }, SITE_URL)).toBe(expected)
})

it('the sitemap lists each page and post once, with the day of its change in the site’s zone', () => {
  const posts = [
    postRecord({ id: 'a', updated_at: '2026-03-01T23:00:00Z' }),
    postRecord({ id: 'é?', type: 'link', instant: Date.parse('2026-01-01T13:00:00Z') }),
    postRecord({ id: 'draft', draft: true }),
  ]
  const site = { ...EMPTY_SITE, time_zone: 'Asia/Tokyo' }
  const xml = parseXml(
    sitemapXml({ snapshot: fixtureSnapshot(posts, { site }), siteUrl: SITE_URL }),
  )
  const entries = find(xml, 'url').map((url) => [
    ...textsOf(url, 'loc').map((address) => address.replace(SITE_URL, '')),
    ...textsOf(url, 'lastmod'),
  ])
  expect(entries).toEqual([
    ...['/', '/essays', '/short-posts', '/about', '/stats', '/projects', '/record'].map((path) => [
      path,
    ]),
    ['/resources/learning-ai'],
    ['/post/%C3%A9%3F', '2026-01-01'],
    ['/post/a', '2026-03-02'],
  ])
  expect(robotsTxt({ siteUrl: SITE_URL })).toBe(
    'User-agent: *\nDisallow: /admin$\nDisallow: /admin/\nDisallow: /admin?\nDisallow: /api/\nDisallow: /search$\nDisallow: /search?\n\nSitemap: https://gap.example/sitemap.xml\n',
  )
})

it('the calendar has an all-day event for each open project, stamped by its last commit', () => {
  const link = 'https://maps.example/?mlat=52.5#map=17/52.5,13.4;a-rather-long-address-of-a-map'
  const due = { id: 'a', title: 'Ship; v1, really', link, due_date: '2026-12-31', tags: ['A'] }
  const projects = [
    projectRecord(due),
    projectRecord({ id: 'done', status: 'Done' }),
    projectRecord({ id: 'completed', status: 'Completed' }),
  ]
  const icsAfter = (commits: ProjectCommit[]) => {
    const facts = historyFacts({ projects: projectsOf({ a: commits }) })
    return deadlinesIcs({ snapshot: fixtureSnapshot([], { projects, facts }), siteUrl: SITE_URL })
  }
  const first: ProjectCommit = ['10-20', '12-01']
  expect(icsAfter([first])).toContain('\r\nSEQUENCE:0\r\nDTSTAMP:20261020T120000Z\r\n')
  const text = icsAfter([first, ['11-01', '12-31']])
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  expect(text.replaceAll('\r\n ', '')).toContain(
    `\r\nURL;VALUE=URI:${link.replace(',', '%2C').replace(';', '%3B')}\r\n`,
  )
  for (const line of [
    'UID:a@gap.example',
    'SEQUENCE:1',
    'DTSTAMP:20261101T120000Z',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'SUMMARY:Due: Ship\\; v1\\, really',
    'CATEGORIES:A',
    'END:VCALENDAR',
  ]) {
    expect(text.replaceAll('\r\n ', '')).toContain(`\r\n${line}\r\n`)
  }
})

function recordFeedOf(commits: typeof PROJECTS, repository: string | null = null): string {
  const instant = Date.parse('2026-11-08T08:00:00Z')
  const post = fixturePost({ id: 'déjà', title: 'A & <b>', instant })
  const at = Date.parse('2026-11-13T12:00:00Z')
  const projects = projectsOf(commits)
  const logged = new Map([[post.path, { commit: 'c0ffee'.repeat(6), at, isImported: false }]])
  const site = { ...EMPTY_SITE, time_zone: 'Europe/Berlin', repository }
  const facts = historyFacts({ logged, projects })
  const snapshot = fixtureSnapshot([post], { site, facts })
  const xml = recordFeed({ snapshot, today: FIXTURE_TODAY, siteUrl: SITE_URL })
  parseXml(xml)
  return xml
}

const all = (xml: string, pattern: RegExp) => Array.from(xml.matchAll(pattern), ([, text]) => text)
const PROJECTS: Record<string, ProjectCommit[]> = {
  a: [
    ['11-01', '11-05'],
    ['11-03', '11-19'],
  ],
  b: [
    ['11-04', '11-10'],
    ['11-12', '11-10', 'Done'],
  ],
}

it('the feed of the record tells each entry in a sentence, newest first', () => {
  const xml = recordFeedOf(PROJECTS)
  expect(all(xml, /<title>(.*?)<\/title>/g).slice(1)).toEqual([
    'Missed: a',
    'Done 2 days late: b',
    'Missed: b',
    'Posted: A &amp; &lt;b&gt;, logged 5 days later',
    'Promised: b, by November 10, 2026',
    'Moved: a, from November 5, 2026 to November 19, 2026',
    'Promised: a, by November 5, 2026',
  ])
  expect(xml).toContain('<p>why 1</p>')
  expect(xml).toContain(`<id>${SITE_URL}/record.xml</id>`)
  expect(all(xml, /<link href="(.*?)"/g)).toContain(`${SITE_URL}/post/d%C3%A9j%C3%A0`)
  expect(all(xml, /<updated>(.*?)<\/updated>/g).slice(0, 2)).toEqual([
    '2026-11-20T00:00:00+01:00',
    '2026-11-20T00:00:00+01:00',
  ])
})

it('an entry of the feed keeps its id when others come', () => {
  const ids = all(recordFeedOf(PROJECTS), /<id>(.*?)<\/id>/g).slice(1)
  expect(new Set(ids).size).toBe(7)
  expect(ids.slice(0, 2)).toEqual([
    `${SITE_URL}/record#missed-a-2026-11-20`,
    `${SITE_URL}/record#done_late-b`,
  ])
  const others = recordFeedOf({ ...PROJECTS, c: [['11-06', '11-30']] })
  expect(all(others, /<id>(.*?)<\/id>/g)).toEqual(expect.arrayContaining(ids))
})

it('a commit leads to its page where site.yaml names the repository', () => {
  expect(recordFeedOf(PROJECTS)).toContain('Commit c0ffeec')
  const commit = 'c0ffee'.repeat(6)
  const address = `https://git.example/ann/words/commit/${commit}`
  const repository = 'https://git.example/ann/words.git'
  expect(recordFeedOf(PROJECTS, repository)).toContain(`<a href="${address}">`)
})

const pieces = [
  ...[']]>', '&', '<b>', '<', '>', '&amp;', '&lt;', '&#0;', '"', "'", '="', '<category term="'],
  ...['<![CDATA[', '<!--', '-->', '<?x', '</title>', ';', ',', ':', '\\', '\\n', '%', '/', '?'],
  ...['\n', '\r\n', '\t', '\u0000', '\u0001', '\u000b', '\u001b', '\u001e', '\u007f', '\u0085'],
  ...['\u2028', '\ud800', '\udfff', '\ufffe', '\uffff', '\u{1fffe}', '😀', 'é', 'e\u0301', ' '],
]
const hostile = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 })
  .map((chosen) => chosen.join(''))
const ids = fc.string({ unit: fc.constantFrom(...'aé日😀%&?#+ <\'"=]>;,'), minLength: 1 })

/** A site in which every text that an author chooses is `text`, and every id `id`. */
function siteOf(text: string, id: string) {
  const words = { brand: text, title: text, description: text, author: { name: text, url: '/me' } }
  const link = `https://x.org/${text}`
  const shared = { title: text, description: text, content: text, tags: [text, '<'] }
  const posts = [
    postRecord({ id, ...shared }),
    postRecord({ id: `${id}2`, type: 'link', url: link, ...shared }),
  ]
  return fixtureSnapshot(posts, {
    site: { ...EMPTY_SITE, ...words },
    projects: [projectRecord({ id, title: text, tags: [text], link })],
    facts: historyFacts(),
  })
}

it('feeds of hostile titles, tags, ids and texts can be read, and say what the texts say', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, ids, fc.boolean(), async (text, id, isOfTag) => {
      const search = isOfTag ? `?${new URLSearchParams({ tag: text })}` : ''
      // References for markup, as the renderer writes them.
      const written = text.replace(/[&<"]/g, (letter) => `&#${letter.codePointAt(0)};`)
      const html = `<p title="${written}">x]]></p>`
      const context = fixtureContext(siteOf(text, id), { text: async () => postText(html) })
      const { atom, rss, json } = await parseFeeds(context, search)
      const clean = xmlText(text)
      const titles = json.items.map(({ title }: { title: string }) => title)
      // A parser of XML reads every end of a line as a line feed.
      const read = titles.map((title: string) => title.replace(/\r\n?/g, '\n'))
      expect(textsOf(atom, 'title').slice(1)).toEqual(read)
      expect(textsOf(rss, 'title').slice(1)).toEqual(read)
      if (!isOfTag) expect(titles).toEqual([clean, clean])
      expect(json.authors[0].url).toBe(`${SITE_URL}/me`)
    }),
  )
})

it.each<[string, (text: string, id: string) => string]>([
  ['the sitemap', (text, id) => sitemapXml({ snapshot: siteOf(text, id), siteUrl: SITE_URL })],
  ['the badge', (text, id) => streakSvg({ snapshot: siteOf(text, id), today: FIXTURE_TODAY })],
  [
    'a social card',
    (text) => socialCardSvg({ title: text, brand: text, badge: text, note: text, author: text }),
  ],
])('%s of hostile texts is well-formed XML', (_, make) => {
  fc.assert(fc.property(hostile, ids, (text, id) => void parseXml(make(text, id))))
})

it('calendar and manifest of hostile texts have what is theirs alone', () => {
  fc.assert(
    fc.property(hostile, ids, (text, id) => {
      const snapshot = siteOf(text, id)
      const calendar = deadlinesIcs({ snapshot, siteUrl: SITE_URL })
      const lines = calendarLines(calendar)
      expect(lines.filter(([name]) => name === 'BEGIN')).toHaveLength(4)
      expect(lines.filter(([name]) => name === 'UID')).toHaveLength(1)
      for (const line of calendar.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      }
      const manifest = JSON.parse(webManifest({ snapshot }))
      expect(manifest.short_name).toBe(xmlText(snapshot.site.brand))
    }),
  )
})
