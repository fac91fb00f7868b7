import { expect, it } from 'vitest'
import { mathFor, renderMarkdown } from './markdown-pipeline.ts'
import { countWords, excerptText, readingText } from './plain-text.ts'

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

const ANCHOR = /<a class="heading-anchor".*?<\/a>/g
const render = (markdown: string, title: string) =>
  renderMarkdown({ markdown, idPrefix: 'p-', title }).html.replace(ANCHOR, '')

it.each<[string, string, string]>([
  ['of the first level', '# A day\n\nText', 'A day'],
  ['that is underlined', 'A day\n=====\n\nText', 'A day'],
  ['in other letters and blanks', '# a  DAY \n\nText', 'A day'],
  ['of a title with emphasis', '# A *fine* day\n\nText', 'A *fine* day'],
  ['with other quotes', '# “A” day’s\n\nText', '"A" day\'s'],
  ['with a character reference', '# A &amp; B\n\nText', 'A & B'],
  ['written in html', '<h1>A day</h1>\n\nText', 'A day'],
])('a repeated title is not shown: one %s', (_, markdown, title) => {
  expect(render(markdown, title)).toMatch(/^<p id="p-[^"]*">Text<\/p>$/)
})

it.each<[string, string, string]>([
  ['another title', '# A day', 'A night'],
  ['a sign more', '# C++', 'C'],
  ['no title', '# A day', ''],
  ['a footnote', '# A day[^1]\n\n[^1]: b', 'A day'],
])('a repeated title is shown with %s', (_, markdown, title) => {
  expect(render(markdown, title)).toContain('<h2')
})

it('a repeated title is one heading: a later one stays, and so do the ids of all', () => {
  const html = render('![a](/b.png)\n\n# A\n\n[up](#a)\n\n## A\n\n# B', 'A')
  expect(html).toBe(
    '<p><img src="/b.png" alt="a" loading="lazy" decoding="async"></p>\n' +
      '<p id="p-a"><a href="#p-a">up</a></p>\n<h3 id="p-a-1">A</h3>\n<h2 id="p-b">B</h2>',
  )
})

it('a repeated title leaves the others on the levels below that of the page', () => {
  expect(render('# A\n\n## B\n\n### C', 'A')).toBe('<h2 id="p-b">B</h2>\n<h3 id="p-c">C</h3>')
})

it('a repeated title is not among the words either', async () => {
  expect(readingText('# A day\n\nText\n\n## A day', { title: 'A day' })).toBe('Text A day')
  expect(await countWords('# A day\n\nText', { title: 'A day' })).toBe(1)
  expect(excerptText('# A day\n\nText', 150)).toBe('Text')
})
