import { expect, it } from 'vitest'
import { comparedPost, likeness } from './same-post.ts'

const text = (title: string, content: string, url: string | null = null) => ({
  title,
  content,
  url,
})
const words = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `word${from + index}`).join(' ')

it.each<[string, ReturnType<typeof text>, ReturnType<typeof text>, boolean]>([
  ['nothing but the name changed', text('A', words(0, 9)), text('A', words(0, 9)), true],
  ['half of the words stayed', text('A', words(0, 10)), text('B', words(5, 15)), true],
  ['fewer stayed', text('A', words(0, 10)), text('B', words(6, 16)), false],
  ['a much longer text', text('A', words(0, 10)), text('B', words(0, 30)), false],
  ['the title stayed, and some words', text('A', words(0, 10)), text('A', words(8, 18)), true],
  [
    'the title alone, as of daily notes',
    text('Note', words(0, 9)),
    text('Note', words(9, 18)),
    false,
  ],
  [
    'the address of a link stayed',
    text('A', 'x', 'https://a/'),
    text('B', 'y', 'https://a/'),
    true,
  ],
  [
    'words that repeat count as often',
    text('A', 'no no no no'),
    text('B', 'no yes yes yes'),
    false,
  ],
  ['the title alone, of a text that was begun later', text('A', ''), text('A', words(0, 9)), true],
  ['another title, of a text that was begun later', text('A', ''), text('B', words(0, 9)), false],
  ['two posts without text', text('A', ''), text('B', ''), false],
])('tells a renamed post: %s', (_, before, after, expected) => {
  expect(likeness(comparedPost(before), comparedPost(after)) > 0).toBe(expected)
})
