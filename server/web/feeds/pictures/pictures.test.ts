/** What is drawn for other places: social cards, icons, the badge. */
import { expect, it } from 'vitest'
import { GROUNDS } from '#domain/accent.ts'
import { textOf } from '../../../test/documents.ts'
import { find, parseXml, textsOf } from '../../../test/strict-xml.ts'
import { EMPTY_SITE, fixtureSnapshot, postRecord } from '../../../test/test-records.ts'
import { DARK, LIGHT } from './palette.ts'
import { faviconSvg, webManifest } from './site-icon.ts'
import { plainTitle, wrapTitle } from './social-card.ts'
import { streakSvg } from './streak-badge.ts'

it.each<[string, string, number, number]>([
  ['in large type where it fits', 'Shipping in public', 84, 1],
  ['in smaller type over more lines', 'A title of some length '.repeat(3).trim(), 72, 3],
  ['cut at its end', 'A title without an end '.repeat(12).trim(), 56, 4],
  ['over several lines without spaces', 'abcdefghij'.repeat(9), 56, 3],
])('the title of a card is %s', (_, title, size, count) => {
  const { lines, size: found } = wrapTitle(title)
  expect([found, lines.length]).toEqual([size, count])
  const isCut = lines.join(' ').length < title.length
  expect(lines.at(-1)?.endsWith('…')).toBe(isCut)
})

it('the title of a card goes without pictographs, and is the brand when nothing is left', () => {
  expect(plainTitle('Done 🎉 👩‍💻 now', 'G.A.P.')).toBe('Done now')
  expect(plainTitle('🎉', 'G.A.P.')).toBe('G.A.P.')
  expect(plainTitle('Growth™ and © 2026 ®', '')).toBe('Growth™ and © 2026 ®')
})

const posts = ['2026-11-18', '2026-11-19', '2026-11-20'].map((day) => postRecord({ id: day, day }))

const site = { ...EMPTY_SITE, brand: 'A & <B>' }

it('badge and icon show the streak and the last 14 days', () => {
  const source = { snapshot: fixtureSnapshot(posts, { site }), today: '2026-11-20' } as const
  const svg = parseXml(streakSvg(source))
  expect(textsOf(svg, 'title')).toEqual(['A & <B>: 3 days in a row with a post'])
  expect(textsOf(svg, 'text')).toEqual(['3', 'day streak', 'longest 3 · A & <B>'])
  const levels = find(svg, 'rect').map(({ attributes }) => attributes.class)
  expect(levels).toEqual(['bg line', ...Array(11).fill('h0'), 'h1', 'h1', 'h1'])
  const one = { ...source, snapshot: fixtureSnapshot(posts.slice(2)) }
  expect(streakSvg(one)).toContain('1 day in a row')
})

it('badge and icon make the site a place to share to, with icons that phones install', () => {
  expect(find(parseXml(faviconSvg(null)), 'rect')).toHaveLength(5)
  const manifest = JSON.parse(webManifest({ snapshot: fixtureSnapshot([]) }))
  expect(manifest).toMatchObject({ short_name: 'G.A.P.', start_url: '/' })
  expect(manifest.share_target).toEqual({
    action: '/admin/blog',
    method: 'GET',
    enctype: 'application/x-www-form-urlencoded',
    params: { title: 'title', text: 'text', url: 'url' },
  })
})

it.each([
  ['dark', DARK],
  ['light', LIGHT],
] as const)('badge and icon have the %s colours of the pages', (theme, { heat, ...palette }) => {
  const css = textOf('client/styles/tokens.css')
  const tokens = Object.fromEntries(
    [...css.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\);/g)].map(([, name, light, dark]) => [
      name,
      theme === 'light' ? light : dark,
    ]),
  )
  expect(tokens).toMatchObject(palette)
  // The accent of an author is made readable on them.
  const { raised } = GROUNDS
  expect(tokens).toMatchObject({ bg: GROUNDS[theme], ...(theme === 'dark' && { raised }) })
  expect(heat).toEqual([0, 1, 2, 3, 4].map((level) => tokens[`heat-${level}`]))
})
