import { beforeEach, expect, it } from 'vitest'
import { addToast, useToasts } from './toasts.ts'

beforeEach(() => useToasts.setState({ toasts: [] }))

const failed = { title: 'Error', description: 'Failed to load posts', tone: 'error' } as const
const draft = { title: 'Your text is in a draft', tone: 'error', stays: true } as const
const saved = { title: 'Post updated!', tone: 'success' } as const

it.each([
  ['the newest three', [{ title: 'a' }, draft, saved, failed], [draft, saved, failed]],
  ['a success without the errors of earlier tries', [draft, failed, saved], [draft, saved]],
  ['the same thing once', [failed, failed], [failed]],
])('shows %s', (_, added, shown) => {
  for (const toast of added) addToast(toast)
  expect(useToasts.getState().toasts).toMatchObject(shown)
})
