import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type DiffPart, wordDiff } from './word-diff.ts'

const shown = (parts: readonly DiffPart[]) =>
  parts
    .map(({ kind, text }) =>
      kind === 'same' ? text : kind === 'added' ? `{+${text}}` : `{-${text}}`,
    )
    .join('')

it.each([
  ['one word', 'a plain loaf', 'a rye loaf', 'a {-plain}{+rye} loaf'],
  ['a line more', 'one\n', 'one\ntwo\n', 'one\n{+two\n}'],
  ['a line less', 'one\ntwo\n', 'two\n', '{-one\n}two\n'],
  ['nothing', 'same', 'same', 'same'],
  ['everything', 'a', 'b', '{-a}{+b}'],
])('shows %s', (_, before, after, expected) => {
  expect(shown(wordDiff(before, after))).toBe(expected)
})

it('has both texts in it, whatever they are', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', ' ', '\n', 'word', '.'))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = wordDiff(before, after)
      const without = (kind: DiffPart['kind']) =>
        parts
          .filter((part) => part.kind !== kind)
          .map((part) => part.text)
          .join('')
      expect(without('added')).toBe(before)
      expect(without('removed')).toBe(after)
    }),
  )
})

it('stays bounded for texts that have nothing in common', () => {
  const text = (word: string) => `${word} `.repeat(60_000).trim()
  expect(wordDiff(text('a'), text('b')).map(({ kind }) => kind)).toEqual(['removed', 'added'])
})
