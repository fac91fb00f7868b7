import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayFromNumber, WEEKDAY_NAMES, weekdayOf } from './day.ts'
import { FreeDays } from './free-days.ts'

const range = fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 20 }))
const ranges = fc.array(range, { maxLength: 6 })
const restDays = fc.subarray([...WEEKDAY_NAMES])

it('free days counted by ranges are those counted day by day', () => {
  fc.assert(
    fc.property(restDays, ranges, range, (rests, breaks, [from, length]) => {
      const named = breaks.map(([start, days]) => {
        return { from: dayFromNumber(start), to: dayFromNumber(start + days), reason: null }
      })
      const freeDays = new FreeDays(rests, named)
      const days = Array.from({ length }, (_, index) => from + index)
      const isInBreak = (day: number) =>
        breaks.some(([from, more]) => from <= day && day <= from + more)
      const required = days.filter((day) => {
        const name = WEEKDAY_NAMES[weekdayOf(day)]
        return !isInBreak(day) && name !== undefined && !rests.includes(name)
      })
      expect(freeDays.requiredDays(from, from + length)).toBe(required.length)
      expect(freeDays.isBreak(from, from + length)).toBe(days.every(isInBreak))
    }),
  )
})

it('centuries without a post are counted by their weeks', () => {
  // 1900-01-01 was a Monday: 6,538 weeks to 2025-04-21, less a break of a year with 52 Sundays.
  const freeDays = new FreeDays(
    ['sunday'],
    [{ from: '2000-01-01', to: '2000-12-30', reason: null }],
  )
  expect(freeDays.requiredDays(-25_567, -25_567 + 6_538 * 7)).toBe(6_538 * 6 - (365 - 52))
})
