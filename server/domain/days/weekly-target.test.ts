/** Each row: now, posts, breaks; posts of the present week, weeks in a row, the longest run. */
import { expect, it } from 'vitest'
import { breakDays } from './breaks.ts'
import { addDays, type Day, dayNumber } from './day.ts'
import { weeklyOf } from './weekly-target.ts'

function told(posts: readonly Day[], today: Day, target: number, breaks = ''): string {
  const counts = new Map<Day, number>()
  for (const day of posts) counts.set(day, (counts.get(day) ?? 0) + 1)
  const ranges = breaks.split(' ').map((range) => range.split('..').map((day) => `2026-${day}`))
  const named = ranges.flatMap(([from = '', to]) => (to ? [{ from, to, reason: null }] : []))
  const free = new Set([...breakDays(named).keys()].map(dayNumber))
  const { this_week, weeks_kept, longest } = weeklyOf(counts, today, { target, breaks: free })
  return `${this_week} ${weeks_kept} ${longest}`
}

const dayOf = (day: string): Day => (day < '07' ? `2027-${day}` : `2026-${day}`)

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
  a Monday that has begun elsewhere | 11-15 | 11-02x3 11-09x3 11-16x1   |              | 3 2 2
  over New Year                     | 01-03 | 12-28x2 01-03x1           |              | 3 1 1
  of New Year, over                 | 01-04 | 12-28x2 01-03x1           |              | 0 1 1`

const rows = WEEKS.trim().split('\n')
it.each(rows.map((row) => row.split('|').map((cell) => cell.trim())))(
  'weeks: %s',
  (_, today = '', posts = '', breaks, figures) => {
    const days = posts.split(' ').flatMap((text) => {
      const [monday = '', count] = text.split('x')
      return Array.from({ length: Number(count ?? 0) }, (_, at) => addDays(dayOf(monday), at))
    })
    expect(told(days, dayOf(today), 3, breaks)).toBe(figures)
  },
)
