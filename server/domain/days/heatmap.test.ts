import { expect, it } from 'vitest'
import { heatmapLevel, heatmapWeeks, heatmapWindow } from './heatmap.ts'

it.each([
  ['recent', '2026-11-20', '2026-09-20'],
  ['recent', '2026-04-30', '2026-02-22'],
  ['year', '2026-11-20', '2025-11-16'],
] as const)('a %s heatmap at %s begins with the week of %s', (range, to, from) => {
  expect(heatmapWindow(range, to)).toEqual({ from, to })
})

it('has a column a week, Sunday first, up to today, and four levels beside none', () => {
  const weeks = heatmapWeeks('2026-11-08', '2026-11-20')
  expect(weeks.map((days) => `${days[0]} ${days.length}`)).toEqual(['2026-11-08 7', '2026-11-15 6'])
  expect([0, 1, 3, 4, 40].map(heatmapLevel)).toEqual([0, 1, 3, 4, 4])
})
