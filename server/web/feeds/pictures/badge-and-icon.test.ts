import { describe, expect, it } from 'vitest'
import { fixtureSnapshot } from '../../../test/snapshot-fixture.ts'
import { find, parseXml, textsOf } from '../../../test/strict-xml.ts'
import { emptyParts, postRecord } from '../../../test/test-records.ts'
import { faviconSvg, webManifest } from './site-icon.ts'
import { drawnStreak } from './streak-of-site.ts'
import { streakSvg } from './streak-svg.ts'

describe('the badge and the icon', () => {
  const posts = ['2026-11-18', '2026-11-19', '2026-11-20'].map((day) =>
    postRecord({ id: day, day }),
  )

  it('shows the streak and the last 14 days', () => {
    const drawn = drawnStreak(fixtureSnapshot(posts), '2026-11-20')
    expect(drawn.streak.current_streak).toBe(3)
    expect(drawn.strip).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1])
    const svg = parseXml(streakSvg(drawn, 'A & <B>'))
    expect(textsOf(svg, 'title')).toEqual(['A & <B>: 3 days in a row with a post'])
    expect(textsOf(svg, 'text')).toEqual(['3', 'day streak', 'longest 3 · A & <B>'])
    expect(find(svg, 'rect')).toHaveLength(15)
  })

  it('says one day for one', () => {
    const drawn = drawnStreak(fixtureSnapshot(posts.slice(2)), '2026-11-20')
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
    expect(find(parseXml(faviconSvg()), 'rect')).toHaveLength(5)
    expect(JSON.parse(webManifest(emptyParts().site))).toMatchObject({
      short_name: 'G.A.P.',
      start_url: '/',
    })
  })
})
