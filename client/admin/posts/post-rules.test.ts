import { expect, it } from 'vitest'
import { postOf } from '../../test/fixtures.ts'
import type { PostDraft } from '../forms/drafts.ts'
import { fieldsOf, NEW_POST } from './post-form.ts'
import { createdWords, isUnsaved, savedDraft } from './post-rules.ts'

const timeZone = 'Europe/Berlin'
const post = postOf({ content: 'Saved.', revision: 'new' })
const start = { ...NEW_POST, title: 'Loaf', content: 'Old.' }
const sent: PostDraft = {
  kind: 'post',
  key: 'k',
  postId: null,
  revision: 'old',
  start,
  fields: { ...start, content: 'Saved.' },
  typeTouched: true,
  keptAt: 0,
}
const typedOn: PostDraft = { ...sent, fields: { ...sent.fields, content: 'Saved. And more.' } }

it('a saved text is the one that git has', () => {
  const saved = savedDraft(sent, sent, { post, merged: false, timeZone })
  expect(saved).toMatchObject({ postId: post.id, revision: 'new', typeTouched: false })
  expect(saved.fields).toEqual(fieldsOf(post, timeZone))
  expect(isUnsaved(saved)).toBe(false)
})

it('what was typed during the save stays, and stays unsaved', () => {
  const saved = savedDraft(typedOn, sent, { post, merged: false, timeZone })
  expect(saved.fields.content).toBe('Saved. And more.')
  expect(saved.revision).toBe('new')
  expect(isUnsaved(saved)).toBe(true)
})

it('what was typed during a save that merged is merged again by the next', () => {
  const saved = savedDraft(typedOn, sent, { post, merged: true, timeZone })
  expect(saved).toMatchObject({ postId: post.id, revision: 'old', start })
  expect(saved.fields.content).toBe('Saved. And more.')
})

const later = '2999-01-01T09:00:00+01:00'

it.each([
  ['a new post', {}, '', 'published'],
  ['one without a date, on a clock that is behind', { created_at: later }, '', 'published'],
  ['one of a later date', { created_at: later }, later.slice(0, 16), 'scheduled'],
  ['a draft', { draft: true }, '', 'saved as a draft'],
])('%s is said to be what it is', (_, fields, date, done) => {
  const said = createdWords(postOf({ type: 'short', ...fields }), { ...NEW_POST, date })
  expect(said.description).toBe(`Your short has been ${done}.`)
})
