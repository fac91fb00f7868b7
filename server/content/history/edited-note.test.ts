import { expect, it } from 'vitest'
import type { PostEdited } from '#domain/answers/public-answers.ts'
import { emptyParts, postRecord } from '../../test/test-records.ts'
import { editedNote } from './edited-note.ts'

const NOW = Date.parse('2026-06-01T12:00:00Z')
const repository = 'https://github.com/ann/words'
const site = { ...emptyParts().site, time_zone: 'Asia/Tokyo', repository }
const url = `${repository}/commits/HEAD/posts/a.md`

it.each<[string, { updated: string; editedAt?: string }, PostEdited | null]>([
  ['nothing was changed', { updated: '2026-01-01T23:59:00+00:00' }, null],
  [
    'the author says a later day',
    { updated: '2026-01-02T00:00:00+00:00' },
    { day: '2026-01-02', url },
  ],
  ['the author says a day to come', { updated: '2026-06-02T00:00:00+00:00' }, null],
  [
    'the history has an edit, in the site’s zone',
    { updated: '2026-01-01T12:00:00+00:00', editedAt: '2026-03-01T20:00:00Z' },
    { day: '2026-03-02', url },
  ],
  [
    'the history says it more exactly',
    { updated: '2026-05-01T12:00:00+00:00', editedAt: '2026-03-01T12:00:00Z' },
    { day: '2026-03-01', url },
  ],
  [
    'the newest version is still to come',
    { updated: '2026-01-01T12:00:00+00:00', editedAt: '2026-07-01T12:00:00Z' },
    null,
  ],
])('notes an edit: %s', (_, { updated, editedAt }, expected) => {
  const post = postRecord({ id: 'a', updated_at: updated })
  const edits = new Map(editedAt ? [[post.path, { at: Date.parse(editedAt), versions: 2 }]] : [])
  expect(editedNote(post, { edits, site }, NOW)).toEqual(expected)
})
