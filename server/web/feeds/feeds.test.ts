/** What feeds, sitemap and calendar say of some records. */
import { describe, expect, it } from 'vitest'
import type { PostRecord } from '../../content/records.ts'
import { type ProjectCommit, projectsOf } from '../../test/record-history.ts'
import { find, parseFeeds, parseXml, textsOf } from '../../test/strict-xml.ts'
import {
  emptyParts,
  fixtureContext,
  fixtureSnapshot,
  postRecord,
  postText,
  projectRecord,
  summaryOf,
} from '../../test/test-records.ts'
import { deadlinesIcs } from './deadlines-ics.ts'
import { authorUrl } from './feed-source.ts'
import { robotsTxt, sitemapXml } from './sitemap-xml.ts'

const SITE_URL = 'https://gap.example'

/** The feeds of these posts: Atom and RSS as XML, JSON as a value. */
async function feedsOf(
  posts: readonly PostRecord[],
  { search = '', html = '<p>Text</p>' as string | null, late = '' } = {},
) {
  const context = fixtureContext(fixtureSnapshot(posts), {
    text: async () => (html === null ? null : postText(html)),
    hasFallbacks: (post) => post?.id === late,
  })
  return parseFeeds(context, SITE_URL, search)
}

describe('the feeds', () => {
  it('have the words of a text that cannot be rendered, and nothing of one that is late', async () => {
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

  it('date posts by the clock of their author, and themselves by the newest change', async () => {
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

  it('of tags say so in their titles, addresses and ids', async () => {
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

  it('say who writes, and lead a link post to what it is about', async () => {
    const link = postRecord({ id: 'link', type: 'link', url: 'https://x.org/?a=1&b=2' })
    const { atom, rss, json } = await feedsOf([link])
    expect([textsOf(atom, 'name'), textsOf(rss, 'dc:creator')]).toEqual([['G.A.P.'], ['G.A.P.']])
    expect(json.authors).toEqual([{ name: 'G.A.P.', url: `${SITE_URL}/about` }])
    const address = '<a href="https://x.org/?a=1&amp;b=2">https://x.org/?a=1&amp;b=2</a>'
    expect(textsOf(atom, 'content')[0]).toContain(address)
    expect(textsOf(rss, 'content:encoded')[0]).toContain(address)
    expect(json.items[0].external_url).toBe('https://x.org/?a=1&b=2')
  })
})

it.each([
  [null, `${SITE_URL}/about`],
  ['/me', `${SITE_URL}/me`],
  ['mailto:ada@ada.example', `${SITE_URL}/about`],
  ['https://ada.example', 'https://ada.example/'],
])('an author at %s has the address %s in feeds and structured data', (url, expected) => {
  const { site } = emptyParts()
  expect(authorUrl({ ...site, author: { ...site.author, url } }, SITE_URL)).toBe(expected)
})

it('the sitemap lists each page and post once, with the day of its change in the site’s zone', () => {
  const posts = [
    postRecord({ id: 'a', updated_at: '2026-03-01T23:00:00Z' }),
    postRecord({ id: 'é?', type: 'link', instant: Date.parse('2026-01-01T13:00:00Z') }),
    postRecord({ id: 'draft', draft: true }),
  ]
  const site = { ...emptyParts().site, time_zone: 'Asia/Tokyo' }
  const xml = parseXml(sitemapXml({ snapshot: fixtureSnapshot(posts, { site }) }, SITE_URL))
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
  expect(robotsTxt(SITE_URL)).toBe(
    'User-agent: *\nDisallow: /admin$\nDisallow: /admin/\nDisallow: /admin?\nDisallow: /api/\nDisallow: /search$\nDisallow: /search?\n\nSitemap: https://gap.example/sitemap.xml\n',
  )
})

it('the calendar has an all-day event for each open project, stamped by its last commit', () => {
  const link = 'https://maps.example/?mlat=52.5#map=17/52.5,13.4;a-rather-long-address-of-a-map'
  const due = {
    id: 'a',
    title: 'Ship; v1, really',
    link,
    due_date: '2026-12-31',
    tags: ['Writing'],
  }
  const projects = [
    projectRecord(due),
    projectRecord({ id: 'done', status: 'Done' }),
    projectRecord({ id: 'completed', status: 'Completed' }),
  ]
  const icsAfter = (commits: ProjectCommit[]) => {
    const facts = {
      ...{ readTo: null, beginsAt: 0, logged: new Map(), breaks: [] },
      projects: projectsOf({ a: commits }),
    }
    return deadlinesIcs({ snapshot: fixtureSnapshot([], { projects, facts }) }, SITE_URL)
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
    'CATEGORIES:Writing',
    'END:VCALENDAR',
  ]) {
    expect(text.replaceAll('\r\n ', '')).toContain(`\r\n${line}\r\n`)
  }
})
