import { expect, it } from 'vitest'
import { imageFault, insertEdit } from './images.ts'

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

it.each([
  [{ type: 'image/png', size: 1 }, null],
  [{ type: 'image/svg+xml', size: 1 }, expect.stringContaining('Only PNG')],
  [{ type: 'image/png', size: 11 * 1024 * 1024 }, expect.stringContaining('10 MiB')],
])('%o is an image that can be tried, or not', (file, fault) => {
  expect(imageFault(file)).toEqual(fault)
})
