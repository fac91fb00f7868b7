import { expect, it } from 'vitest'
import { renderMarkdown } from './markdown-pipeline.ts'

const render = (markdown: string) => renderMarkdown({ markdown, idPrefix: 'p-' }).html
const notShown = (markdown: string) => renderMarkdown({ markdown, idPrefix: 'p-' }).notShown ?? []
const LAZY = ' loading="lazy" decoding="async"'

const shown =
  'b i s strike ins del small tt var samp kbd sub sup mark cite dfn q span bdo div dl dt dd ' +
  'details figure h1 h2 h3 h4 h5 h6 blockquote pre ul ol li p'
it.each(shown.split(' '))('the sanitiser’s table lets %s in', (name) => {
  // The page's own heading is its only h1.
  const tag = name === 'h1' ? 'h2' : name
  expect(render(`<${name}>x</${name}>`)).toMatch(new RegExp(`<${tag}\\b.*x`))
})

it.each([
  '<figure><figcaption>a</figcaption></figure>',
  '<details open><summary>a</summary>b</details>',
  '<abbr title="A B">a</abbr>',
  '<ruby>a<rp>(</rp><rt>b</rt></ruby>',
  '<time datetime="2026">a</time>',
  '<div dir="rtl" lang="ar">a</div>',
  '<ol start="3" reversed type="a"><li value="4">a</li></ol>',
  '<table><caption>a</caption><tbody><tr><th scope="col" colspan="2">b</th></tr></tbody></table>',
])('the sanitiser’s table lets in, as it is written: %s', (html) => {
  expect(render(html)).toContain(html)
  expect(notShown(html)).toEqual([])
})

const video = '<video src="/a.mp4" poster="b.png" width="9" height="8" preload="none" loop muted'
const source = '<source src="c.webm"></video>'
const picture =
  '<picture><source srcset="a.webp 1x, https://b.org/c.webp 2x" media="(width > 9px)" type="image/webp">'
const image = '<img alt="a" height="2" src="/b.png" width="1" title="c"'
const stored = '<img src="/media/2026/b-1600x1067-0123456789ab.webp"'
it.each<[string, string, string]>([
  ['images as those of markdown', `${image}>`, `${image}${LAZY}>`],
  ['pictures', `${picture}<img src="d.png"></picture>`, `${picture}<img src="d.png"${LAZY}>`],
  ['videos', `${video} playsinline>${source}`, `${video} playsinline controls>${source}`],
  ['sounds', '<audio src="a.mp3"></audio>', '<audio src="a.mp3" controls></audio>'],
  ['language', '<pre><code class="language-no x">a</code></pre>', '="hljs language-no">a</code>'],
  ['anchors of old', '<a name="a">b</a> [c](#a)', '<a id="p-a">b</a> <a href="#p-a">c</a>'],
  ['markdown between tags', '<div>\n\n*b*\n\n</div>', '<div>\n<p><em>b</em></p>\n</div>'],
  ['no classes and styles', '<div class="a" style="b" tabindex="1">f</div>', '<div>f</div>'],
  ['no events and data', '<div onclick="c" data-d="e">f</div>', '<div>f</div>'],
  ['nothing that plays by itself', '<video autoplay src="a">', '<video src="a" controls>'],
  ['no other img', '<img src="a" srcset="b 2x" onerror="c" usemap="#d">', `<img src="a"${LAZY}>`],
  ['centred text', '<center>a</center>', '<div align="center">a</div>'],
  ['no odd names', '<article>b</article><font size="7">c</font> <u>d</u>', '<div>b</div>c d'],
  ['the height of a stored image', `${stored} width="300">`, 'width="300" height="200"'],
  ['no height beside a relative width', `${stored} width="50%">`, `width="50%"${LAZY}>`],
])('the sanitiser’s table lets in %s', (_, markdown, html) => {
  expect(render(markdown)).toContain(html)
  expect(notShown(markdown)).toEqual([])
})

it('the sanitiser’s table moves headings of HTML like those of markdown', () => {
  const html = render('# a\n\n<h2>b</h2>\n\n<h1>c</h1>')
  expect([...html.matchAll(/<(h\d) /g)].map(([, name]) => name)).toEqual(['h2', 'h3', 'h2'])
})

it.each<[string, number, RegExp]>([
  ['a\n\n<script>\nb\n</script>', 3, /^<script> is left out\.$/],
  [
    'a\n\n- b\n\n  <iframe src="https://x.org/y">',
    5,
    /^<iframe> \(https:\/\/x\.org\/y\) is .* link/,
  ],
  ['<form>a <input name="b"></form>', 1, /^<form> is left out; its words/],
  ['a\n\n<svg>\n<path d="b"/>\n</svg>', 3, /^<svg> is left/],
  ['<object data="a.swf"></object>', 1, /^<object> \(a\.swf\) is/],
  ['a\n\nthe <title> tag', 3, /^<title> is left out with its words; write \\<title>/],
  ['<noembed>a</noembed>', 1, /^<noembed> is left out with its words/],
  ['<video src="a" poster="http://x.org/a.png">', 1, /^The poster http:.*https/],
  ['<video src="a"><track src="b"></video>', 1, /^<track> \(b\)/],
  ['a\n\n<!-- b\n\nc', 3, /never closed/],
  ['a\n\ngit checkout <branch>', 3, /^<branch> is no HTML .* write \\<branch>/],
  ['a ![b](data:image/png;base64,AA)', 1, /^The image data:image/],
  ['a\n\n<img alt="b">', 3, /^An image without an address/],
  ['<img src="http://x.org/a.png">', 1, /https alone/],
  ['a\n\n[b](tel:123)', 3, /^The address tel:123/],
  ['[a][b]\n\n[b]: tel:123', 1, /^The address tel:123/],
])('what is not shown is named with its line: %j', (markdown, line, reason) => {
  expect(notShown(markdown)[0]).toEqual({ line, reason: expect.stringMatching(reason) })
})

it('what is not shown says nothing of comments, of code and of plain links', () => {
  const text =
    '<!-- a -->\n\n`<script>` [a](http://x.org) <https://x.org> [b](mailto:c@d.org) a < b\n\n    <form>\n'
  expect(notShown(text)).toEqual([])
})

it('what is not shown is listed in a hundred sentences at most, each once a line', () => {
  expect(notShown('<form></form> <form></form>')).toHaveLength(1)
  expect(notShown('<form></form>\n\n'.repeat(500))).toHaveLength(100)
})

it('HTML is shown where it is deep, and refused with a RangeError where deeper than the stack', () => {
  const html = render(`${'<div>'.repeat(200)}a${'</div>'.repeat(200)}`)
  expect(html.match(/<div>/g)).toHaveLength(200)
  expect(() => render('<b>'.repeat(6_000))).toThrow(RangeError)
})
