import { expect, it } from 'vitest'
import { figureLine, percentile, spread } from './figures.ts'

it.each([
  ['the middle', [3, 1, 2], 0.5, 2],
  ['the last for the top share', [1, 2, 3], 0.99, 3],
  ['the only one', [7], 0.5, 7],
  ['nothing', [], 0.5, 0],
])('a percentile of %s', (_, samples, share, expected) => {
  expect(percentile(samples, share)).toBe(expected)
})

it('puts the figures of all lines into one column', () => {
  const figures = { memory: { value: 120.4, unit: 'MB' as const }, ...spread('a save', [4, 5, 9]) }
  const lines = Object.entries(figures).map(([name, figure]) => figureLine(name, figure))
  expect(lines.map((line) => line.replace(/ {2,}/, ' … '))).toEqual([
    'memory … 120 MB',
    'a save, p50 … 5.0 ms',
    'a save, p99 … 9.0 ms',
  ])
  expect(new Set(lines.map((line) => line.length)).size).toBe(1)
})
