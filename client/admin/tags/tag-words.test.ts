import { expect, it } from 'vitest'
import { DEFAULT_TAGS, tagId } from '#domain/tag.ts'
import { resetWords } from './tag-words.ts'

const LISTED = DEFAULT_TAGS.map((tag) => ({ ...tag, id: tagId(tag.name), count: 0 }))
const own = (name: string, count: number, color: 'tag-gray' | 'tag-rose') => ({
  ...{ id: name, name, count, color },
})

it.each([
  ['nothing', LISTED, 'The list is the default one: a reset changes nothing you see.'],
  [
    'what only posts have',
    [...LISTED, own('Bread', 2, 'tag-gray')],
    'The list is the default one: a reset changes nothing you see.',
  ],
  [
    'tags that go, come and change',
    [
      ...LISTED.filter(({ name }) => name !== 'Drawing').map((tag) =>
        tag.name === 'Writing' ? { ...tag, color: 'tag-gray' as const } : tag,
      ),
      own('Bread', 2, 'tag-rose'),
      own('Rye', 0, 'tag-gray'),
    ],
    'A reset adds Drawing; gives Writing the first colour again; takes Bread, Rye off the list, so that they turn gray.',
  ],
])('a reset says what it changes: %s', (_, tags, words) => {
  expect(resetWords(tags)).toBe(words)
})
