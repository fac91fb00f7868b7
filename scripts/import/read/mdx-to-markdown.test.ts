import { expect, it } from 'vitest'
import { mdxToMarkdown } from './mdx-to-markdown.ts'

it.each<[string, string, string, string[]]>([
  [
    'imports and exports',
    "import X from './x.astro'\nexport const a = {\n  b: 1,\n}\n\nText\n",
    'Text',
    ['MDX imports: ./x.astro', 'MDX code: export const a = { b: 1, }'],
  ],
  [
    'a component around text',
    '<Note title="Mind this">\n  Some *words*.\n</Note>\n\nEnd\n',
    'Some *words*. End',
    ['MDX components, whose text stays: <Note title="Mind this">'],
  ],
  [
    'a picture that is imported',
    'import cat from \'../cat.png\'\n\n<Image src={cat} alt="A cat" />\n',
    '![A cat](../cat.png)',
    [],
  ],
  ['HTML', '<kbd>K</kbd> <b>S</b>', '<kbd>K</kbd> <b>S</b>', []],
  [
    'attributes of React, and code in them',
    '<p className="x" style={{ a: 1 }}>W</p> <a href={`/h`} onClick={i}>j</a> <a href={k}>l</a>',
    '<p class="x">W</p> <a href="/h">j</a> <a>l</a>',
    ['MDX code: href={k}'],
  ],
  ['markdown inside HTML', '<div>\n![a](b.png)\n</div>', '<div> ![a](b.png) </div>', []],
  ['braces', "{/* no */}A{' '}b {`c`} {props.x}", 'A b c', ['MDX code: {props.x}']],
  ['code', '`{a}`\n```js\nimport x from "y"\n```\n', '`{a}` ```js import x from "y" ```', []],
])('converts %s', (_, mdx, text, left) => {
  const converted = mdxToMarkdown(mdx)
  expect(converted.text.trim().replace(/\s+/g, ' ')).toBe(text)
  expect(converted.left).toEqual(left)
})
