// Whatever authors write, programs that read the site's files get files they can read.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildSnapshot } from '../../content/index/build-snapshot.ts'
import { calendarLines, wellFormed } from '../../test/strict-xml.ts'
import { emptyParts, postRecord, projectRecord } from '../../test/test-records.ts'
import { deadlinesIcs } from './deadlines-ics.ts'
import { atomFeed, jsonFeed, rssFeed } from './feed-formats.ts'
import { loadFeed } from './feed-source.ts'
import { webManifest } from './pictures/site-icon.ts'
import { socialCardSvg } from './pictures/social-card.ts'
import { drawnStreak, streakSvg } from './pictures/streak-badge.ts'
import { sitemapXml } from './sitemap-xml.ts'
import { escapeXml, xmlText } from './xml.ts'

const SITE_URL = 'https://gap.example'

const pieces = [
  ...[']]>', '&', '<b>', '<', '>', '&amp;', '&lt;', '&#0;', '"', "'", '="', '<category term="'],
  ...[
    '<![CDATA[',
    '<!--',
    '-->',
    '<?x',
    '</title>',
    ';',
    ',',
    ':',
    '\\',
    '\\n',
    '%',
    '/',
    '?',
    '#',
  ],
  ...['\n', '\r\n', '\t', '\u0000', '\u0001', '\u000b', '\u001b', '\u001e', '\u007f', '\u0085'],
  ...['\u2028', '\ud800', '\udfff', '\ufffe', '\uffff', '\u{1fffe}', '😀', 'é', 'e\u0301', ' '],
]
const hostile = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 })
  .map((chosen) => chosen.join(''))

/** A site in which every text that an author chooses is `text`, and every id `id`. */
function siteOf(text: string, id: string) {
  const site = {
    ...emptyParts().site,
    ...{ brand: text, title: text, description: text, author: { name: text, url: '/me' } },
  }
  const post = postRecord({ id, title: text, description: text, tags: [text], content: text })
  const link = postRecord({
    ...{ id: `${id}2`, type: 'link', title: text, tags: [text, '<'] },
    url: `https://x.org/${text}`,
  })
  const project = projectRecord({ id, title: text, tags: [text], link: `https://x.org/${text}` })
  return buildSnapshot({
    version: 1,
    now: Date.parse('2026-11-20T12:00:00Z'),
    parts: { ...emptyParts(), site, projects: [project], listedTags: [] },
    posts: [post, link],
  })
}

const feedOf = (text: string, id: string, tags: string[] = []) =>
  loadFeed({
    path: '/feed.xml',
    snapshot: siteOf(text, id),
    filter: { type: null, tags },
    posts: siteOf(text, id).publicPosts,
    siteUrl: SITE_URL,
    isLate: () => false,
    // As the renderer gives it: markup characters of a text are references.
    html: async () =>
      `<p title="${text.replace(/[&<"]/g, (c) => `&#${c.codePointAt(0)};`)}">x]]></p>`,
  })

const ids = fc.string({ unit: fc.constantFrom(...'aé日😀%&?#+ <\'"=]>;,'), minLength: 1 })

describe('with hostile titles, tags, ids and texts', () => {
  it.each<[string, (text: string, id: string) => Promise<string>]>([
    ['the Atom feed', async (text, id) => atomFeed(await feedOf(text, id))],
    ['the RSS feed', async (text, id) => rssFeed(await feedOf(text, id))],
    ['the Atom feed of a tag', async (text, id) => atomFeed(await feedOf(text, id, [text]))],
    ['the RSS feed of a tag', async (text, id) => rssFeed(await feedOf(text, id, [text]))],
    ['the sitemap', async (text, id) => sitemapXml(siteOf(text, id), SITE_URL)],
    ['the badge', async (text, id) => streakSvg(drawnStreak(siteOf(text, id), '2026-11-20'), text)],
    [
      'a social card',
      async (text) => {
        const card = { title: text, brand: text, badge: text, note: text, author: text }
        return socialCardSvg({ ...card, streak: 1, strip: [0, 4] })
      },
    ],
  ])('%s is well-formed XML', async (_, make) => {
    await fc.assert(
      fc.asyncProperty(hostile, ids, async (text, id) => {
        wellFormed(await make(text, id))
      }),
    )
  })

  it('the JSON feed and the manifest are JSON that says what the texts say', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, ids, async (text, id) => {
        const feed = JSON.parse(jsonFeed(await feedOf(text, id)))
        expect(feed.items).toHaveLength(2)
        expect(feed.authors[0].url).toBe(`${SITE_URL}/me`)
        const { site } = siteOf(text, id)
        expect(JSON.parse(webManifest(site)).short_name).toBe(xmlText(site.brand))
      }),
    )
  })

  it('the calendar has its own lines alone, and one event', () => {
    fc.assert(
      fc.property(hostile, ids, (text, id) => {
        const lines = calendarLines(deadlinesIcs(siteOf(text, id), SITE_URL))
        expect(lines.filter(([name]) => name === 'BEGIN')).toHaveLength(2)
        expect(lines.filter(([name]) => name === 'UID')).toHaveLength(1)
      }),
    )
  })

  it('a tag has its own name in both feeds', async () => {
    const tags = ['a < b', 'a & b', 'a "b" c', "it's", 'x="y"', ']]>', '<![CDATA[', '&amp;', '&lt;']
    for (const tag of tags) {
      const source = await feedOf(tag, 'a')
      const written = escapeXml(tag)
      expect(atomFeed(source)).toContain(`term="${written}"`)
      expect(rssFeed(source)).toContain(`<category>${written}</category>`)
    }
  })
})
