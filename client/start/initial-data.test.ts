import { describe, expect, it } from 'vitest'
import { listOf, postOf, seedOf } from '../test/fixtures.ts'
import { fillSeed, leanSeed } from './initial-data.ts'

const seed = seedOf('/short-posts', () =>
  listOf([
    postOf({ id: 'shown', html: '<p>shown</p>', content: 'shown' }),
    postOf({ id: 'absent', html: '<p>absent</p>', content: 'absent' }),
  ]),
)
const markup = '<div data-html="shown"><p>shown</p></div>'
const path = Object.keys(seed.answers)[0] ?? ''
// The list of posts that the seed above was made with.
const htmlsOf = ({ answers }: typeof seed) =>
  ((answers[path]?.data ?? []) as { html: string | null }[]).map(({ html }) => html)

describe('the seed of a page', () => {
  it('leaves out what the document shows, and markdown', () => {
    const lean = leanSeed(seed, markup)
    expect(htmlsOf(lean)).toEqual([null, '<p>absent</p>'])
    expect(JSON.stringify(lean)).not.toContain('"content":"shown"')
  })

  it('does not change the answers it was made from', () => {
    leanSeed(seed, markup)
    expect(htmlsOf(seed)).toEqual(['<p>shown</p>', '<p>absent</p>'])
  })

  it('is whole again in the browser', () => {
    const lean = leanSeed(seed, markup)
    fillSeed(lean, (id) => `<p>${id}</p>`)
    expect(htmlsOf(lean)).toEqual(htmlsOf(seed))
  })

  it("leaves out the about page's text too", () => {
    const about = seedOf('/about', (query) =>
      query === '/about' ? { data: { html: '<p>Why</p>', areas: [] } } : null,
    )
    const lean = leanSeed(about, '<div data-html="about"><p>Why</p></div>')
    expect(lean.answers['/about']?.data).toEqual({ html: null, areas: [] })
  })
})
