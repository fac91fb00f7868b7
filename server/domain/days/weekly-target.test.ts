import { expect, it } from 'vitest'
import type { Break } from './breaks.ts'
import type { Day } from './day.ts'
import { FreeDays } from './free-days.ts'
import { weeklyOf } from './weekly-target.ts'

/** A day of 2026, such as `11-16`, a Monday; of another year with its year. */
const dayOf = (day: string): Day => (day.length > 5 ? day : `2026-${day}`)
const three = (...days: string[]) => days.map((day) => [dayOf(day), 3] as const)
const one = (day: string) => [dayOf(day), 1] as const
const breakOf = (from: string, to: string): Break => {
  return { from: dayOf(from), to: dayOf(to), reason: null }
}
const TWO_BREAKS = [breakOf('11-12', '11-15'), breakOf('11-09', '11-11')]
const IN_ANOTHER = [breakOf('11-09', '11-15'), breakOf('11-10', '11-11')]
const OVER_NEW_YEAR = three('2020-12-21', '2020-12-28', '2021-01-04')

/** Today, posts by day, breaks; posts of the present week, weeks in a row, the longest run. */
it.each<[string, string, (readonly [Day, number])[], Break[], number[]]>([
  ['none without a post', '11-20', [], [], [0, 0, 0]],
  ['those before one not reached yet', '11-22', [...three('11-09'), one('11-16')], [], [1, 1, 1]],
  ['the present one once it is reached', '11-18', three('11-09', '11-16'), [], [3, 2, 2]],
  ['none after one not reached', '11-23', [...three('11-09'), one('11-16')], [], [0, 0, 1]],
  ['those since a gap', '11-20', three('10-12', '10-19', '11-09'), [], [0, 1, 2]],
  ['one with all posts on its Sunday', '11-16', three('11-15'), [], [0, 1, 1]],
  ['those before a break', '11-16', three('11-02'), [breakOf('11-09', '11-15')], [0, 1, 1]],
  ['no break but for its Sunday', '11-16', three('11-02'), [breakOf('11-09', '11-14')], [0, 0, 1]],
  ['those before two breaks', '11-16', three('11-02'), TWO_BREAKS, [0, 1, 1]],
  ['those before one break in another', '11-16', three('11-02'), IN_ANOTHER, [0, 1, 1]],
  ['no posts of a break', '11-16', three('11-02', '11-09'), TWO_BREAKS, [0, 1, 1]],
  ['none begun elsewhere alone', '11-15', [...three('11-09'), one('11-16')], [], [3, 1, 1]],
  ['one over New Year', '2027-01-03', [...three('12-28'), one('2027-01-03')], [], [4, 1, 1]],
  ['calendar weeks over ISO week 53', '2021-01-12', OVER_NEW_YEAR, [], [0, 3, 3]],
])('the weekly target counts weeks: %s', (_, today, posts, breaks, figures) => {
  const freeDays = new FreeDays([], breaks)
  const weekly = weeklyOf(posts, dayOf(today), { target: 3, freeDays })
  expect([weekly.this_week, weekly.weeks_kept, weekly.longest]).toEqual(figures)
})
