import { beforeEach, expect, it } from 'vitest'
import { addToast, toastLifetime, useToasts } from './toasts.ts'

beforeEach(() => useToasts.setState({ toasts: [] }))

const titles = () => useToasts.getState().toasts.map(({ title }) => title)

it('shows three toasts at most, the newest', () => {
  for (const title of ['a', 'b', 'c', 'd']) addToast({ title })
  expect(titles()).toEqual(['b', 'c', 'd'])
})

it('a success takes the errors of earlier tries away, but not what else went wrong', () => {
  addToast({ title: 'Your text is in a draft', tone: 'error', stays: true })
  addToast({ title: 'Failed to update post', tone: 'error' })
  addToast({ title: 'Post updated!', tone: 'success' })
  expect(titles()).toEqual(['Your text is in a draft', 'Post updated!'])
})

it('says the same thing once', () => {
  addToast({ title: 'Error', description: 'Failed to load posts' })
  addToast({ title: 'Error', description: 'Failed to load posts' })
  expect(titles()).toEqual(['Error'])
})

it.each([
  [{ title: 'saved' }, 4000],
  [{ title: 'failed', tone: 'error' } as const, 10_000],
  [{ title: 'deleted', undo() {} }, 10_000],
])('keeps %o long enough to be read and used', (toast, lifetime) => {
  expect(toastLifetime(toast)).toBe(lifetime)
})
