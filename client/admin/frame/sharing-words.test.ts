import { expect, it } from 'vitest'
import type { SiteStatus } from '#domain/answers/admin-answers.ts'
import { countWords, sharingWords, timeWords } from './sharing-words.ts'

const OK: SiteStatus['sync'] = {
  remote: 'origin',
  state: 'ok',
  ahead: 0,
  behind: 0,
  last_pull: null,
  last_push: null,
  error: null,
  files: [],
  conflicts: [],
}

it.each<[string, Partial<SiteStatus['sync']>, string, string]>([
  ['all is shared', {}, 'green', 'Shared with the remote.'],
  ['the server starts', { state: 'starting' }, 'gray', 'Asking the remote...'],
  ['a push is on its way', { ahead: 1 }, 'gray', 'Sharing...'],
  ['a file is in the way', { state: 'waiting', error: 'Commit it.' }, 'yellow', 'Commit it.'],
  ['the remote fails', { state: 'failing', error: 'It is gone.' }, 'red', 'It is gone.'],
])('says so when %s', (_, fields, tone, text) => {
  expect(sharingWords({ ...OK, ...fields })).toEqual({ tone, text })
})

it('counts what is not shared, here and there', () => {
  const texts = (ahead: number, behind: number) =>
    countWords({ ...OK, ahead, behind }).map(({ text }) => text)
  expect(texts(0, 0)).toEqual([])
  expect(texts(1, 0)).toEqual(['1 commit is not yet shared.'])
  expect(texts(2, 3)).toEqual([
    '2 commits are not yet shared.',
    '3 commits of the remote are not yet here.',
  ])
})

it.each([
  [null, null, null],
  ['2026-11-20T10:00:00Z', null, 'Pulled just now.'],
  ['2026-11-20T09:58:30Z', '2026-11-20T08:00:00Z', 'Pulled 1 minute ago, pushed 2 hours ago.'],
  [null, '2026-11-17T09:00:00Z', 'Pushed 3 days ago.'],
])('tells of the pull at %s and the push at %s', (last_pull, last_push, words) => {
  const now = Date.parse('2026-11-20T10:00:10Z')
  expect(timeWords({ ...OK, last_pull, last_push }, now)).toBe(words)
})
