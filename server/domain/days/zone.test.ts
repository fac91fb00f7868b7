import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import type { Day } from './day.ts'
import { dayAt, formatInstant, instantOf, isTimeZone, startOfDay, wallClockMs } from './zone.ts'

const ZONES =
  'UTC Europe/Berlin America/New_York Asia/Kolkata Pacific/Kiritimati Pacific/Chatham ' +
  'Pacific/Apia Australia/Lord_Howe'
const zone = fc.constantFrom(...ZONES.split(' '))
const second = fc.integer({ min: 315_532_800, max: 2_840_140_800 }).map((value) => value * 1000)

const zonedAt = (instant: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)

it('agrees with Temporal on days and offsets', () => {
  fc.assert(
    fc.property(second, zone, (instant, timeZone) => {
      const expected = zonedAt(instant, timeZone)
      expect(dayAt(instant, timeZone)).toBe(expected.toPlainDate().toString())
      expect(formatInstant(instant, timeZone)).toBe(
        expected.toString({ timeZoneName: 'never', smallestUnit: 'second' }),
      )
    }),
    { numRuns: 500 },
  )
})

it('agrees with Temporal on the instant of a wall clock, skipped and doubled hours included', () => {
  const changes =
    '2026-03-29T02:30 2026-10-25T02:30 2026-03-08T02:15 2026-11-01T01:15 2026-04-05T01:45 ' +
    '2011-12-30T12:00'
  const nearChange = fc.constantFrom(...changes.split(' '))
  const wall = fc.oneof(
    second.map((ms) => new Date(ms).toISOString().slice(0, 19)),
    nearChange,
  )
  fc.assert(
    fc.property(wall, zone, (text, timeZone) => {
      const expected = Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone)
      expect(instantOf(Date.parse(`${text}Z`), timeZone)).toBe(expected.epochMilliseconds)
    }),
    { numRuns: 500 },
  )
})

it('starts a day at its midnight, or after it where midnight is skipped', () => {
  const startIn = (zone: string, day: Day) => formatInstant(startOfDay(day, zone), zone)
  expect(startIn('Europe/Berlin', '2026-11-20')).toBe('2026-11-20T00:00:00+01:00')
  // In Beirut summer time began at midnight.
  expect(startIn('Asia/Beirut', '2021-03-28')).toBe('2021-03-28T01:00:00+03:00')
})

it('reads clocks before 1970, and knows which zones there are', () => {
  const instant = Date.parse('1969-07-20T20:17:40.500Z')
  expect(wallClockMs(instant, 'UTC')).toBe(instant)
  expect(['Europe/Berlin', 'Mars/Base', ''].map(isTimeZone)).toEqual([true, false, false])
})
