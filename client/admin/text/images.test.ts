import { expect, it } from 'vitest'
import { insertEdit } from './images.ts'

it.each([
  ['an empty text', '|', '![](x)'],
  ['a line', 'one| two', 'one![](x) two'],
  ['the end of a paragraph', 'one|', 'one\n\n![](x)'],
  ['between paragraphs', 'one\n|\ntwo', 'one\n\n![](x)\n\ntwo'],
])('comes into %s', (_, marked, expected) => {
  const at = marked.indexOf('|')
  const text = marked.replace('|', '')
  const { from, to, insert } = insertEdit(text, at, '![](x)')
  expect(text.slice(0, from) + insert + text.slice(to)).toBe(expected)
})
