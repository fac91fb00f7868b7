import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readingMinutes } from '../post.ts'
import { cutText } from './excerpt.ts'

it.each<[string, string, number, string, boolean]>([
  ['a short text stays', 'All of it.', 20, 'All of it.', false],
  ['a text of just the length stays', 'abc def', 7, 'abc def', false],
  ['a longer one is cut at a word', 'abcd efghi', 8, 'abcd…', true],
  ['a word that ends at the length stays', 'abcdef gh ij', 6, 'abcdef…', true],
  ['a text without spaces is cut where it stands', 'これは長い文章です', 4, 'これは長…', true],
  ['no comma stands before the ellipsis', 'one two, three four', 10, 'one two…', true],
  ['no full stop stands before it', 'Only wind. And rain', 12, 'Only wind…', true],
  ['white space is folded', ' a\n\n b ', 20, 'a b', false],
  ['flags are not cut in half', '🇫🇷🇩🇪🇮🇹', 3, '🇫🇷…', true],
  ['a letter keeps its marks', 'กี่กี่กี่กี่', 4, 'กี่…', true],
  ['characters are not cut in half', '😀😀😀😀', 2, '😀😀…', true],
])('cuts text: %s', (_, text, length, expected, cut) => {
  expect(cutText(text, length)).toEqual({ text: expected, cut })
})

it('gives at most as many characters as asked for, without the ellipsis', () => {
  const texts = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 40 }), (text, length) => {
      const { text: shown, cut } = cutText(text, length)
      expect([...shown].length).toBeLessThanOrEqual(length + (cut ? 1 : 0))
      expect(shown.endsWith('…') || !cut).toBe(true)
    }),
  )
})

it('reads 200 words a minute, at least one', () => {
  expect([1, 200, 201, 812].map(readingMinutes)).toEqual([1, 1, 2, 5])
})
