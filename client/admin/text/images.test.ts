import { expect, it } from 'vitest'
import { insertEdit } from './images.ts'

it.each([
  ['an empty text', '|', '![](x)\n\n|'],
  ['a line', 'one| two', 'one![](x)| two'],
  ['the end of a paragraph', 'one|', 'one\n\n![](x)\n\n|'],
  ['between paragraphs', 'one\n|\ntwo', 'one\n\n![](x)\n\n|two'],
])('comes into %s, with the caret after it', (_, marked, expected) => {
  const at = marked.indexOf('|')
  const text = marked.replace('|', '')
  const { from, to, insert, start } = insertEdit(text, at, '![](x)')
  const result = text.slice(0, from) + insert + text.slice(to)
  expect(`${result.slice(0, start)}|${result.slice(start)}`).toBe(expected)
})
