import { expect, it } from 'vitest'
import { withStateOf } from './with-state-of.ts'

const COPY = '---\ntitle: A\ndraft: true\n---\nText\n'

it('gives a copy the state of the text that it may replace', () => {
  expect(withStateOf(COPY, '---\ntitle: A\naliases: [b]\n---\nOther\n')).toBe(
    '---\ntitle: A\naliases: [b]\n---\nText\n',
  )
})

it.each([
  ['is not there', null],
  ['has a flag that cannot be read', '---\ndraft: {a: b}\n---\n'],
  ['has another spelling of a flag', '---\nDraft: true\n---\n'],
  ['has front matter that cannot be read', '--- # c\ntitle: A\ndraft: true\n---\n'],
])('leaves a copy a draft where the text %s', (_, site) => {
  expect(withStateOf(COPY, site)).toBe(COPY)
})
