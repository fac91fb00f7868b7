import { expect, it } from 'vitest'
import { renderMarkdown } from './markdown-pipeline.ts'
import { readingText } from './plain-text.ts'
import { absoluteHtml } from './portable-html.ts'

const render = (markdown: string, idPrefix = 'p-x-') => renderMarkdown({ markdown, idPrefix }).html

const LAZY = 'loading="lazy" decoding="async"'
const STORED = '/media/2026/b-1600x1067-0123456789ab.webp'
const inLine = (markdown: string) =>
  render(markdown).replace(/(<\/?t(?:able|head|body|r|h|d)[^>]*>)\n/g, '$1')

it.each<[string, string]>([
  ['*a* **b** ~~c~~', '<p><em>a</em> <strong>b</strong> <del>c</del></p>'],
  ['[a](https://x.org "t")', '<a href="https://x.org" title="t" rel="noopener noreferrer">a</a>'],
  ['[a](#b)', '<p><a href="#p-x-b">a</a></p>'],
  ['www.x.org', 'href="http://www.x.org"'],
  ['![a](/b.png)', `<img src="/b.png" alt="a" ${LAZY}>`],
  [`![a](${STORED})`, `<img src="${STORED}" alt="a" width="1600" height="1067" ${LAZY}>`],
  ['```js\nlet a\n```', '<span class="hljs-keyword">let</span> a'],
  ['```none-such\na < b\n```', 'language-none-such">a &#x3C; b'],
  ['```\nlet a\n```', '<code>let a\n</code>'],
  ['- [x] a', '<input type="checkbox" checked disabled aria-label="Done"> a'],
  ['|a|\n|:-:|\n|b|', '<td align="center">b</td>'],
  ['|a|b|\n|-|-|', 'class="table-scroll" role="region" aria-label="Table: a, b" tabindex="0"'],
  // Cells beyond the head of a table are shown.
  ['|a|\n|:-:|\n|b|*c*|', '<th align="center">a</th><th></th></tr></thead>'],
  ['|a|\n|:-:|\n|b|*c*|', '<td align="center">b</td><td><em>c</em></td>'],
  ['|![a](b)|\n|-|', `<img src="b" alt="a" ${LAZY}`],
  ['a\\\nb', 'a<br>\nb'],
])('rendered %j has %s', (markdown, html) => {
  expect(inLine(markdown)).toContain(html)
})

it.each<[string, string]>([
  ['שלום\n\nHello', '<p dir="auto">שלום</p>\n<p dir="auto">Hello</p>'],
  // A quote, a list and a table have the direction of their first letters.
  ['- שלום\n- b', '<ul dir="auto">\n<li>שלום</li>\n<li>b</li>'],
  ['> - שלום', '<blockquote dir="auto">\n<ul>\n<li>שלום</li>'],
  ['|יום|b|\n|-|-|\n|c|d|', ' dir="auto"><table><thead><tr><th>יום</th><th>b</th>'],
  ['שלום[^1]\n\n[^1]: שלום', '<ol dir="auto">\n<li id="'],
])('a text from right to left gets a direction: %j', (markdown, html) => {
  expect(inLine(markdown)).toContain(html)
})

it('a text without letters from right to left stays as it is', () => {
  expect(render('# a\n\n- b\n\n> c\n\n|d|\n|-|\n\ne[^1]\n\n[^1]: f')).not.toContain('dir=')
})

it.each<[string, string, string[]]>([
  ['as written when there is no h1', '## A\n\n#### B', ['h2', 'h4']],
  ['one deeper when there is one', '## A\n\n# B\n\n###### C', ['h3', 'h2', 'h6']],
  ['with the label of footnotes left alone', '# A[^1]\n\n[^1]: b', ['h2', 'h2']],
])('a rendered text has headings %s', (_, markdown, names) => {
  expect([...render(markdown).matchAll(/<(h\d)/g)].map(([, name]) => name)).toEqual(names)
})

it('a rendered text has ids that links on the page find, also of two texts on one page', () => {
  const text = '# Title\n\nText[^1] and [a link](#sub "t").\n\n## Sub\n\n[^1]: Note.'
  const page = render(text, 'p-a-') + render(text, 'p-b-')
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBe(10)
  const links = [...page.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id)
  const described = [...page.matchAll(/ aria-describedby="([^"]*)"/g)].map(([, id]) => id)
  expect(links.length).toBe(10)
  for (const id of [...links, ...described]) expect(ids).toContain(id)
})

