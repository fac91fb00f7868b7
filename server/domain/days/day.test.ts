import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  dayFromNumber,
  dayNumber,
  daysBetween,
  formatShortDay,
  isDay,
  startOfWeek,
  weekday,
} from './day.ts'

const someDay = fc.integer({ min: -25_567, max: 84_005 }).map(dayFromNumber)

it('adds days and months, counts days and knows weeks as Temporal does', () => {
  fc.assert(
    fc.property(someDay, fc.integer({ min: -4000, max: 4000 }), (day, count) => {
      const date = Temporal.PlainDate.from(day)
      const later = date.add({ days: count }).toString()
      expect([addDays(day, count), daysBetween(day, later)]).toEqual([later, count])
      expect(dayFromNumber(dayNumber(day))).toBe(day)
      expect(addMonths(day, count % 31)).toBe(date.add({ months: count % 31 }).toString())
      expect(weekday(day)).toBe(date.dayOfWeek % 7)
      expect(startOfWeek(day, 1)).toBe(date.subtract({ days: date.dayOfWeek - 1 }).toString())
      expect(startOfWeek(day, 0)).toBe(date.subtract({ days: date.dayOfWeek % 7 }).toString())
    }),
  )
})

it.each([
  [true, '2026-11-20¦2024-02-29¦1900-01-01¦2199-12-31'],
  [false, '2026-02-29¦2026-13-45¦2026-1-2¦2026-11-20T00:00¦¦0206-05-01¦1899-12-31¦2200-01-01'],
])('says %s of whether these are days: %s', (expected, texts) => {
  for (const text of texts.split('¦')) expect(isDay(text), text).toBe(expected)
})

it('writes days for people', () => {
  expect(formatShortDay('2026-03-01')).toBe('Mar 1, 2026')
})
