// Whatever authors write, programs that read the site's files get files they can read.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { xmlText } from '#domain/texts/escaped.ts'
import { buildSnapshot } from '../../content/index/build-snapshot.ts'
import { calendarLines, parseFeeds, parseXml, textsOf } from '../../test/strict-xml.ts'
import {
  emptyParts,
  FIXTURE_NOW,
  FIXTURE_TODAY,
  fixtureContext,
  postRecord,
  postText,
  projectRecord,
} from '../../test/test-records.ts'
import { deadlinesIcs } from './deadlines-ics.ts'
import { webManifest } from './pictures/site-icon.ts'
import { socialCardSvg } from './pictures/social-card.ts'
import { streakSvg } from './pictures/streak-badge.ts'
import { sitemapXml } from './sitemap-xml.ts'

const SITE_URL = 'https://gap.example'

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
  return buildSnapshot({
    version: 1,
    now: FIXTURE_NOW,
    parts: {
      ...emptyParts(),
      site: { ...emptyParts().site, ...words },
      projects: [projectRecord({ id, title: text, tags: [text], link })],
      facts: { readTo: null, beginsAt: 0, logged: new Map(), breaks: [], projects: new Map() },
    },
    posts: [
      postRecord({ id, ...shared }),
      postRecord({ id: `${id}2`, type: 'link', url: link, ...shared }),
    ],
  })
}

/** Atom, RSS and JSON; a text is html as the renderer gives it, with references for markup. */
async function feedsOf(text: string, id: string, search: string) {
  const written = text.replace(/[&<"]/g, (letter) => `&#${letter.codePointAt(0)};`)
  const html = `<p title="${written}">x]]></p>`
  const context = fixtureContext(siteOf(text, id), { text: async () => postText(html) })
  return parseFeeds(context, SITE_URL, search)
}

it('feeds of hostile titles, tags, ids and texts can be read, and say what the texts say', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, ids, fc.boolean(), async (text, id, isOfTag) => {
      const search = isOfTag ? `?${new URLSearchParams({ tag: text })}` : ''
      const { atom, rss, json } = await feedsOf(text, id, search)
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
  ['the sitemap', (text, id) => sitemapXml({ snapshot: siteOf(text, id) }, SITE_URL)],
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
      const calendar = deadlinesIcs({ snapshot }, SITE_URL)
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
