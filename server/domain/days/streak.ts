/** The posting streak and its statistics, in days of the site's zone. */

import type { Streak } from '../answers/public-answers.ts'
import type { Site } from '../site.ts'
import type { Break } from './breaks.ts'
import { addDays, type Day, dayNumber } from './day.ts'
import { FreeDays, runsOf } from './free-days.ts'
import { weeklyOf } from './weekly-target.ts'

export type { Streak } from '../answers/public-answers.ts'

/** Posts of one day: all, logged on time, logged late. */
export interface DayCount {
  posts: number
  onTime: number
  late: number
}

/** By day; days without posts are absent. */
export type DayCounts = ReadonlyMap<Day, DayCount>

/** The author's rules, of site.yaml. */
export type StreakRules = Pick<Site, 'streak' | 'rest_days' | 'time_zone' | 'weekly_target'>

const WEEK_DAYS = 7
const MONTH_DAYS = 30
const RECENT_DAYS = 14

/**
 * Length of the run that ends today or, if today has no post yet, on the last day before that is no
 * rest day. A post's offset may put it on a day after today, which counts if today has a post.
 */
function currentStreak(runs: readonly number[][], today: number, freeDays: FreeDays): number {
  const run = runs.findLast(([first = today]) => first <= today) ?? []
  if (run.includes(today)) return run.length
  const past = run.filter((day) => day < today)
  const last = past.at(-1)
  return last === undefined || freeDays.requiredDays(last + 1, today) > 0 ? 0 : past.length
}

/**
 * All statistics of the streak. `counts` includes every public post, also one whose day has not
 * begun in the site's zone.
 * @param breaks the announced ones
 * @param isLogged whether the history is read, so that late posts are known
 */
export function streakOf(
  counts: DayCounts,
  today: Day,
  {
    rules,
    breaks = [],
    isLogged,
  }: { rules: StreakRules; breaks?: readonly Break[]; isLogged: boolean },
): Streak {
  const freeDays = new FreeDays(rules.rest_days, breaks)
  const now = dayNumber(today)
  const days = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
  // By the rule, late posts count neither for a streak nor for a week.
  const countedDays = days.flatMap(([day, { posts, late }]) => {
    const count = rules.streak === 'all' ? posts : posts - late
    return count > 0 ? [[day, count] as const] : []
  })
  const runs = runsOf(
    countedDays.map(([day]) => dayNumber(day)),
    (from, end) => freeDays.requiredDays(from, end) === 0,
  )
  const { weekly_target: target } = rules
  const past = days.flatMap(([day]) => (day <= today ? [dayNumber(day)] : []))
  const [first = now + 1] = past
  const posted = past.reduce((sum, day) => sum + freeDays.requiredDays(day, day + 1), 0)
  const recent = days.filter(([day]) => day > addDays(today, -RECENT_DAYS) && day <= today)
  const postsSince = (from: Day) =>
    days.reduce((sum, [day, { posts }]) => (day >= from ? sum + posts : sum), 0)
  return {
    current_streak: currentStreak(runs, now, freeDays),
    longest_streak: runs.reduce((longest, { length }) => Math.max(longest, length), 0),
    this_week: postsSince(addDays(today, 1 - WEEK_DAYS)),
    this_month: postsSince(addDays(today, 1 - MONTH_DAYS)),
    total_posts: postsSince(''),
    failure_days: freeDays.requiredDays(first, now + 1) - posted,
    posted_today: counts.has(today),
    weekly: target === undefined ? null : weeklyOf(countedDays, today, { target, freeDays }),
    counted_days: recent.length,
    ...(isLogged && { on_time_days: recent.filter(([, { onTime }]) => onTime > 0).length }),
    today,
    time_zone: rules.time_zone,
  }
}
