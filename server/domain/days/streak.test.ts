import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, type Day, WEEKDAY_NAMES } from './day.ts'
import { type DayCount, type DayCounts, type Streak, type StreakRules, streakOf } from './streak.ts'

const RULES: StreakRules = { streak: 'all', rest_days: [], time_zone: 'UTC' }

/** One post a name, on time; `late 2025-03-01` is one that was logged later. */
const countsOf = (names: readonly string[]): DayCounts => {
  const counts = new Map<Day, DayCount>()
  for (const name of names) {
    const day = name.slice(-10)
    const isLate = name !== day
    const { posts, onTime, late } = counts.get(day) ?? { posts: 0, onTime: 0, late: 0 }
    const more = isLate ? { onTime, late: late + 1 } : { onTime: onTime + 1, late }
    counts.set(day, { posts: posts + 1, ...more })
  }
  return counts
}

const streakAt = (days: readonly string[], today: Day, rules: Partial<StreakRules> = {}) =>
  streakOf(countsOf(days), today, { rules: { ...RULES, ...rules }, isLogged: true })

it.each<[string, string[], number, number]>([
  ['a post today', ['2025-03-01'], 1, 1],
  ['none today, one yesterday', ['2025-02-28'], 1, 1],
  ['a gap of two days', ['2025-02-27'], 0, 1],
  ['the end of a month', ['2025-03-01', '2025-02-28', '2025-02-27'], 3, 3],
  ['two posts on one day', ['2025-03-01', '2025-03-01'], 1, 1],
  ['the longer of two runs', ['2025-01-01', '2025-01-05', '2025-01-06', '2025-01-07'], 0, 3],
  ['a leap day', ['2024-02-28', '2024-02-29', '2024-03-01'], 0, 3],
])('counts the current and the longest streak: %s', (_, days, current, longest) => {
  const streak = streakAt(days, '2025-03-01')
  expect([streak.current_streak, streak.longest_streak]).toEqual([current, longest])
})

it('gives every figure of the streak panel', () => {
  const days = ['2026-11-20', '2026-11-19', '2026-11-14', '2026-11-13', '2026-10-22', '2026-10-21']
  const all = [...days, '2026-11-20']
  expect(streakAt(all, '2026-11-20', { time_zone: 'Europe/Berlin' })).toEqual({
    current_streak: 2,
    longest_streak: 2,
    this_week: 4, // from November 14
    this_month: 6, // from October 22
    total_posts: 7,
    failure_days: 31 - 6,
    posted_today: true,
    weekly: null,
    counted_days: 4,
    on_time_days: 4,
    today: '2026-11-20',
    time_zone: 'Europe/Berlin',
  })
})

it.each<[string, string[], Partial<Streak>]>([
  ['after a post today', ['20', '21'], { current_streak: 2 }],
  ['after none today yet', ['18', '19', '21'], { current_streak: 2, failure_days: 1 }],
  ['twice, and before', ['19', '20', '21', '21'], { current_streak: 3, this_month: 4 }],
  ['alone', ['22'], { current_streak: 0, longest_streak: 1 }],
])('counts a public post of a day that has begun elsewhere %s', (_, days, figures) => {
  const named = days.map((day) => `2026-11-${day}`)
  const usual = { failure_days: 0, total_posts: days.length, this_week: days.length }
  const posted_today = days.includes('20')
  expect(streakAt(named, '2026-11-20')).toMatchObject({ ...usual, posted_today, ...figures })
})

it('has only zeros before the first post', () => {
  const streaks = { current_streak: 0, longest_streak: 0, posted_today: false }
  const zeros = { ...streaks, total_posts: 0, failure_days: 0 }
  expect(streakAt([], '2026-11-20')).toMatchObject(zeros)
})

it('counts every day since the first post as posted or failed', () => {
  const offsets = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1 })
  fc.assert(
    fc.property(offsets, (past) => {
      const today = '2026-03-15'
      const days = past.map((count) => addDays(today, -count))
      const streak = streakAt(days, today)
      expect(streak.failure_days + new Set(days).size).toBe(Math.max(...past) + 1)
      expect(streak.longest_streak).toBeGreaterThanOrEqual(streak.current_streak)
      expect(streak.total_posts).toBe(past.length)
    }),
  )
})

// November 20, 2026 is a Friday.
const SUNDAYS: Partial<StreakRules> = { rest_days: ['sunday'] }
const WEEKEND: Partial<StreakRules> = { rest_days: ['saturday', 'sunday'] }
const ON_TIME: Partial<StreakRules> = { streak: 'on-time' }
const EVERY_DAY: Partial<StreakRules> = { rest_days: [...WEEKDAY_NAMES] }

it.each<[string, string, string[], string, object, number[]]>([
  ['passes over one without a post', 'Sunday', ['14', '16', '17'], '17', SUNDAYS, [3, 3, 0]],
  ['ends on another day without one', 'Sunday', ['13', '16', '17'], '17', SUNDAYS, [2, 2, 1]],
  ['counts a post on one', 'Sunday', ['14', '15', '16'], '16', SUNDAYS, [3, 3, 0]],
  ['stands until the day after', 'the weekend', ['12', '13'], '16', WEEKEND, [2, 2, 1]],
  ['has ended a day later', 'the weekend', ['12', '13'], '17', WEEKEND, [0, 2, 2]],
  ['never ends', 'every day', ['01', '13'], '17', EVERY_DAY, [2, 2, 0]],
])('a streak %s: rest on %s', (_, __, days, today, rules, figures) => {
  const named = days.map((day) => `2026-11-${day}`)
  const streak = streakAt(named, `2026-11-${today}`, rules)
  expect([streak.current_streak, streak.longest_streak, streak.failure_days]).toEqual(figures)
})

it.each<[string, Partial<StreakRules>, Partial<Streak>]>([
  ['carry the streak', {}, { current_streak: 4, longest_streak: 4 }],
  ['carry none by the rule', ON_TIME, { current_streak: 2, longest_streak: 2 }],
  ['make no rest day a failure', { ...ON_TIME, rest_days: ['wednesday'] }, { current_streak: 3 }],
])('late posts %s, and count in every other number', (_, rules, figures) => {
  const days = ['2026-11-17', 'late 2026-11-18', '2026-11-19', 'late 2026-11-19', '2026-11-20']
  expect(streakAt(days, '2026-11-20', rules)).toMatchObject({
    ...{ total_posts: 5, this_week: 5, failure_days: 0, counted_days: 4, on_time_days: 3 },
    ...figures,
  })
})

it('says nothing of time before it is known, and counts 14 days', () => {
  const counts = countsOf(['2026-11-06', '2026-11-07', '2026-11-20', '2026-11-21'])
  const known = streakOf(counts, '2026-11-20', { rules: RULES, isLogged: true })
  expect(known).toMatchObject({ counted_days: 2, on_time_days: 2 })
  const unknown = streakOf(counts, '2026-11-20', { rules: RULES, isLogged: false })
  expect(unknown).not.toHaveProperty('on_time_days')
})
