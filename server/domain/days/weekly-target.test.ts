import { expect, it } from 'vitest'
import type { Break } from './breaks.ts'
import type { Day } from './day.ts'
import { FreeDays } from './free-days.ts'
import { weeklyOf } from './weekly-target.ts'

/** Three posts in the weeks from these days on; November 16, 2026 is a Monday. */
const three = (...mondays: Day[]) => mondays.map((day) => [day, 3] as const)
const breakOf = (from: Day, to: Day): Break => ({ from, to, reason: null })

/** Posts by day, breaks; posts of the present week, weeks in a row, the longest run. */
it.each<[string, Day, (readonly [Day, number])[], Break[], number[]]>([
  ['none without a post', '2026-11-20', [], [], [0, 0, 0]],
  [
    'those before the present one, which is not reached yet',
    '2026-11-22',
    [...three('2026-11-02', '2026-11-09'), ['2026-11-16', 1]],
    [],
    [1, 2, 2],
  ],
  [
    'the present one once it is reached',
    '2026-11-18',
    three('2026-11-02', '2026-11-09', '2026-11-16'),
    [],
    [3, 3, 3],
  ],
  [
    'none in a row after one that was not reached',
    '2026-11-23',
    [...three('2026-11-02', '2026-11-09'), ['2026-11-16', 1]],
    [],
    [0, 0, 2],
  ],
  [
    'those since a gap',
    '2026-11-20',
    three('2026-10-19', '2026-11-02', '2026-11-09'),
    [],
    [0, 2, 2],
  ],
  [
    'the longest run, which is over',
    '2026-11-20',
    three('2026-10-12', '2026-10-19', '2026-11-09'),
    [],
    [0, 1, 2],
  ],
  ['one with all posts on its Sunday', '2026-11-16', three('2026-11-15'), [], [0, 1, 1]],
  [
    'those before one that lies wholly in a break',
    '2026-11-16',
    three('2026-11-02'),
    [breakOf('2026-11-09', '2026-11-15')],
    [0, 1, 1],
  ],
  [
    'none before one that lies in a break but for its Sunday',
    '2026-11-16',
    three('2026-11-02'),
    [breakOf('2026-11-09', '2026-11-14')],
    [0, 0, 1],
  ],
  [
    'those before one that lies in two breaks',
    '2026-11-16',
    three('2026-11-02'),
    [breakOf('2026-11-12', '2026-11-15'), breakOf('2026-11-09', '2026-11-11')],
    [0, 1, 1],
  ],
  [
    'no week of a break, even with posts',
    '2026-11-16',
    three('2026-11-02', '2026-11-09'),
    [breakOf('2026-11-09', '2026-11-15')],
    [0, 1, 1],
  ],
  [
    'no week that has begun elsewhere alone',
    '2026-11-15',
    [...three('2026-11-02', '2026-11-09'), ['2026-11-16', 1]],
    [],
    [3, 2, 2],
  ],
  [
    'one over New Year',
    '2027-01-03',
    [
      ['2026-12-28', 2],
      ['2027-01-03', 1],
    ],
    [],
    [3, 1, 1],
  ],
  [
    'calendar weeks over ISO week 53',
    '2021-01-12',
    three('2020-12-21', '2020-12-28', '2021-01-04'),
    [],
    [0, 3, 3],
  ],
])('the weekly target counts %s', (_, today, posts, breaks, figures) => {
  const freeDays = new FreeDays([], breaks)
  const { this_week, weeks_kept, longest } = weeklyOf(posts, today, { target: 3, freeDays })
  expect([this_week, weeks_kept, longest]).toEqual(figures)
})
