import { expect, it, vi } from 'vitest'
import type { Post } from '#domain/post.ts'
import { savedToast } from './post-calls.ts'
import type { PostState } from './post-fields.tsx'

const NOW = '2026-11-20T12:00:00+00:00'
const BEFORE = '2026-11-20T11:50:00+00:00'
const LATER = '2026-12-20T12:00:00+00:00'

// Of a post only what the toast reads.
const postOf = (created_at: string, updated_at = created_at, draft = false) =>
  ({ id: 'a', type: 'essay', title: 'A', created_at, updated_at, draft }) as Post

it.each([
  ['a public post', postOf(BEFORE), postOf(BEFORE, NOW), 'Post updated!', true],
  ['a draft', postOf(BEFORE, BEFORE, true), postOf(BEFORE, NOW), 'Post published!', true],
  ['a scheduled post', postOf(LATER), postOf(LATER), 'Post scheduled!', false],
  ['a scheduled post, for now', postOf(LATER), postOf(BEFORE, NOW), 'Post published!', true],
  ['a new post for later', null, postOf(LATER), 'Post created!', false],
])('the toast of %s is right by a clock an hour behind', (_, version, saved, title, isPublic) => {
  vi.setSystemTime('2026-11-20T11:00:00Z')
  const toast = savedToast(saved, { version, fields: { date: 'as before' } } as PostState)
  expect([toast.title, 'view' in toast]).toEqual([title, isPublic])
  vi.useRealTimers()
})
