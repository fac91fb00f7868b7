import { describe, expect, it } from 'vitest'
import { initialDataOf, listOf, postOf } from '../test/fixtures.ts'
import { fillInitialData, leanInitialData } from './initial-data.ts'

const initial = initialDataOf('/short-posts', () =>
  listOf([
    postOf({ id: 'shown', html: '<p>shown</p>', content: 'shown' }),
    postOf({ id: 'absent', html: '<p>absent</p>', content: 'absent' }),
  ]),
)
const markup = '<div data-html="shown"><p>shown</p></div>'
const path = Object.keys(initial.answers)[0] ?? ''
// The list of posts that the initial data above was made with.
const htmlsOf = ({ answers }: typeof initial) =>
  ((answers[path]?.data ?? []) as { html: string | null }[]).map(({ html }) => html)

describe('the initial data of a page', () => {
  it('leaves out what the document shows, and markdown', () => {
    const lean = leanInitialData(initial, markup)
    expect(htmlsOf(lean)).toEqual([null, '<p>absent</p>'])
    expect(JSON.stringify(lean)).not.toContain('"content":"shown"')
  })

  it('does not change the answers it was made from', () => {
    leanInitialData(initial, markup)
    expect(htmlsOf(initial)).toEqual(['<p>shown</p>', '<p>absent</p>'])
  })

  it('is whole again in the browser', () => {
    const lean = leanInitialData(initial, markup)
    fillInitialData(lean, (id) => `<p>${id}</p>`)
    expect(htmlsOf(lean)).toEqual(htmlsOf(initial))
  })

  it("leaves out the about page's text too", () => {
    const about = initialDataOf('/about', (query) =>
      query === '/about' ? { data: { html: '<p>Why</p>', areas: [] } } : null,
    )
    const lean = leanInitialData(about, '<div data-html="about"><p>Why</p></div>')
    expect(lean.answers['/about']?.data).toEqual({ html: null, areas: [] })
  })
})
