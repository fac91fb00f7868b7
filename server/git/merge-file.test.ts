import { expect, it } from 'vitest'
import { mergeFile } from './merge-file.ts'

const BASE = 'one\ntwo\nthree\nfour\nfive\n'
const changed = (from: string, to: string) => BASE.replace(from, to)

it.each<[string, string, string, string | null]>([
  ['different lines', changed('one', '1'), changed('five', '5'), '1\ntwo\nthree\nfour\n5\n'],
  ['the same change twice', changed('two', '2'), changed('two', '2'), changed('two', '2')],
  ['neighbouring lines', changed('two', '2'), changed('three', '3'), null],
  ['a text that is deleted and changed', '', changed('two', '2'), null],
  ['bytes that are no text', '\0', `${BASE}\0`, null],
])('merges %s', async (_, ours, theirs, merged) => {
  const result = await mergeFile({ base: BASE, ours, theirs })
  expect(result === null ? null : result.toString()).toBe(merged)
})
