/** The weekly target: so many posts from Monday to Sunday. */
import type { Weekly } from '../answers/public-answers.ts'
import { type Day, dayNumber } from './day.ts'
import { type FreeDays, runsOf } from './free-days.ts'

export type { Weekly } from '../answers/public-answers.ts'

/** 1970-01-01 was a Thursday. */
const MONDAY_OFFSET = 3
/** Number of the day's week, Monday first; consecutive weeks differ by one. */
const weekOf = (day: Day) => Math.floor((dayNumber(day) + MONDAY_OFFSET) / 7)
/** Number of a week's Monday. */
const mondayOf = (week: number) => week * 7 - MONDAY_OFFSET

/**
 * The weeks in a row that reached the target, and the longest such run. The present week ends no
 * run; a week wholly in a break neither counts nor ends one.
 * @param posts how many count, by day
 */
export function weeklyOf(
  posts: Iterable<readonly [Day, number]>,
  today: Day,
  { target, freeDays }: { target: number; freeDays: FreeDays },
): Weekly {
  const present = weekOf(today)
  const isBreak = (from: number, end: number) => freeDays.isBreak(mondayOf(from), mondayOf(end))
  const counts = new Map<number, number>()
  for (const [day, count] of posts) {
    counts.set(weekOf(day), (counts.get(weekOf(day)) ?? 0) + count)
  }
  const reached = [...counts].flatMap(([week, count]) =>
    count >= target && week <= present && !isBreak(week, week + 1) ? [week] : [],
  )
  const runs = runsOf(
    reached.sort((a, b) => a - b),
    isBreak,
  )
  const newest = runs.at(-1) ?? []
  const lastWeek = newest.at(-1) ?? present
  return {
    target,
    this_week: counts.get(present) ?? 0,
    weeks_kept: isBreak(lastWeek + 1, present) ? newest.length : 0,
    longest: Math.max(0, ...runs.map(({ length }) => length)),
  }
}
