import { describe, expect, it } from 'vitest'
import { filterPosts, parseAdminFilter } from './admin-filter.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

const post = (id: string, part: object) =>
  // The filter reads these fields alone.
  ({ id, type: 'short', title: id, tags: [], draft: false, instant: NOW - 1, ...part }) as never

const POSTS = [
  post('later', { title: 'Written ahead', instant: NOW + 1 }),
  post('loaf', { title: 'A plain Loaf', type: 'essay', tags: ['Cooking'] }),
  post('idea', { title: 'An idea', draft: true, instant: NOW + 1 }),
  post('tool', { title: 'A tool for loaves', type: 'link' }),
]

it.each<[string, string, string[]]>([
  ['a word of the title in any case', 'q=LOA', ['loaf', 'tool']],
  ['every word', 'q=tool+loa', ['tool']],
  ['a tag', 'q=cooking', ['loaf']],
  ['the id', 'q=later', ['later']],
  ['the type', 'type=link', ['tool']],
  ['drafts, whatever their date', 'state=draft', ['idea']],
  ['posts that appear later', 'state=scheduled', ['later']],
  ['posts that everyone can read', 'state=live', ['loaf', 'tool']],
  ['one post by its id', 'id=idea', ['idea']],
  ['all of it together', 'q=loa&type=essay&state=live', ['loaf']],
])('finds %s', (_, options, ids) => {
  const filter = parseAdminFilter(new URLSearchParams(options))
  expect(filter && filterPosts(POSTS, filter, NOW).map(({ id }) => id)).toEqual(ids)
})

describe('a filter', () => {
  it('is none where nothing is asked for', () => {
    expect(parseAdminFilter(new URLSearchParams('q=+&type=&state=&limit=50'))).toBeNull()
  })

  it.each(['type=note', 'state=gone'])('refuses %s', (options) => {
    expect(() => parseAdminFilter(new URLSearchParams(options))).toThrow(/must be one of/)
  })
})
