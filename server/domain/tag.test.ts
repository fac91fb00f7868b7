import { expect, it } from 'vitest'
import { tagId, tagShares } from './tag.ts'

it.each([
  ['Fitness & Health', 'fitness-health'],
  ['AI & Machine Learning', 'ai-machine-learning'],
  ['日本語', '日本語'],
  ['C++', 'c'],
  ['++', '++'],
])('gives %s the id %s', (name, id) => {
  expect(tagId(name)).toBe(id)
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
