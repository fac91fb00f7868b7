import { expect, it } from 'vitest'
import { createFigures, percentile, spread } from './figures.ts'

it.each([
  ['the middle', [3, 1, 2], 0.5, 2],
  ['the last for the top share', [1, 2, 3], 0.99, 3],
  ['the only one', [7], 0.5, 7],
  ['nothing', [], 0.5, 0],
])('a percentile of %s', (_, samples, share, expected) => {
  expect(percentile(samples, share)).toBe(expected)
})

it('aligns names and numbers', () => {
  const figures = createFigures()
  figures.add('memory', { value: 120.4, unit: 'MB' })
  figures.addAll(spread('a save', [4, 5, 9]))
  expect(figures.table()).toBe(
    'memory            120 MB\na save, p50       5.0 ms\na save, p99       9.0 ms',
  )
})
