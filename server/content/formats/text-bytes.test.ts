import { expect, it } from 'vitest'
import { withStateOf } from './merge-files.ts'

const copy = (more: string) => `---\ntitle: A # mine\n${more}---\n\nText\n`

it.each<[string, string | null, string, string]>([
  ['live', '---\ntitle: B\n---\nOther\n', 'draft: true\n', ''],
  ['a draft', '---\ndraft: True\n---\nOther\n', 'draft: true\n', 'draft: true\n'],
  ['text alone', 'Other\n', 'draft: true\n', ''],
  ['gone', null, 'draft: true\n', 'draft: true\n'],
  ['unreadable', '---\ntitle: "\n---\n', 'draft: true\n', 'draft: true\n'],
  ['hidden by a flag', '---\ndraft: {a: b}\n---\n', 'draft: true\n', 'draft: true\n'],
  ['hidden by its spelling', '---\nDraft: true\n---\n', 'draft: true\n', 'draft: true\n'],
])('gives a copy the state of a post that is %s', (_, site, before, after) => {
  expect(withStateOf(copy(before), site)).toBe(copy(after))
})
