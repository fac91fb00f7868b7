/** What other programs write otherwise, beside what the six sites have of it. */
import { expect, it } from 'vitest'
import type { SiteKind } from '../read/source-post.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { plainText } from './plain-text.ts'
import { convertReferences, type Targets } from './references.ts'

it('HTML that markdown has no sign for, and the site shows, stays', () => {
  const shown = 'H<sub>2</sub>O <kbd>K</kbd> <abbr title="A &#x22;B&#x22;">AB</abbr>'
  expect(htmlToMarkdown(`<p>${shown}</p>`)).toBe(shown)
})

const plain = (text: string, kind: SiteKind, path = 'a.md') => plainText(text, { kind, path })
const CODE = '<pre>\n    <b>\n</pre>\n```html\n<div markdown="1">{: .a}</div>\n```'
const NO_ADDRESS = '{{ site.url }} {{ "b" | upcase }} `{{ site.url }}/a`'

it.each<[SiteKind, string, string]>([
  ['jekyll', CODE, CODE],
  ['jekyll', '{% highlight ruby %}\n{: .a}\n{% endhighlight %}', '```ruby\n{: .a}\n```'],
  ['jekyll', 'a{% raw %}{{ b }}{% endraw %}', 'a{{ b }}'],
  ['jekyll', '<a href="{{ "/c/" | relative_url }}">', '<a href="/c/">'],
  ['jekyll', NO_ADDRESS, NO_ADDRESS],
])('markdown of %s: %j', (kind, text, converted) => {
  // The number of blank lines before the next markdown does not matter.
  const joined = plain(text, kind).text.replace(/\n{2,}/g, '\n')
  expect(joined.replace(/^\n/, '')).toBe(converted)
})

const IMPORTS = "import X from './x.astro'\nexport const a = {\n  b: 1,\n}\n\nText\n"

it.each([
  [IMPORTS, 'Text', "import X from './x.astro', export const a = { b: 1, }"],
  ['Hello <Tweet/> and {props.x}', 'Hello and {props.x}', '<Tweet/>'],
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
const FOREIGN = '![a](//x.org/b.png) `![a](b.png)` <img src="data:image/png;base64,AA"> [d](/e/)'

it.each([
  ['![a](b.png "t (1)")', '![a](/media/b.png "t (1)")'],
  ['![a](b_(1).png)', '![a](/media/b_(1).png)'],
  ['![a](b%20c.png?w=3#x)', '![a](/media/b c.png)'],
  ['![a][b]\n\n[b]: c.png "t"', '![a][b]\n\n[b]: /media/c.png "t"'],
  ["<img src='c.png' width=3>", "<img src='/media/c.png' width=3>"],
  [
    '<source srcset="b.webp 1x, c.webp 2x">',
    '<source srcset="/media/b.webp 1x, /media/c.webp 2x">',
  ],
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
