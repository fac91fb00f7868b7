import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  dayFromNumber,
  dayNumber,
  daysBetween,
  formatFullDay,
  formatLongDay,
  formatShortDay,
  isDay,
  startOfWeek,
  weekday,
} from './day.ts'

/** Days from 1900 to 2199. */
const someDay = fc.integer({ min: -25_567, max: 84_005 }).map(dayFromNumber)

it('as Temporal does it adds days and counts between them', () => {
  fc.assert(
    fc.property(someDay, fc.integer({ min: -4000, max: 4000 }), (day, count) => {
      const expected = Temporal.PlainDate.from(day).add({ days: count }).toString()
      expect(addDays(day, count)).toBe(expected)
      expect(daysBetween(day, expected)).toBe(count)
      expect(dayFromNumber(dayNumber(day))).toBe(day)
    }),
  )
})

it('as Temporal does it adds months, ending at the last day of a shorter one', () => {
  fc.assert(
    fc.property(someDay, fc.integer({ min: -30, max: 30 }), (day, count) => {
      expect(addMonths(day, count)).toBe(
        Temporal.PlainDate.from(day).add({ months: count }).toString(),
      )
    }),
  )
})

it('as Temporal does it knows weekdays and the starts of weeks', () => {
  fc.assert(
    fc.property(someDay, (day) => {
      const date = Temporal.PlainDate.from(day)
      expect(weekday(day)).toBe(date.dayOfWeek % 7)
      expect(startOfWeek(day, 1)).toBe(date.subtract({ days: date.dayOfWeek - 1 }).toString())
      expect(startOfWeek(day, 0)).toBe(date.subtract({ days: date.dayOfWeek % 7 }).toString())
    }),
  )
})

it('says whether a text is a day', () => {
  for (const day of ['2026-11-20', '2024-02-29', '1900-01-01', '2199-12-31']) {
    expect(isDay(day), day).toBe(true)
  }
  const others = '2026-02-29¦2026-13-45¦2026-1-2¦2026-11-20T00:00¦¦0000-12-31¦9999-01-01'
  for (const text of others.split('¦')) expect(isDay(text), text).toBe(false)
})

it('writes days for people', () => {
  expect(formatLongDay('2026-11-20')).toBe('November 20, 2026')
  expect(formatFullDay('2026-11-20')).toBe('Friday, November 20, 2026')
  expect(formatShortDay('2026-03-01')).toBe('Mar 1, 2026')
})
