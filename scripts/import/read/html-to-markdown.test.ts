import { expect, it } from 'vitest'
import { htmlToMarkdown } from './html-to-markdown.ts'

it.each<[string, string, string]>([
  ['paragraphs', '<p>One</p><p>Two<br>lines</p>', 'One\n\nTwo\\\nlines'],
  ['headings', '<h1>A</h1><h3 id="x">B</h3>', '# A\n\n### B'],
  ['emphasis', '<p><strong>a</strong> <em>b</em></p>', '**a** *b*'],
  ['lists', '<p>L</p><ul><li>a</li><li>b</li></ul><p>P</p>', 'L\n\n- a\n- b\n\nP'],
  ['lists in lists', '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>', '1. a\n   - b\n2. c'],
  ['items with paragraphs', '<ul><li><p>a</p></li><li><p>b</p></li></ul>', '- a\n- b'],
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
  ['text that looks like markdown', '<p># no *list* [x]</p>', '\\# no \\*list\\* \\[x\\]'],
  ['entities', '<p>&lt;b&gt; &#8212; &#x2014; &unknown;</p>', '\\<b> — — &unknown;'],
  ['comments and scripts', '<!--kg--><p>a</p><script>alert(1)</script>', 'a'],
])('converts %s', (_, html, markdown) => {
  expect(htmlToMarkdown(html).markdown).toBe(markdown)
})

it('tells which tags did not come along', () => {
  const html = '<table><tr><td>a</td></tr></table><iframe src="https://example.org/v"></iframe>'
  expect(htmlToMarkdown(html)).toEqual({
    markdown: 'a\n\n<https://example.org/v>',
    dropped: ['table', 'tr', 'td', 'iframe'],
  })
})
