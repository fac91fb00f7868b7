/** Each row: now, posts, breaks; posts of the present week, weeks in a row, the longest run. */
import { expect, it } from 'vitest'
import { breakDays } from './breaks.ts'
import { addDays, type Day, dayNumber } from './day.ts'
import { weeklyOf } from './weekly-target.ts'
import { dayAt } from './zone.ts'

const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))

function told(posts: readonly Day[], today: Day, target: number, breaks = ''): string {
  const counts = new Map<Day, number>()
  for (const day of posts) counts.set(day, (counts.get(day) ?? 0) + 1)
  const ranges = breaks.split(' ').map((range) => range.split('..').map((day) => `2026-${day}`))
  const named = ranges.flatMap(([from = '', to]) => (to ? [{ from, to, reason: null }] : []))
  const free = new Set([...breakDays(named).keys()].map(dayNumber))
  const { this_week, weeks_kept, longest } = weeklyOf(counts, today, { target, breaks: free })
  return `${this_week} ${weeks_kept} ${longest}`
}

/** `11-02x3`: a post on that day and on the two after it. November 16, 2026 is a Monday. */
const WEEKS = `
  none yet                          | 11-20 |                           |              | 0 0 0
  the present one, not reached      | 11-22 | 11-02x3 11-09x3 11-16x1   |              | 1 2 2
  the present one, reached          | 11-18 | 11-02x3 11-09x3 11-16x3   |              | 3 3 3
  the present one, over             | 11-23 | 11-02x3 11-09x3 11-16x1   |              | 0 0 2
  a gap                             | 11-20 | 10-19x3 11-02x3 11-09x3   |              | 0 2 2
  the longest run, over             | 11-20 | 10-12x3 10-19x3 11-09x3   |              | 0 1 2
  three posts on one day            | 11-16 | 11-15x1 11-15x1 11-15x1   |              | 0 1 1
  wholly in a break                 | 11-16 | 11-02x3                   | 11-09..11-15 | 0 1 1
  in a break but for its Sunday     | 11-16 | 11-02x3                   | 11-09..11-14 | 0 0 1
  in two breaks                     | 11-16 | 11-02x3    | 11-09..11-11 11-12..11-15   | 0 1 1
  in a break, with posts            | 11-16 | 11-02x3 11-09x3           | 11-09..11-15 | 0 1 1
  a Monday that has begun elsewhere | 11-15 | 11-02x3 11-09x3 11-16x1   |              | 3 2 2`

it.each(rowsOf(WEEKS))('weeks: %s', (_, today, posts = '', breaks, figures) => {
  const days = posts.split(' ').flatMap((text) => {
    const [monday = '', count] = text.split('x')
    return Array.from({ length: Number(count ?? 0) }, (_, at) => addDays(`2026-${monday}`, at))
  })
  expect(told(days, `2026-${today}`, 3, breaks)).toBe(figures)
})

/** Instants in UTC around the ends of a week; two posts are wanted. */
const ZONES = `
  New Year        | Europe/Berlin      | 2027-01-03T22:59 | 2026-12-27T23:00 2027-01-03T22:30 | 2 1 1
  a Sunday before | Europe/Berlin      | 2027-01-03T22:59 | 2026-12-27T22:59 2027-01-03T22:30 | 1 0 0
  a Monday after  | Europe/Berlin      | 2027-01-03T23:00 | 2026-12-28T09:00 2027-01-03T12:00 | 0 1 1
  a week 53       | UTC                | 2021-01-04T12:00 | 2020-12-31T09:00 2021-01-03T09:00 | 0 1 1
  clocks forward  | Europe/Berlin      | 2026-03-29T21:59 | 2026-03-22T23:00 2026-03-29T21:30 | 2 1 1
  a Monday after  | Europe/Berlin      | 2026-03-29T22:00 | 2026-03-29T01:30 2026-03-29T22:00 | 1 0 0
  clocks back     | Europe/Berlin      | 2026-10-25T22:59 | 2026-10-18T22:00 2026-10-25T22:30 | 2 1 1
  a Monday after  | Europe/Berlin      | 2026-10-25T23:00 | 2026-10-25T22:59 2026-10-25T23:00 | 1 0 0
  New Year        | America/New_York   | 2027-01-04T04:59 | 2026-12-28T05:00 2027-01-04T04:30 | 2 1 1
  clocks forward  | America/New_York   | 2026-03-09T03:59 | 2026-03-02T05:00 2026-03-09T03:30 | 2 1 1
  a Monday after  | America/New_York   | 2026-03-09T04:00 | 2026-03-02T05:00 2026-03-09T03:30 | 0 1 1
  clocks back     | America/New_York   | 2026-11-02T04:59 | 2026-10-26T04:00 2026-11-02T04:30 | 2 1 1
  a Monday after  | America/New_York   | 2026-11-02T05:00 | 2026-10-26T04:00 2026-11-02T04:30 | 0 1 1
  New Year        | Pacific/Kiritimati | 2027-01-03T09:59 | 2026-12-27T10:00 2027-01-03T09:30 | 2 1 1
  a Monday after  | Pacific/Kiritimati | 2027-01-03T10:00 | 2026-12-27T10:00 2027-01-03T10:00 | 1 0 0`

it.each(rowsOf(ZONES))(
  'weeks of a zone: %s in %s',
  (_, zone = '', now = '', posts = '', figures) => {
    const dayOf = (instant: string) => dayAt(Date.parse(`${instant}Z`), zone)
    expect(told(posts.split(' ').map(dayOf), dayOf(now), 2)).toBe(figures)
  },
)
