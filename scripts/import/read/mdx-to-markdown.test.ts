import { expect, it } from 'vitest'
import { mdxToMarkdown } from './mdx-to-markdown.ts'

it.each<[string, string, string, string[]]>([
  ['markdown', '# A *b*\n\n- c\n', '# A *b*\n\n- c\n', []],
  [
    'imports and exports',
    "import X from './x.astro'\nexport const a = {\n  b: 1,\n}\n\nText\n",
    '\n\nText\n',
    ['MDX imports: ./x.astro', 'MDX code: export const a = { b: 1, }'],
  ],
  [
    'a component around text',
    '<Note title="Mind this">\n  Some *words*.\n\n  <Inner>\n    More.\n  </Inner>\n</Note>\n\nEnd\n',
    '\nSome *words*.\n\n\nMore.\n\n\n\nEnd\n',
    ['MDX components, whose text stays: <Note title="Mind this">, <Inner>'],
  ],
  [
    'a component in a line, and one without text',
    'A <B>word</B> and <Tweet id="12" />.\n',
    'A word and .\n',
    ['MDX components, whose text stays: <B>, <Tweet id="12">'],
  ],
  [
    'a picture that is imported',
    'import cat from \'../cat.png\'\n\n<Image src={cat} alt="A cat" />\n',
    '\n\n![A cat](../cat.png)\n',
    [],
  ],
  [
    'HTML',
    '<kbd>K</kbd> <details><summary>S</summary>W</details>\n',
    '<kbd>K</kbd> <details><summary>S</summary>W</details>\n',
    [],
  ],
  [
    'HTML with attributes of React',
    '<p className="x" style={{ a: 1 }}>Words</p>\n',
    '<p class="x">Words</p>\n',
    [],
  ],
  [
    'attributes of code',
    '<A b={"c"} d={[\'e\']} f={1} {...g} /> <a href={`/h`} onClick={i}>j</a> <a href={k}>l</a>\n',
    ' <a href="/h">j</a> <a>l</a>\n',
    ['MDX components, whose text stays: <A b="c">', "MDX code: d={['e']}, {...g}, href={k}"],
  ],
  [
    'markdown inside HTML, which elsewhere needs blank lines around it',
    '<div>\n  ![a](b.png)\n</div>\n\n<p>c [d](/e)</p>\n\n<summary>f</summary>\n[g](/h)\n\n<p>i</p>\n',
    '<div>\n\n![a](b.png)\n\n</div>\n\n\n<p>\n\nc [d](/e)\n\n</p>\n\n\n<summary>\n\nf\n\n</summary>\n\n[g](/h)\n\n<p>i</p>\n',
    [],
  ],
  ['comments and texts in braces', "{/* no */}A{' '}b\n", 'A b\n', []],
  ['code in braces', 'A {props.x} b\n', 'A  b\n', ['MDX code: {props.x}']],
  [
    'code that looks like MDX',
    '```js\nimport x from "y"\n```\n',
    '```js\nimport x from "y"\n```\n',
    [],
  ],
  [
    'what is no MDX',
    'A <!-- b --> <c\n',
    'A <!-- b --> <c\n',
    ['MDX that cannot be parsed, whose code is shown as text'],
  ],
])('converts %s', (_, mdx, text, left) => {
  expect(mdxToMarkdown(mdx)).toEqual({ text, left })
})
