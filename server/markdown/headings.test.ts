import { expect, it } from 'vitest'
import { headingsOf } from './headings.ts'
import { mathFor, renderMarkdown } from './markdown-pipeline.ts'

const headings = (markdown: string, title = '') =>
  headingsOf(renderMarkdown(markdown, 'p-x-', { title }).html)

const texts = (markdown: string, title = '') => headings(markdown, title).map(({ text }) => text)

it('lists headings with their ids, levels and words', () => {
  expect(headings('## One\n\n### Two\n\n#### Three\n\n##### Deep\n\n## One')).toEqual([
    { id: 'p-x-one', text: 'One', level: 2 },
    { id: 'p-x-two', text: 'Two', level: 3 },
    { id: 'p-x-three', text: 'Three', level: 4 },
    { id: 'p-x-one-1', text: 'One', level: 2 },
  ])
})

it.each([
  ['code', '## Use `a < b && "c"` here', ['Use a < b && "c" here']],
  ['a link', '## See [the *docs*](https://a.example/ "x > y")', ['See the docs']],
  ['an image between words', '## Before ![alt](/a.png) after', ['Before after']],
  ['an image alone', '## ![alt <h2 id="y">](/a.png "<h2 id=z>")', []],
  ['a note', '## Claim[^1]\n\n[^1]: Said so.', ['Claim']],
  ['references', '## R&D &lt;h2&gt; &copy;', ['R&D <h2> ©']],
  ['written HTML', '<h2>Of <b>HTML</b></h2>\n\n<h3 id="own">Own</h3>', ['Of HTML', 'Own']],
  ['a quote', '> ## Quoted\n\n## After', ['After']],
  ['a block of code', '```html\n<h2 id="a">No</h2>\n```\n\n## Yes', ['Yes']],
  ['another script', '## שלום עולם', ['שלום עולם']],
])('reads a heading with %s', (_, markdown, expected) => {
  expect(texts(markdown)).toEqual(expected)
})

it('reads a formula as its signs alone', async () => {
  const markdown = '## Why $x^2$ grows'
  const math = await mathFor({ markdown, idPrefix: 'p-', math: true })
  expect(headingsOf(renderMarkdown(markdown, 'p-', { math }).html)).toMatchObject([
    { text: 'Why x2 grows' },
  ])
})

it('leaves out the heading that repeats the title, and takes the levels that are shown', () => {
  expect(headings('# My title\n\n# A\n\n## B', 'My Title')).toEqual([
    { id: 'p-x-a', text: 'A', level: 2 },
    { id: 'p-x-b', text: 'B', level: 3 },
  ])
})

it('names only ids that the text has', () => {
  const { html } = renderMarkdown('## A & B\n\n## 日本\n\n<h2 id="q&quot;t">Q</h2>', 'p-x-')
  for (const { id } of headingsOf(html)) {
    expect(html).toContain(`id="${id.replaceAll('&', '&#x26;').replaceAll('"', '&#x22;')}"`)
  }
})
