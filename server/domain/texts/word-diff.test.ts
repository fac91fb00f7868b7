import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countWords, type DiffPart, wordDiff } from './word-diff.ts'

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
  ['words in two lines', 'one two\nthree\n', 'one 2\n3\n', 'one {-two}{+2}\n{-three}{+3}\n'],
  ['replaced words as one', 'say so much more', 'say it all more', 'say {-so much}{+it all} more'],
  ['words that came apart', 'a b', 'a x b y', 'a {+x }b{+ y}'],
  ['a line that moved', 'one\ntwo\nthree\n', 'two\nthree\none\n', '{-one\n}two\nthree\n{+one\n}'],
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

it('is quick for lines and words that repeat, and bounded for what has nothing in common', () => {
  const blank = '\n'.repeat(4000)
  expect(shown(wordDiff(`a${blank}b`, `c${blank}d`))).toBe(`{-a}{+c}${blank}{-b}{+d}`)
  const of = (seed: number) => {
    let state = seed
    const word = () => {
      state = (state * 16807) % 2147483647
      return String(state % 50)
    }
    return Array.from({ length: 30_000 }, word).join(' ')
  }
  const parts = wordDiff(of(1), of(2))
  expect(parts.map(({ kind }) => kind)).toEqual(['removed', 'added'])
})

it('counts words', () => {
  const parts = wordDiff('It was — so far — good.', 'It was, as ever, very good.')
  expect([countWords(parts, 'removed'), countWords(parts, 'added')]).toEqual([2, 3])
})

it('stays bounded for texts that have nothing in common', () => {
  const text = (word: string) => `${word} `.repeat(60_000).trim()
  expect(wordDiff(text('a'), text('b')).map(({ kind }) => kind)).toEqual(['removed', 'added'])
})
