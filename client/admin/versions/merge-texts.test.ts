import { expect, it } from 'vitest'
import { mergeTexts } from './merge-texts.ts'

const names = ['mine', 'theirs'] as const
const marked = (mine: string, theirs: string) =>
  `<<<<<<< mine\n${mine}\n=======\n${theirs}\n>>>>>>> theirs`

it.each<[string, string | null, string, string, string]>([
  ['two places', 'a\nb\nc', 'A\nb\nc', 'a\nb\nC', 'A\nb\nC'],
  ['one place', 'a\nb', 'a\nmine', 'a\ntheirs', `a\n${marked('mine', 'theirs')}`],
  ['mine alone', 'a', 'b', 'a', 'b'],
  ['theirs alone', 'a', 'a', 'b', 'b'],
  ['no base', null, 'a\nb', 'a\nB', marked('a\nb', 'a\nB')],
])('changes of %s', (_, base, mine, theirs, merged) => {
  expect(mergeTexts({ mine, base, theirs, names })).toBe(merged)
})
