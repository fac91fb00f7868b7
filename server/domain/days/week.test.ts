import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, dayFromNumber, weekday } from './day.ts'
import { mondayOf, weekOf } from './week.ts'

it.each<[string, string, string]>([
  ['a Monday', '2026-11-16', '2026-W47'],
  ['a Sunday', '2026-11-22', '2026-W47'],
  ['days of January in the last week of the year before', '2027-01-03', '2026-W53'],
  ['days of December in the first week of the year after', '2024-12-30', '2025-W01'],
  ['January 1 on a Thursday', '2026-01-01', '2026-W01'],
])('names the week of %s', (_, day, week) => {
  expect(weekOf(day)).toBe(week)
})

it.each(['2026-W54', '2025-W53', '2026-W00', '2026-47', 'W47', ''])('knows no week %s', (text) => {
  expect(mondayOf(text)).toBeNull()
})

it('finds the Monday of every week that it names', () => {
  fc.assert(
    fc.property(fc.integer({ min: -20_000, max: 100_000 }), (number) => {
      const day = dayFromNumber(number)
      const monday = mondayOf(weekOf(day))
      expect(monday !== null && weekday(monday) === 1).toBe(true)
      expect(monday !== null && monday <= day && day <= addDays(monday, 6)).toBe(true)
    }),
  )
})
