import { expect, it } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

it('forgets what was used longest ago when it holds too many', () => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  expect(map.get('a')).toBe(1)
  map.set('c', 3)
  expect(map.entries()).toEqual([
    ['a', 1],
    ['c', 3],
  ])
})

it('counts entries by their size, a replaced one once, and keeps none that is too large alone', () => {
  const map = new BoundedMap<string, string>(5, ({ length }) => length)
  map.set('a', 'aaaa')
  map.set('a', 'aaa')
  map.set('b', 'bb')
  map.set('c', 'cccccc')
  expect(map.entries()).toEqual([
    ['a', 'aaa'],
    ['b', 'bb'],
  ])
  map.set('d', 'd')
  expect(map.get('a')).toBeUndefined()
  map.delete('b')
  map.set('e', 'eeee')
  expect(map.entries().map(([key]) => key)).toEqual(['d', 'e'])
})
