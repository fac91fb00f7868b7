import { expect, it } from 'vitest'
import { DEFAULT_TAGS, knownTagColor, tagId, tagKey } from './tag.ts'
import { tagShares } from './tag-share.ts'

it.each([
  ['Fitness & Health', 'fitness-health'],
  ['AI & Machine Learning', 'ai-machine-learning'],
  ['日本語', '日本語'],
  ['C++', 'c'],
  ['++', '++'],
])('gives %s the id %s', (name, id) => {
  expect(tagId(name)).toBe(id)
})

it('matches names without regard to case', () => {
  expect(tagKey(' Writing ')).toBe(tagKey('WRITING'))
})

it('resets to nine tags, each with a colour of its own', () => {
  expect(DEFAULT_TAGS).toHaveLength(9)
  expect(new Set(DEFAULT_TAGS.map((tag) => tag.color)).size).toBe(9)
})

it('knows only the product’s own colours', () => {
  expect(knownTagColor('tag-rose')).toBe('tag-rose')
  expect(knownTagColor('#ff0000')).toBeNull()
})

it('shares posts among tags, rounded, with 0 for a tag without posts', () => {
  const tag = (name: string) => ({ id: tagId(name), name, color: 'tag-gray' as const })
  const counts = new Map([
    ['writing', 2],
    ['cooking', 1],
  ])
  const shares = tagShares([tag('Writing'), tag('Cooking'), tag('Drawing')], counts, 3)
  expect(shares.map(({ count, percent }) => [count, percent])).toEqual([
    [2, 67],
    [1, 33],
    [0, 0],
  ])
  expect(tagShares([tag('Writing')], new Map(), 0)[0]?.percent).toBe(0)
})
