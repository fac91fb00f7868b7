import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, type Day } from './day.ts'
import { currentStreak, longestStreak, streakOf } from './streak.ts'

const countsOf = (days: readonly Day[]): Map<Day, number> => {
  const counts = new Map<Day, number>()
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1)
  return counts
}

it.each<[string, Day[], number]>([
  ['a post today', ['2025-03-01'], 1],
  ['none today, one yesterday', ['2025-02-28'], 1],
  ['a gap of two days ends the streak', ['2025-02-27'], 0],
  ['over the end of a month', ['2025-03-01', '2025-02-28', '2025-02-27'], 3],
  ['two posts on one day count once', ['2025-03-01', '2025-03-01'], 1],
  ['no post at all', [], 0],
])('counts the current streak: %s', (_, days, expected) => {
  expect(currentStreak(countsOf(days), '2025-03-01')).toBe(expected)
})

it.each<[string, Day[], number]>([
  [
    'the longer of two runs',
    ['2025-01-01', '2025-01-02', '2025-01-05', '2025-01-06', '2025-01-07'],
    3,
  ],
  ['over a leap day', ['2024-02-28', '2024-02-29', '2024-03-01'], 3],
  ['no post at all', [], 0],
])('finds the longest streak: %s', (_, days, expected) => {
  expect(longestStreak(countsOf(days))).toBe(expected)
})

it('gives every figure of the spec', () => {
  const days = ['2026-11-20', '2026-11-19', '2026-11-14', '2026-11-13', '2026-10-22', '2026-10-21']
  expect(streakOf(countsOf([...days, '2026-11-20']), '2026-11-20', 'Europe/Berlin')).toEqual({
    current_streak: 2,
    longest_streak: 2,
    this_week: 4, // from November 14
    this_month: 6, // from October 22
    total_posts: 7,
    failure_days: 31 - 6,
    posted_today: true,
    today: '2026-11-20',
    time_zone: 'Europe/Berlin',
  })
})

it.each<[string, Day[], Partial<ReturnType<typeof streakOf>>]>([
  [
    'after a post today',
    ['2026-11-20', '2026-11-21'],
    { current_streak: 2, longest_streak: 2, total_posts: 2, failure_days: 0, posted_today: true },
  ],
  [
    'after none today yet',
    ['2026-11-18', '2026-11-19', '2026-11-21'],
    { current_streak: 2, longest_streak: 2, total_posts: 3, failure_days: 1, posted_today: false },
  ],
  [
    'twice, and before',
    ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-21'],
    { current_streak: 3, this_week: 4, this_month: 4, total_posts: 4, failure_days: 0 },
  ],
  [
    'alone',
    ['2026-11-22'],
    { current_streak: 0, longest_streak: 1, total_posts: 1, failure_days: 0, posted_today: false },
  ],
])('counts a public post of a day that has begun elsewhere %s', (_, days, figures) => {
  expect(streakOf(countsOf(days), '2026-11-20', 'UTC')).toMatchObject(figures)
})

it('has only zeros before the first post', () => {
  expect(streakOf(new Map(), '2026-11-20', 'UTC')).toMatchObject({
    current_streak: 0,
    longest_streak: 0,
    total_posts: 0,
    failure_days: 0,
    posted_today: false,
  })
})

it('counts every day since the first post as posted or failed', () => {
  const offsets = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1 })
  fc.assert(
    fc.property(offsets, (past) => {
      const today = '2026-03-15'
      const counts = countsOf(past.map((days) => addDays(today, -days)))
      const streak = streakOf(counts, today, 'UTC')
      expect(streak.failure_days + counts.size).toBe(Math.max(...past) + 1)
      expect(streak.longest_streak).toBeGreaterThanOrEqual(streak.current_streak)
      expect(streak.total_posts).toBe(past.length)
    }),
  )
})
