import { expect, it } from 'vitest'
import { heatmapLevel, heatmapWeeks } from './heatmap.ts'

it('has a column a week, Sunday first, up to today, and four levels beside none', () => {
  const weeks = heatmapWeeks('2026-11-08', '2026-11-20')
  expect(weeks.map((days) => `${days[0]} ${days.length}`)).toEqual(['2026-11-08 7', '2026-11-15 6'])
  expect([0, 1, 3, 4, 40].map(heatmapLevel)).toEqual([0, 1, 3, 4, 4])
})
