import { expect, it } from 'vitest'
import { htmlToMarkdown } from './html-to-markdown.ts'

it.each<[string, string, string]>([
  ['paragraphs', '<p>One</p><p>Two<br>lines</p>', 'One\n\nTwo\\\nlines'],
  ['headings', '<h1>A</h1><h3 id="x">B</h3>', '# A\n\n### B'],
  ['emphasis', '<p><strong>a</strong> <em>b</em></p>', '**a** *b*'],
  ['lists', '<p>L</p><ul><li>a</li><li>b</li></ul><p>P</p>', 'L\n\n- a\n- b\n\nP'],
  ['lists in lists', '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>', '1. a\n   - b\n2. c'],
  ['items with paragraphs', '<ul><li><p>a</p></li><li><p>b</p></li></ul>', '- a\n\n- b'],
  ['quotes', '<blockquote><p>a</p><p>b</p></blockquote><p>c</p>', '> a\n>\n> b\n\nc'],
  [
    'code, with what it shows',
    '<pre><code class="language-js">if (a &lt; b) {\n  *c*\n}</code></pre><p>d</p>',
    '```js\nif (a < b) {\n  *c*\n}\n```\n\nd',
  ],
  ['code in a line', '<p>Use <code>a_b</code></p>', 'Use `a_b`'],
  [
    'pictures',
    '<figure><img src="/a.png" alt="A"><figcaption>C</figcaption></figure>',
    '![A](/a.png)\n\nC',
  ],
  [
    'pictures that are loaded late',
    '<p><img src="data:image/gif;base64,AA" data-src="/a.png" alt="A"><img srcset="/b.png 1x" alt="B"></p>',
    '![A](/a.png)![B](/b.png)',
  ],
  ['text that looks like markdown', '<p># no *list* [x]</p>', '\\# no \\*list\\* \\[x]'],
  ['entities', '<p>&lt;b&gt; &#8212; &#x2014; &unknown;</p>', '\\<b> — — \\&unknown;'],
  [
    'tables',
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b | c</td></tr></tbody></table>',
    '| a      |\n| ------ |\n| b \\| c |',
  ],
  ['struck-out text and a horizontal rule', '<p><del>a</del></p><hr><p>b</p>', '~~a~~\n\n---\n\nb'],
  ['comments and scripts', '<!--kg--><p>a</p><script>alert(1)</script>', 'a'],
])('converts %s', (_, html, markdown) => {
  expect(htmlToMarkdown(html).markdown).toBe(markdown)
})

it('keeps tags that markdown has no sign for and the site shows', () => {
  const html = 'H<sub>2</sub>O, <kbd>K</kbd> and <abbr title="A &quot;B&quot;">AB</abbr>'
  expect(htmlToMarkdown(`<p>${html}</p>`)).toEqual({ markdown: html, dropped: [] })
})

it.each([
  [
    'a caption',
    '<table><caption>Words</caption><tr><th>a</th></tr></table>',
    'Words\n\n| a |\n| - |',
  ],
  ['a dialog', '<dialog><p>Words</p></dialog>', 'Words'],
  ['a page without scripts', '<noscript>Words</noscript>', 'Words'],
  ['a button', '<p><button>Words</button></p>', 'Words'],
])('keeps the words of %s', (_, html, markdown) => {
  expect(htmlToMarkdown(html).markdown).toBe(markdown)
})

it('keeps the text of a tag that markdown lacks and reports its name', () => {
  expect(htmlToMarkdown('<p><font>H2O</font></p><script>alert(1)</script>')).toEqual({
    markdown: 'H2O',
    dropped: ['font', 'script'],
  })
})

it.each([
  ['', '<https://example.org/v>'],
  [' title="A map"', '[A map](https://example.org/v)'],
])('turns a frame%s into a link', (title, link) => {
  const html = `<iframe src="https://example.org/v"${title}></iframe>`
  expect(htmlToMarkdown(html)).toEqual({ markdown: link, dropped: [] })
})

it.each([
  ['www.youtube.com/embed/abcdefgh?start=9', 'https://www.youtube.com/watch?v=abcdefgh\\&t=9s'],
  ['player.vimeo.com/video/12', 'https://vimeo.com/12'],
])('turns the player %s into a link to its page', (player, page) => {
  const html = `<figure><iframe width="9" src="https://${player}" title="A talk"></iframe></figure>`
  expect(htmlToMarkdown(html).markdown).toBe(`[A talk](${page})`)
})

it.each([
  [
    'a video',
    '<figure><video src="/v.mp4" poster="/p.png" autoplay class="kg"></video><figcaption>C</figcaption></figure>',
    '<video src="/v.mp4" poster="/p.png" controls></video>\n\nC',
  ],
  [
    'a sound with sources',
    '<div>A <audio data-kg="x"><source src="/a.mp3" type="audio/mpeg">Your browser is old.</audio></div>',
    'A\n\n<audio controls><source src="/a.mp3" type="audio/mpeg"></audio>',
  ],
])('keeps %s as the player that the site shows', (_, html, markdown) => {
  expect(htmlToMarkdown(html)).toEqual({ markdown, dropped: [] })
})
