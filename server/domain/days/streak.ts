/** The posting streak and its figures, counted in days of the site's zone. */

import type { Streak } from '../answers/public-answers.ts'
import type { Site } from '../site.ts'
import { addDays, type Day, daysBetween, WEEKDAY_NAMES, weekday } from './day.ts'

export type { Streak } from '../answers/public-answers.ts'

/** Counts of one day: its posts, and how many of them were logged on time and later. */
export interface DayCount {
  posts: number
  onTime: number
  late: number
}

/** By day; days without posts are absent. */
export type DayCounts = ReadonlyMap<Day, DayCount>

/** The author's rules, of site.yaml. */
export type StreakRules = Pick<Site, 'streak' | 'rest_days' | 'time_zone'>

const WEEK_DAYS = 7
const MONTH_DAYS = 30
const RECORD_DAYS = 14

/** The days that continue a streak, and the rest days that neither continue nor end it. */
class StreakDays {
  readonly #rests: ReadonlySet<number>
  /** Oldest first. */
  readonly list: readonly Day[]

  constructor(counts: DayCounts, { streak, rest_days }: StreakRules) {
    const days = [...counts].filter(([, { posts, late }]) => streak === 'all' || posts > late)
    this.list = days.map(([day]) => day).sort()
    this.#rests = new Set(rest_days.map((name) => WEEKDAY_NAMES.indexOf(name)))
  }

  isRest(day: Day): boolean {
    return this.#rests.has(weekday(day))
  }

  /** Whether a streak goes on from one day to a later one, with nothing but rest days between. */
  isNext(day: Day, later: Day): boolean {
    const between = daysBetween(day, later) - 1
    if (between > WEEK_DAYS) return this.#rests.size === WEEK_DAYS
    return Array.from({ length: between }, (_, index) => addDays(day, index + 1)).every((rest) =>
      this.isRest(rest),
    )
  }

  /** Rest days from one day to another, both included. */
  restsBetween(from: Day, to: Day): number {
    const length = daysBetween(from, to) + 1
    const first = weekday(from)
    let rests = 0
    for (const rest of this.#rests) {
      rests += Math.ceil(Math.max(0, length - ((rest - first + WEEK_DAYS) % WEEK_DAYS)) / WEEK_DAYS)
    }
    return rests
  }
}

/**
 * Days in a row with a post, ending today or, when today has none yet, on the last day before. A day
 * that has begun elsewhere follows on today's: its post is public already.
 */
function currentStreak(days: StreakDays, today: Day): number {
  const { list } = days
  const isRun = (index: number) => {
    const [day, later] = [list[index], list[index + 1]]
    return day !== undefined && later !== undefined && days.isNext(day, later)
  }
  const newest = list.findLastIndex((day) => day <= today)
  const day = list[newest]
  if (day === undefined || (day < today && !days.isNext(day, today))) return 0
  let [first, last] = [newest, newest]
  while (day === today && isRun(last)) last += 1
  while (isRun(first - 1)) first -= 1
  return last - first + 1
}

/** The longest run of days in a row with a post. */
function longestStreak(days: StreakDays): number {
  let longest = 0
  let length = 0
  let before: Day | null = null
  for (const day of days.list) {
    length = before !== null && days.isNext(before, day) ? length + 1 : 1
    longest = Math.max(longest, length)
    before = day
  }
  return longest
}

/**
 * Every figure of the streak. `counts` are of all public posts, as in the lists and the heatmap; a
 * post whose own day, where it was written, has not begun in the site's zone is one of them.
 * @param isLogged whether it is known which posts were logged on time
 */
export function streakOf(
  counts: DayCounts,
  today: Day,
  { rules, isLogged }: { rules: StreakRules; isLogged: boolean },
): Streak {
  const days = new StreakDays(counts, rules)
  const past = [...counts.keys()].filter((day) => day <= today)
  const first = past.reduce((earliest, day) => (day < earliest ? day : earliest), today)
  const recent = [...counts].filter(([day]) => day > addDays(today, -RECORD_DAYS) && day <= today)
  const missed = () =>
    daysBetween(first, today) +
    1 -
    days.restsBetween(first, today) -
    past.filter((day) => !days.isRest(day)).length
  return {
    current_streak: currentStreak(days, today),
    longest_streak: longestStreak(days),
    this_week: countSince(counts, addDays(today, 1 - WEEK_DAYS)),
    this_month: countSince(counts, addDays(today, 1 - MONTH_DAYS)),
    total_posts: countSince(counts, first),
    failure_days: past.length === 0 ? 0 : missed(),
    posted_today: counts.has(today),
    counted_days: recent.length,
    ...(isLogged && { on_time_days: recent.filter(([, { onTime }]) => onTime > 0).length }),
    today,
    time_zone: rules.time_zone,
  }
}

function countSince(counts: DayCounts, from: Day): number {
  let total = 0
  for (const [day, { posts }] of counts) if (day >= from) total += posts
  return total
}
