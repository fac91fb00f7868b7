import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ChangePart, compareTexts, lengthOf, withGaps } from './post-changes.ts'
import type { DiffPart } from './word-diff.ts'

const text = (content: string, title = 'Title') => ({ title, content })
const words = (count: number) => Array.from({ length: count }, (_, word) => `w${word}`).join(' ')
const shown = (parts: readonly ChangePart[]) =>
  parts.map((part) => (part.kind === 'gap' ? '…' : part.text)).join('')

it('says how many words came and went, of title and text', () => {
  expect(compareTexts(text('One two.', 'Old'), text('One 2, three.', 'New'))).toMatchObject({
    added: 3,
    removed: 2,
    title: [
      { kind: 'removed', text: 'Old' },
      { kind: 'added', text: 'New' },
    ],
    text_cut: false,
  })
})

it('has no title where it stayed, and no text where that did', () => {
  expect(compareTexts(text('Same.'), text('Other.')).title).toBeNull()
  expect(compareTexts(text(words(500)), text(words(500), 'New')).text).toEqual([])
})

it('leaves out what is far from a change', () => {
  const before = `${words(200)} old ${words(200)} ${words(200)} old ${words(200)}`
  const { text: parts } = compareTexts(text(before), text(before.replaceAll('old', 'new')))
  expect(parts.map(({ kind }) => kind)).toEqual([
    'gap',
    'same',
    'removed',
    'added',
    'same',
    'gap',
    'same',
    'removed',
    'added',
    'same',
    'gap',
  ])
  expect(shown(parts).length).toBeLessThan(800)
  // Whole words only.
  for (const { kind, text: part } of parts)
    if (kind === 'same') expect(part).toMatch(/^ ?w\d+ .* w\d+ ?$/)
})

it('begins and ends at a line where one is near', () => {
  const lines = Array.from({ length: 40 }, (_, line) => `Line ${line} of a text.\n`).join('')
  const parts = withGaps([
    { kind: 'same', text: lines },
    { kind: 'added', text: 'New line.\n' },
    { kind: 'same', text: lines },
  ])
  expect(shown(parts)).toBe(
    '…\nLine 37 of a text.\nLine 38 of a text.\nLine 39 of a text.\nNew line.\nLine 0 of a text.\nLine 1 of a text.\nLine 2 of a text.\n…',
  )
})

it('shows so much of a change and no more, and never half of a character', () => {
  const { text: parts, text_cut } = compareTexts(text(''), text(`a${'😀'.repeat(9000)}`))
  expect(text_cut).toBe(true)
  expect(lengthOf(parts)).toBeLessThanOrEqual(8000)
  expect(shown(parts)).toMatch(/^a(😀)+$/u)
})

it('keeps every change, whatever lies between', () => {
  const part = fc.record<DiffPart>({
    kind: fc.constantFrom('same', 'added', 'removed'),
    text: fc.string({ maxLength: 400, unit: fc.constantFrom('a', ' ', '\n') }),
  })
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const changed = (all: readonly ChangePart[]) =>
        all.filter(({ kind }) => kind === 'added' || kind === 'removed')
      expect(changed(withGaps(parts))).toEqual(changed(parts))
      expect(lengthOf(withGaps(parts))).toBeLessThanOrEqual(lengthOf(parts))
    }),
  )
})
