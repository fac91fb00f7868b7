import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { postOf } from '../../test/fixtures.ts'
import { type PostFields, type PostState, postFields } from './post-fields.tsx'

const zone = 'Europe/Berlin'
const table = postFields(zone)
const NEW = table.emptyFields()
const NOW = Date.parse('2026-11-20T12:00:00+01:00')

beforeEach(() => vi.useFakeTimers({ now: NOW }))
afterEach(() => vi.useRealTimers())

/** The form of a saved post with some fields typed over. */
function editing(post: Parameters<typeof postOf>[0], changes: Partial<PostFields>): PostState {
  const version = postOf({ content: 'Old.', ...post })
  const start = table.fieldsOf(version)
  const fields = { ...start, ...changes }
  return { version, revision: version.revision, start, fields, createKey: 'k' }
}
const creating = (changes: Partial<PostFields>): PostState => ({
  ...{ version: null, revision: null, start: NEW, createKey: 'k' },
  fields: { ...NEW, ...changes },
})

it('a new post sends what it has, trimmed', () => {
  const fields: PostFields = {
    ...NEW,
    title: ' Loaf ',
    content: '\n\nFlour. ',
    url: 'https://a.example',
  }
  const bodyOf = (changes: Partial<PostFields>) => table.bodyOf(creating({ ...fields, ...changes }))
  expect(bodyOf({})).toEqual({
    ...{ type: 'short', title: 'Loaf', content: 'Flour.', tags: [] },
    ...{ featured: false, draft: false, image_url: '', date: null, description: '', project: '' },
  })
  expect(bodyOf({ type: 'link' })).toHaveProperty('url', 'https://a.example')
})

const DRAFT = { draft: true, created_at: '2026-11-16T09:30:00+01:00' }

it.each<[string, PostState, object]>([
  ['nothing', editing({}, {}), {}],
  ['a field alone', editing({}, { title: 'Rye' }), { title: 'Rye' }],
  ['a cleared date as null', editing({}, { date: '' }), { date: null }],
  ['no date of a draft that is published', editing(DRAFT, { draft: false }), { draft: false }],
  [
    'the date of a draft that is scheduled',
    editing({ draft: true, created_at: '2999-01-02T09:00:00+01:00' }, { draft: false }),
    { draft: false, date: '2999-01-02T09:00' },
  ],
  [
    'no type that the form does not know',
    editing({ type: 'reading' }, { featured: true }),
    { featured: true },
  ],
])('an update sends %s', (_, state, sent) => {
  expect(table.bodyOf(state)).toEqual({ ...sent, revision: state.revision })
})

it.each<[string, Partial<PostFields>, Record<string, RegExp>]>([
  ['a post of blanks', { title: ' ', content: '\n' }, { title: /title/, content: /text/ }],
  ['a link without an address', { type: 'link', title: 'a', content: 'b' }, { url: /address/ }],
  [
    'an image on its way',
    { title: 'a', content: '![Uploading a.png…]()' },
    { content: /did not arrive/ },
  ],
])('%s is refused in words', (_, changes, words) => {
  const faults = Object.entries(words).map(([name, part]) => [name, expect.stringMatching(part)])
  expect(table.faultsOf(creating(changes))).toEqual(Object.fromEntries(faults))
})

it('an unsaved text from before a field was there has its saved value', () => {
  const stored = { title: 'Rye', subtitle: 'gone' } as Partial<PostFields>
  expect(table.withChanges({ ...NEW, content: 'Saved.' }, stored)).toEqual({
    ...{ ...NEW, content: 'Saved.' },
    title: 'Rye',
  })
})
