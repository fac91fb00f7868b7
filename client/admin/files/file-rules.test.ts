import { expect, it } from 'vitest'
import type { FileDraft } from '../forms/drafts.ts'
import { savedFileDraft } from './file-rules.ts'

const file = (text: string) => ({ path: 'about.md', text, revision: text, problems: [] })
const draft = (text: string): FileDraft => ({
  kind: 'file',
  key: 'k',
  keptAt: 0,
  start: file('old'),
  text,
})

it('is saved whole when nothing was typed meanwhile', () => {
  const saved = savedFileDraft(draft('new'), draft('new'), { file: file('new'), merged: false })
  expect(saved).toMatchObject({ text: 'new', start: { text: 'new' } })
})

it('keeps what was typed during the save, from the version that was saved', () => {
  const saved = savedFileDraft(draft('newer'), draft('new'), { file: file('new'), merged: false })
  expect(saved).toMatchObject({ text: 'newer', start: { text: 'new' } })
})

it('merges once more what was typed during a save that was merged', () => {
  const saved = savedFileDraft(draft('newer'), draft('new'), { file: file('both'), merged: true })
  expect(saved).toMatchObject({ text: 'newer', start: { text: 'old' } })
})
