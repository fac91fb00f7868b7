/** What front matter is, and what is none; texts where it is wrong stand in `malformed.test.ts`. */
import { describe, expect, it } from 'vitest'
import { splitFrontMatter } from './front-matter.ts'

describe('front matter', () => {
  it.each([
    ['date: 2026-11-20', { date: '2026-11-20' }],
    ['date: 2026-11-20 10:00:00 +0100', { date: '2026-11-20 10:00:00 +0100' }],
    ['title: 0123', { title: '0123' }],
    ['title: 1e3', { title: '1e3' }],
    ['title: 12:30', { title: '12:30' }],
    ['title: "a\\tb"', { title: 'a\tb' }],
    ['title:', { title: null }],
    ['# only a comment', {}],
    ['', {}],
    ['__proto__: {a: b}', JSON.parse('{"__proto__": {"a": "b"}}')],
    ['constructor: x', { constructor: 'x' }],
  ])('keeps %j as written', (yaml, data) => {
    const parts = { data, yaml: `${yaml}\n`, body: '' }
    expect(splitFrontMatter(`---\n${yaml}\n---\n`)).toMatchObject(parts)
  })

  it.each([
    ['no front matter', 'Just text.\n'],
    ['a table without outer pipes', '--- | ---\n'],
    ['a shortcode', '{{< figure >}}\n'],
    ['nothing', ''],
    ['a thematic break after blank lines', '\n\n---\n\nText\n'],
    ['a comment before prose', '<!-- toc -->\n\nIt was late.\n'],
    ['an underlined heading', 'Summary: a year\n---\n\nText\n'],
    ['a heading before a date', '# A talk\n\nDate: 1 May\nAuthor: me\n\nText\n'],
    ['a sentence with a colon', 'Note: draft: is a word too.\n'],
    ['an example in a code block', '```yaml\n---\ndraft: true\n---\n```\n'],
    ['an example in an indented block', 'Look.\n\n    ---\n    draft: true\n    ---\n'],
    ['a heading and a word with a colon', 'Plans\n---\nDraft: the talk is one.\n\nText\n'],
  ])('is absent from a text with %s', (_, text) => {
    expect(splitFrontMatter(text)).toMatchObject({ data: {}, yaml: '', body: text })
  })
})
