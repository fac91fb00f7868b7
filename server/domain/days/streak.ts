/** The posting streak and its figures, counted in days of the site's zone. */
import { addDays, type Day, daysBetween } from './day.ts'

export interface Streak {
  current_streak: number
  longest_streak: number
  /** Posts of the last 7 days, today among them. */
  this_week: number
  /** Posts of the last 30 days, today among them. */
  this_month: number
  total_posts: number
  /** Days without a post from the first post's day to today. */
  failure_days: number
  posted_today: boolean
  /** Of the last 14 days, today among them: those with a post, and those with one that was on time. */
  counted_days?: number
  on_time_days?: number
  today: Day
  time_zone: string
}

/** How many posts each day has; days without any are absent. */
export type PostCounts = ReadonlyMap<Day, number>

const WEEK_DAYS = 7
const MONTH_DAYS = 30

/**
 * Days in a row with a post, ending today or, when today has none yet, yesterday. A day that has
 * begun elsewhere follows on today's: its post is public already.
 */
export function currentStreak(counts: PostCounts, today: Day): number {
  if (!counts.has(today)) return runBackFrom(counts, addDays(today, -1))
  let last = today
  while (counts.has(addDays(last, 1))) last = addDays(last, 1)
  return runBackFrom(counts, last)
}

function runBackFrom(counts: PostCounts, last: Day): number {
  let length = 0
  while (counts.has(addDays(last, -length))) length += 1
  return length
}

/** The longest run of days in a row with a post. */
export function longestStreak(counts: PostCounts): number {
  let longest = 0
  for (const day of counts.keys()) {
    // Count each run once, from its first day.
    if (counts.has(addDays(day, -1))) continue
    let length = 1
    while (counts.has(addDays(day, length))) length += 1
    longest = Math.max(longest, length)
  }
  return longest
}

/**
 * Every figure of the streak. `counts` are of all public posts, as in the lists and the heatmap; a
 * post whose own day, where it was written, has not begun in the site's zone is one of them.
 */
export function streakOf(counts: PostCounts, today: Day, timeZone: string): Streak {
  const past = [...counts.keys()].filter((day) => day <= today)
  const first = past.reduce((earliest, day) => (day < earliest ? day : earliest), today)
  return {
    current_streak: currentStreak(counts, today),
    longest_streak: longestStreak(counts),
    this_week: countSince(counts, addDays(today, 1 - WEEK_DAYS)),
    this_month: countSince(counts, addDays(today, 1 - MONTH_DAYS)),
    total_posts: countSince(counts, first),
    failure_days: past.length === 0 ? 0 : daysBetween(first, today) + 1 - past.length,
    posted_today: counts.has(today),
    today,
    time_zone: timeZone,
  }
}

function countSince(counts: PostCounts, from: Day): number {
  let total = 0
  for (const [day, count] of counts) if (day >= from) total += count
  return total
}
