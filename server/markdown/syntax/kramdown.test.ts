import { describe, expect, it } from 'vitest'
import { growthOf } from '../../test/growth.ts'
import { renderMarkdown } from '../markdown-pipeline.ts'
import { readingText } from '../plain-text.ts'

const render = (markdown: string) =>
  renderMarkdown(markdown, '').html.replace(/<a class="heading-anchor"[^>]*><\/a>/g, '')
const words = (markdown: string) => readingText(markdown).trim().split(/\s+/)
const TABLE = '| a |\n|---|\n| b |'

const TAKEN: [why: string, markdown: string, without: string][] = [
  ['a class below a paragraph', 'a\n{: .x}', 'a'],
  ['one above it', '{:.x}\na', 'a'],
  ['one that stands alone', 'a\n\n{: .x #y}\n\nb', 'a\n\nb'],
  ['several', 'a\n{: .x}\n{:#y .z}', 'a'],
  ['attributes of a link', '[a](/b){:target="_blank" rel="nofollow"} c', '[a](/b) c'],
  ['attributes of two links', '[a](/b){:.x_y} and [c](/d){:.x_y}', '[a](/b) and [c](/d)'],
  ['the size of a picture', '![a](/b.png){: width="30" .right}', '![a](/b.png)'],
  ['an attribute with marks in it', 'a{: title="*b* www.x.org `"} c', 'a c'],
  ['a class of a quote', '> a\n{: .x}', '> a'],
  ['one in a quote alone', '> a\n\n> {: .x}', '> a'],
  ['a class of a list', '- a\n- b\n{: .x}', '- a\n- b'],
  ['a class of an item', '- {:.x} a\n- b', '- a\n- b'],
  ['a class of a table', `${TABLE}\n{: .x}`, TABLE],
  ['the language of a block of code', '```\na\n```\n{: .language-ruby}', '```\na\n```'],
  ['one below a heading', '## a\n{: .no_toc}\n\nb', '## a\n\nb'],
  ['one above a rule', 'a\n\n{: .x}\n---\n\nb', 'a\n\n---\n\nb'],
  ['a list that stands for the contents', 'a\n\n* TOC\n{:toc}\n\nb', 'a\n\nb'],
  ['such a list with a class', 'a\n\n1. TOC\n{:toc .x}\n\nb', 'a\n\nb'],
  ['the contents alone', 'a\n\n{:toc}', 'a'],
  ['where the footnotes stand', 'a[^1]\n\n{:footnotes}\n\n[^1]: b', 'a[^1]\n\n[^1]: b'],
  ['a definition and what refers to it', '{:refdef: style="x"}\na\n{: refdef}', 'a'],
  ['an option', '{::options toc_levels="1..3" /}\n\na', 'a'],
  ['a comment', 'a\n\n{::comment}\nb\n\n- c\n{:/comment}\n\nd', 'a\n\nd'],
  ['a comment with html', 'a\n\n{::comment}\n<div>\nb\n</div>\n{:/comment}\n\nd', 'a\n\nd'],
  ['the bounds of raw html', '{::nomarkdown}\na\n{:/nomarkdown}', 'a'],
]

describe('marks of kramdown', () => {
  it.each(TAKEN)('are taken away: %s', (_, markdown, without) => {
    expect(render(markdown)).toBe(render(without))
    expect(words(markdown)).toEqual(words(without))
  })

  it.each(['a comment{::comment}b{:/comment} in a line', 'a comment {::comment}b{:/} in a line'])(
    'are taken away with what they hide: %s',
    (markdown) => {
      expect(render(markdown).replace('  ', ' ')).toBe('<p>a comment in a line</p>')
    },
  )

  it.each([
    '`{: .x}`',
    '```\n{: .x}\n```',
    '    {: .x}',
    '\\{: .x}',
    '{: a smile }',
    '{:wink}',
    '{ .x }',
    '{name}',
    '{{ page.title }}',
    '{% include x %}',
    '{: .x',
    'a: {b: .c}',
    '{x : x > 0}',
    'class {#id}',
  ])('are not %s', (markdown) => {
    const shown = markdown.replace(/^`+\n?|\n?`+$|^ {4}|\\/g, '')
    expect(render(markdown)).toContain(shown.replace('&', '&#x26;').replace('<', '&#x3C;'))
    expect(readingText(markdown)).toContain(shown)
  })

  it.each<[string, string]>([
    ['## A heading {#b}', '<h2 id="b">A heading</h2>'],
    ['## A heading {: #b .c}', '<h2 id="b">A heading</h2>'],
    ['A heading\n---\n{: .c #b}', '<h2 id="b">A heading</h2>'],
    ['## A heading \\{#b}', '<h2 id="a-heading-b">A heading {#b}</h2>'],
    [
      '## A heading in {curly} braces',
      '<h2 id="a-heading-in-curly-braces">A heading in {curly} braces</h2>',
    ],
  ])('give a heading its id: %j', (markdown, html) => {
    expect(render(markdown)).toBe(html)
  })

  it.each(['{:', '{:a', '{: .x', '{: a="', '{::comment}\n', '{:.a.a.a', '{: x x', '{:.x}'])(
    'cost no more than their length: %j',
    (piece) => {
      const text = `${piece.repeat(100_000 / piece.length)}x`
      expect(render(text)).toContain('x')
      expect(readingText(text)).toContain('x')
    },
  )

  it.each(['a=aa', '.aa=aa '])(
    'take no more than three times as long for twice the parts of one mark: %j',
    async (part) => {
      const mark = (parts: number) => `{:${part.repeat(parts)}"}`
      const growth = await growthOf(readingText, mark(8), mark(16))
      expect(growth).toMatchObject({ isBounded: true })
    },
    60_000,
  )
})
