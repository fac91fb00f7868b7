import { expect, it } from 'vitest'
import { mergeFile } from './merge-file.ts'

const BASE = 'one\ntwo\nthree\nfour\nfive\n'

it.each<[string, string, string, string | null]>([
  [
    'changes of different lines',
    BASE.replace('one', '1'),
    BASE.replace('five', '5'),
    '1\ntwo\nthree\nfour\n5\n',
  ],
  [
    'the same change twice',
    BASE.replace('two', '2'),
    BASE.replace('two', '2'),
    BASE.replace('two', '2'),
  ],
  ['a change of one side alone', BASE, `${BASE}six`, `${BASE}six`],
  ['two changes of one line', BASE.replace('two', '2'), BASE.replace('two', 'zwei'), null],
  ['neighbouring lines', BASE.replace('two', '2'), BASE.replace('three', '3'), null],
  ['a text that is deleted and changed', '', BASE.replace('two', '2'), null],
  ['bytes that are no text', '\0', `${BASE}\0`, null],
])('merges %s', async (_, ours, theirs, merged) => {
  const result = await mergeFile({ base: BASE, ours, theirs })
  expect(result === null ? null : result.toString()).toBe(merged)
})

it('ends soon for texts that share next to nothing', async () => {
  const lines = (step: number) =>
    Array.from({ length: 20_000 }, (_, line) => `${(line * step) % 97}`).join('\n')
  await mergeFile({ base: lines(3), ours: lines(5), theirs: lines(7) })
})
