import { expect, it } from 'vitest'
import { heatmapLevel, heatmapWeeks, heatmapWindow } from './heatmap.ts'

it('shows from the week’s start two months ago to today', () => {
  expect(heatmapWindow('recent', '2026-11-20')).toEqual({ from: '2026-09-20', to: '2026-11-20' })
  expect(heatmapWindow('recent', '2026-04-30')).toEqual({ from: '2026-02-22', to: '2026-04-30' })
})

it('widens to the past year', () => {
  expect(heatmapWindow('year', '2026-11-20')).toEqual({ from: '2025-11-16', to: '2026-11-20' })
})

it('has a column a week, Sunday first, the last one up to today', () => {
  const weeks = heatmapWeeks('2026-11-08', '2026-11-20')
  expect(weeks.map((days) => `${days[0]} ${days.length}`)).toEqual(['2026-11-08 7', '2026-11-15 6'])
})

it('has four levels beside none', () => {
  expect([0, 1, 3, 4, 40].map(heatmapLevel)).toEqual([0, 1, 3, 4, 4])
})
