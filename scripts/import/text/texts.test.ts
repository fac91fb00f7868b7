/** Texts of other programs as plain markdown, a row for each thing that they write otherwise. */
import { expect, it } from 'vitest'
import type { SiteKind } from '../read/source-post.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { plainText } from './plain-text.ts'
import { convertReferences, type Targets } from './references.ts'

it.each<[string, string, string]>([
  [
    'tables, their captions before them',
    '<table><caption>W</caption><tr><th>a</th></tr><tr><td>b | c</td></tr></table>',
    'W\n\n| a      |\n| ------ |\n| b \\| c |',
  ],
  ['comments and scripts', '<!--kg--><p>a</p><script>alert(1)</script>', 'a'],
  [
    'tags that markdown has no sign for and the site shows',
    '<p>H<sub>2</sub>O <kbd>K</kbd> <abbr title="A &#x22;B&#x22;">AB</abbr></p>',
    'H<sub>2</sub>O <kbd>K</kbd> <abbr title="A &#x22;B&#x22;">AB</abbr>',
  ],
  [
    'players',
    '<figure><video src="/v.mp4" poster="/p.png"></video><figcaption>C</figcaption></figure>',
    '<video src="/v.mp4" poster="/p.png"></video>\n\nC',
  ],
  [
    'the words of tags that nothing takes the place of',
    '<dialog><p>A</p></dialog><noscript>B</noscript><p><button>C</button> <font>D</font></p>',
    'A\n\nB\n\nC D',
  ],
])('HTML: %s', (_, html, markdown) => {
  expect(htmlToMarkdown(html)).toBe(markdown)
})

const plain = (text: string, kind: SiteKind, path = 'a.md') => plainText(text, { kind, path })

it.each<[string, SiteKind, string, string]>([
  [
    'tags that are indented after a blank line',
    'jekyll',
    '<table>\n\n    <td><img></td>\n\n    a\n</table>',
    '<table>\n<td><img></td>\n    a\n</table>',
  ],
  ['code in HTML', 'jekyll', '<pre>\n    <b>\n</pre>', '<pre>\n    <b>\n</pre>'],
  [
    'code in a fence',
    'jekyll',
    '```html\n<div markdown="1">{: .a}</div>\n```',
    '```html\n<div markdown="1">{: .a}</div>\n```',
  ],
  ['attribute lists', 'jekyll', 'a{: .b #c}\n{: .lead}\n{:toc}\n{::no}d{:/}', 'a\nd'],
  ['comments of Liquid', 'jekyll', 'a{% comment %}b{% endcomment %}{% raw %}c{% endraw %}', 'ac'],
  [
    'addresses of the site',
    'jekyll',
    '[a]({{ site.url }}{{ site.baseurl }}/b/) <a href="{{ "/c/" | relative_url }}">',
    '[a](/b/) <a href="/c/">',
  ],
  [
    'values that are none',
    'jekyll',
    '{{ site.url }} {{ "b" | upcase }} `{{ site.url }}/a`',
    '{{ site.url }} {{ "b" | upcase }} `{{ site.url }}/a`',
  ],
  [
    'frames',
    'hugo',
    '<iframe src="https://m.example/x" title="T"></iframe><iframe src="https://www.youtube.com/embed/abcdefgh?a=b"></iframe>',
    '<a href="https://m.example/x">T</a><a href="https://www.youtube.com/watch?v=abcdefgh">https://www.youtube.com/watch?v=abcdefgh</a>',
  ],
])('markdown: %s', (_, kind, text, converted) => {
  // The number of blank lines before the next markdown does not matter.
  expect(
    plain(text, kind)
      .text.replace(/\n{2,}/g, '\n')
      .replace(/^\n/, ''),
  ).toBe(converted)
})

it.each<[string, string, string, string]>([
  [
    'imports and exports',
    "import X from './x.astro'\nexport const a = {\n  b: 1,\n}\n\nText\n",
    'Text',
    "import X from './x.astro', export const a = { b: 1, }",
  ],
  [
    'a component around text',
    '<Note title="Mind this">\n  Some *words*.\n</Note>\n\nEnd\n',
    'Some *words*. End',
    '<Note title="Mind this">',
  ],
  [
    'code in attributes',
    '<p className="x" style={{ a: 1 }}>W</p> <a href={`/h`}>j</a>',
    '<p className="x">W</p> <a href="/h">j</a>',
    'style={{ a: 1 }}',
  ],
  ['markdown inside HTML', '<div>\n![a](b.png)\n</div>', '<div> ![a](b.png) </div>', ''],
  ['braces', "{/* no */}A{' '}b {`c`} {props.x}", 'A b c', '{props.x}'],
  ['code', '`{a}`\n```js\nimport x from "y"\n```\n', '`{a}` ```js import x from "y" ```', ''],
])('MDX: %s', (_, mdx, text, gone) => {
  const converted = plain(mdx, 'astro', 'a.mdx')
  expect(converted.text.trim().replace(/\s+/g, ' ')).toBe(text)
  expect(converted.left).toEqual(gone === '' ? [] : [`MDX that is no markdown: ${gone}`])
})