const alert = (kind: string, title: string, text: string) =>
  `<blockquote class="markdown-alert markdown-alert-${kind}" role="note">\n` +
  `<p class="markdown-alert-title"><strong>${title}</strong></p>\n${text}\n</blockquote>`

const QUOTED = '<blockquote>\n<p>x</p>\n</blockquote>'

it.each<[string, string, string]>([
  ['a note', '> [!NOTE]\n> Some *text*', alert('note', 'Note', '<p>Some <em>text</em></p>')],
  ['a caution', '> [!CAUTION]\n> x', alert('caution', 'Caution', '<p>x</p>')],
  ['a marker in any case', '> [!Note]\n> x', alert('note', 'Note', '<p>x</p>')],
  ['text in the next paragraph', '> [!NOTE]\n>\n> x', alert('note', 'Note', '<p>x</p>')],
  ['emphasis below the marker', '> [!NOTE]\n> *x*', alert('note', 'Note', '<p><em>x</em></p>')],
  ['a quote inside', '> [!NOTE]\n> > x', alert('note', 'Note', QUOTED)],
])('an alert is %s', (_, markdown, html) => {
  expect(render(markdown)).toBe(html)
})

it.each<[string, string]>([
  ['without text', '> [!NOTE]'],
  ['with text beside the marker', '> [!NOTE] x\n> y'],
  ['with an escaped marker', '> \\[!NOTE]\n> y'],
  ['of another word', '> [!FUN]\n> y'],
  ['whose marker is not first', '> x\n> [!NOTE]'],
  ['in a list', '- > [!NOTE]\n  > y'],
  ['in a quote', '> > [!NOTE]\n> > y'],
  ['that is code', '>     [!NOTE]\n>     y'],
])('an alert is no quote %s', (_, markdown) => {
  expect(render(markdown)).not.toContain('alert')
})

it('an alert has its text among the words, without the marker', () => {
  expect(readingText('a\n\n> [!NOTE]\n> b *c*\n\n> d [!NOTE]')).toBe('a b c d [!NOTE]')
})

const portable = (markdown: string) => {
  const text = { markdown, idPrefix: 'p-a-', pagePath: '/post/a' }
  return absoluteHtml(renderMarkdown(text).portable, 'https://s.example/blog')
}
const SITE = 'https://s.example/blog'

it.each<[string, string, string]>([
  ['of the site', '[c](/b?x&y)', `<a href="${SITE}/b?x&#x26;y">c</a>`],
  ['beside the page', '![](b.png)', `src="${SITE}/post/b.png"`],
  ['of videos', '<video poster="/p.png">', `poster="${SITE}/p.png"`],
  ['of sources', '<video><source src="b.mp4"></video>', `src="${SITE}/post/b.mp4"`],
  ['of a srcset', '<picture><source srcset="/c 1x, d 2x">', `"${SITE}/c 1x, ${SITE}/post/d 2x"`],
  ['of a place in the text', '[c](#a)', `<a href="${SITE}/post/a#p-a-a">c</a>`],
  ['of other sites', '[c](https://x.example/)', '<a href="https://x.example/"'],
  ['without a scheme', '[c](//x.example/)', '<a href="https://x.example/"'],
])('portable html has absolute addresses %s', (_, markdown, html) => {
  expect(portable(markdown)).toContain(html)
})

it.each<[string, string, string]>([
  ['an alt text', '![the attribute src=](/a.png)', 'alt="the attribute src="'],
  ['a title', '[b](/c "see href=")', 'title="see href="'],
  ['the words', 'a href="/b" \0 &#0; &\\#x0;', '<p>a href="/b" \ufffd \ufffd &#x26;#x0;</p>'],
])('portable html leaves what looks like an address in %s', (_, markdown, html) => {
  expect(portable(markdown)).toContain(html)
})

it('portable html has no anchors at its headings', () => {
  expect(portable('# a')).toBe('<h2 id="p-a-a">a</h2>')
})
