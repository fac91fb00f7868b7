import { expect, it } from 'vitest'
import { emptyParts, postRecord } from '../../test/test-records.ts'
import type { PostRecord } from '../records.ts'
import { buildSnapshot } from './build-snapshot.ts'
import { movedPost } from './moved-post.ts'

const NOW = Date.parse('2026-06-01T00:00:00Z')
const LATER = NOW + 1

/** What `old` leads to, where git tells that it was renamed to `new`. */
function leadsTo(posts: readonly PostRecord[], problem?: string): string | null {
  const parts = {
    ...emptyParts(),
    renames: new Map([['old', 'new']]),
    problems: problem === undefined ? [] : [{ file: problem, line: null, reason: 'Broken.' }],
  }
  return movedPost('old', buildSnapshot({ version: 1, now: NOW, parts, posts }), NOW)
}

const renamed = postRecord({ id: 'new' })

it.each<[string, PostRecord[], string | null]>([
  ['the renamed post', [renamed], 'new'],
  ['nothing that is gone', [], null],
  ['no draft', [postRecord({ id: 'new', draft: true })], null],
  ['no scheduled post', [postRecord({ id: 'new', instant: LATER })], null],
  ['nothing when a post has the id', [renamed, postRecord({ id: 'old' })], null],
  ['nor when a draft has it', [renamed, postRecord({ id: 'old', draft: true })], null],
  ['the post that claims it', [renamed, postRecord({ id: 'c', aliases: ['old'] })], 'c'],
  [
    'that of the two that is public',
    [renamed, postRecord({ id: 'c', aliases: ['old'], draft: true })],
    'new',
  ],
  [
    'a post that claims it although a draft has it',
    [postRecord({ id: 'c', aliases: ['old'] }), postRecord({ id: 'old', draft: true })],
    'c',
  ],
])('leads to %s', (_, posts, expected) => {
  expect(leadsTo(posts)).toBe(expected)
})

it('leads to nothing when a file with a problem has the id', () => {
  expect(leadsTo([renamed], 'posts/2026/Old.md')).toBeNull()
  expect(leadsTo([renamed], 'posts/2026/older.md')).toBe('new')
})
