import { expect, it } from 'vitest'
import { weekOf } from './week.ts'

it.each<[string, string, string]>([
  ['a Monday', '2026-11-16', '2026-W47'],
  ['a Sunday', '2026-11-22', '2026-W47'],
  ['days of January in the last week of the year before', '2027-01-03', '2026-W53'],
  ['days of December in the first week of the year after', '2024-12-30', '2025-W01'],
  ['January 1 on a Thursday', '2026-01-01', '2026-W01'],
])('names the week of %s', (_, day, week) => {
  expect(weekOf(day)).toBe(week)
})
