/** Texts of other programs as plain markdown, a row for each thing that they write otherwise. */
import { expect, it } from 'vitest'
import type { SiteKind } from '../read/source-post.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { plainText } from './plain-text.ts'
import { convertReferences, type Targets } from './references.ts'

const TABLE = '<table><caption>W</caption><tr><th>a</th></tr><tr><td>b | c</td></tr></table>'
const SHOWN = '<p>H<sub>2</sub>O <kbd>K</kbd> <abbr title="A &#x22;B&#x22;">AB</abbr></p>'
const PLAYER = '<video src="/v.mp4" poster="/p.png"></video>'

it.each([
  [TABLE, 'W\n\n| a      |\n| ------ |\n| b \\| c |'],
  // Markdown has no sign for it, and the site shows it.
  [SHOWN, SHOWN.replace(/<\/?p>/g, '')],
  [`<figure>${PLAYER}<figcaption>C</figcaption></figure>`, `${PLAYER}\n\nC`],
  ['<dialog><p>A</p></dialog><noscript>B</noscript><p><button>C</button></p>', 'A\n\nB\n\nC'],
])('HTML: %s', (html, markdown) => {
  expect(htmlToMarkdown(html)).toBe(markdown)
})

const plain = (text: string, kind: SiteKind, path = 'a.md') => plainText(text, { kind, path })
const CODE = '<pre>\n    <b>\n</pre>\n```html\n<div markdown="1">{: .a}</div>\n```'
const NO_ADDRESS = '{{ site.url }} {{ "b" | upcase }} `{{ site.url }}/a`'
const FRAME = '<iframe src="https://www.youtube.com/embed/abcdefgh?a=b"></iframe>'
const VIDEO = 'https://www.youtube.com/watch?v=abcdefgh'

it.each<[SiteKind, string, string]>([
  // What is indented after a blank line would be code.
  ['jekyll', '<p>\n\n    <i><img></i>\n\n    a\n</p>', '<p>\n<i><img></i>\n    a\n</p>'],
  ['jekyll', CODE, CODE],
  ['jekyll', '{% highlight ruby %}\n{: .a}\n{% endhighlight %}', '```ruby\n{: .a}\n```'],
  ['jekyll', 'a{% comment %}b{% endcomment %}{% raw %}c{% endraw %}', 'ac'],
  ['jekyll', '[a]({{ site.url }}{{ site.baseurl }}/b/)', '[a](/b/)'],
  ['jekyll', '<a href="{{ "/c/" | relative_url }}">', '<a href="/c/">'],
  ['jekyll', NO_ADDRESS, NO_ADDRESS],
  ['hugo', FRAME, `<a href="${VIDEO}">${VIDEO}</a>`],
  ['hugo', '<iframe src="https://m.org/x" title="T"></iframe>', '<a href="https://m.org/x">T</a>'],
])('markdown of %s: %j', (kind, text, converted) => {
  // The number of blank lines before the next markdown does not matter.
  const joined = plain(text, kind).text.replace(/\n{2,}/g, '\n')
  expect(joined.replace(/^\n/, '')).toBe(converted)
})

const IMPORTS = "import X from './x.astro'\nexport const a = {\n  b: 1,\n}\n\nText\n"
const NOTE = '<Note title="Mind this">'

it.each([
  [IMPORTS, 'Text', "import X from './x.astro', export const a = { b: 1, }"],
  [`${NOTE}\n  Some *words*.\n</Note>\n\nEnd\n`, 'Some *words*. End', NOTE],
  ['Hello <Tweet/> and <Tweet />', 'Hello and', '<Tweet/>, <Tweet />'],
  ['{/* no */}A {props.x}', 'A {props.x}', '{/* no */}'],
  ['<div>\n![a](b.png)\n</div>', '<div> ![a](b.png) </div>', ''],
  ['`{a}`\n```js\nimport x from "y"\n```\n', '`{a}` ```js import x from "y" ```', ''],
])('MDX: %j', (mdx, text, gone) => {
  const converted = plain(mdx, 'astro', 'a.mdx')
  expect(converted.text.trim().replace(/\s+/g, ' ')).toBe(text)
  expect(converted.notes).toEqual(gone === '' ? [] : [`MDX that is no markdown: ${gone}`])
})

const known: Targets = {
  ofFile: (path) => (/\.(?:png|webp)$/.test(path) ? `/media/${path}` : null),
  ofPost: (name) => (/^note\b/i.test(name) ? '/post/note' : null),
}
const FIGURE =
  '{{< figure src="b.png" title="t" caption="c [d](/e)" link="/f" attr="g" attrlink="/h" >}}'
const FOREIGN = '![a](//x.org/b.png) `![a](b.png)` <img src="data:image/png;base64,AA"> [d](/e/)'

it.each([
  ['![a](b.png "t (1)")', '![a](/media/b.png "t (1)")'],
  ['![a](b_(1).png)', '![a](/media/b_(1).png)'],
  ['![a](b%20c.png?w=3#x)', '![a](/media/b c.png)'],
  ['![a][b]\n\n[b]: c.png "t"', '![a][b]\n\n[b]: /media/c.png "t"'],
  ['<a href="l.png"><img alt="A [b]">', '<a href="/media/l.png"><img alt="A [b]">'],
  ["<img src='c.png' width=3>", "<img src='/media/c.png' width=3>"],
  [
    '<source srcset="b.webp 1x, c.webp 2x">',
    '<source srcset="/media/b.webp 1x, /media/c.webp 2x">',
  ],
  ['![[b c.png|300]] ![[d.png|words]]', '![](/media/b c.png) ![words](/media/d.png)'],
  ['![[e.png\\|100]] ![[f.png#x]]', '![](/media/e.png) ![](/media/f.png)'],
  [FIGURE, '[![](/media/b.png)](/f)\\\n**t**\\\nc [d](/e)\\\n[g](/h)'],
  ['[[Note#A#B]] [[#A b]]', '[Note > A > B](/post/note) A b'],
  ['[[Gone#A]] [[Gone|b]] ![[Gone#A]]', 'Gone > A b ![[Gone#A]]'],
  ['| [[Note\\|a]] |', '| [a](/post/note) |'],
  ['[a](note.md#b) [c](gone.md)', '[a](/post/note#b) [c](gone.md)'],
  [FOREIGN, FOREIGN],
  // A fence begins at the beginning of a line alone.
  ['a `b` ```\n[[Note]]\n```\n', 'a `b` ```\n[Note](/post/note)\n```\n'],
])('references: %s', (text, converted) => {
  expect(convertReferences(text, known)).toBe(converted)
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
