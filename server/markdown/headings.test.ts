import { expect, it } from 'vitest'
import { mathFor, renderMarkdown } from './markdown-pipeline.ts'

const headings = (markdown: string) => renderMarkdown({ markdown, idPrefix: 'p-x-' }).headings

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
  ['an image alone', '## ![alt <h2 id="y">](/a.png "<h2 id=z>")', []],
  ['a note', '## Claim[^1]\n\n[^1]: Said so.', ['Claim']],
  ['references', '## R&D &lt;h2&gt; &copy;', ['R&D <h2> ©']],
  ['written HTML', '<h2>Of <b>HTML</b></h2>\n\n<h3 id="own">Own</h3>', ['Of HTML', 'Own']],
  ['a quote', '> ## Quoted\n\n## After', ['After']],
  ['a block of code', '```html\n<h2 id="a">No</h2>\n```\n\n## Yes', ['Yes']],
])('reads a heading with %s', (_, markdown, expected) => {
  expect(headings(markdown).map(({ text }) => text)).toEqual(expected)
})

it('reads a formula as its signs alone', async () => {
  const markdown = '## Why $x^2$ grows'
  const math = await mathFor({ markdown, idPrefix: 'p-', math: true })
  const [heading] = renderMarkdown({ markdown, idPrefix: 'p-' }, math).headings
  expect(heading?.text).toBe('Why x2 grows')
})
