import { expect, it } from 'vitest'
import type { FileDraft } from '../forms/drafts.ts'
import { weeksUntil } from '../posts/week-review.tsx'
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

it('offers the weeks from this one back, by their Mondays', () => {
  expect(weeksUntil('2026-11-22').slice(0, 2)).toEqual([
    { week: '2026-W47', text: 'This week: Nov 16 to Nov 22, 2026' },
    { week: '2026-W46', text: 'Last week: Nov 9 to Nov 15, 2026' },
  ])
  expect(weeksUntil('2026-11-23')[1]?.week).toBe('2026-W47')
})