const known: Targets = {
  ofFile: (path) => (/\.(?:png|webp)$/.test(path) ? `/media/${path}` : null),
  ofPost: (name) => (/^note\b/i.test(name) ? '/post/note' : null),
}

it.each<[string, string, string]>([
  ['with a title', '![a](b.png "t (1)")', '![a](/media/b.png "t (1)")'],
  ['with brackets in its name', '![a](b_(1).png)', '![a](/media/b_(1).png)'],
  ['with encoded blanks and a query', '![a](b%20c.png?w=3#x)', '![a](/media/b c.png)'],
  ['behind a link to a larger one', '[![a](s.png)](l.png)', '[![a](/media/s.png)](/media/l.png)'],
  ['by reference', '![a][b]\n\n[b]: c.png "t"', '![a][b]\n\n[b]: /media/c.png "t"'],
  [
    'in HTML',
    '<a href="l.png"><img alt="A [b]" src=\'c.png\' width=3></a><video poster=p.png>',
    '<a href="/media/l.png"><img alt="A [b]" src=\'/media/c.png\' width=3></a><video poster=/media/p.png>',
  ],
  [
    'in sizes of HTML',
    '<source srcset="b.webp 1x, c.webp 2x, https://x.example/d.png 3x">',
    '<source srcset="/media/b.webp 1x, /media/c.webp 2x, https://x.example/d.png 3x">',
  ],
  [
    'of Obsidian',
    '![[b c.png|300]] ![[d.png|words]] ![[e.png\\|100]] ![[f.png#x]]',
    '![](/media/b c.png) ![words](/media/d.png) ![](/media/e.png) ![](/media/f.png)',
  ],
  [
    'of Hugo, with the words below it',
    '{{< figure src="b.png" title="t" caption="c [d](/e)" link="/f" attr="g" attrlink="/h" >}}',
    '[![](/media/b.png)](/f)\\\n**t**\\\nc [d](/e)\\\n[g](/h)',
  ],
])('a picture %s', (_, text, converted) => {
  expect(convertReferences(text, known)).toBe(converted)
})

it.each<[string, string, string]>([
  ['a note', '[[Note]] ![[Note|b]]', '[Note](/post/note) [b](/post/note)'],
  ['a heading', '[[Note#A#B]] [[#A b]]', '[Note > A > B](/post/note) A b'],
  ['what is nowhere', '[[Gone#A]] [[Gone|b]] ![[Gone#A]]', 'Gone > A b ![[Gone#A]]'],
  ['a note in a table', '| [[Note\\|a]] |', '| [a](/post/note) |'],
  ['a file of markdown', '[a](note.md#b) [c](gone.md)', '[a](/post/note#b) [c](gone.md)'],
  [
    'other sites, code and what is no file',
    '![a](//x.example/b.png) `![a](b.png)` <img src="data:image/png;base64,AA"> [d](/e/)',
    '![a](//x.example/b.png) `![a](b.png)` <img src="data:image/png;base64,AA"> [d](/e/)',
  ],
])('a link to %s', (_, text, converted) => {
  expect(convertReferences(text, known)).toBe(converted)
})

it('a fence begins at the beginning of a line alone', () => {
  const text = 'a `b` ```\n[[Note]]\n```\n'
  expect(convertReferences(text, known)).toContain('[Note](/post/note)')
})

it.each(
  '![ ![]( <img=srcset="a ![](< <img\\s ![[ {{<figure\\s [a]:\\s ](((( ![a]( {{ <div>\n{:\\s'.split(
    ' ',
  ),
)('a long text of %j is read in one pass', (part) => {
  const text = part.replace('\\s', ' ').repeat(100_000 / part.length)
  // One that goes back for each part takes longer than a test may.
  convertReferences(plain(text, 'jekyll').text, known)
  plain(text, 'astro', 'a.mdx')
})
