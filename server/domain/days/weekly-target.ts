/** The weekly target: so many posts from Monday to Sunday. */
import type { Weekly } from '../answers/public-answers.ts'
import { type Day, dayNumber } from './day.ts'

export type { Weekly } from '../answers/public-answers.ts'

/** 1970-01-01 was a Thursday. */
const MONDAY_OFFSET = 3
/** Number of the day's week, Monday first; consecutive weeks differ by one. */
const weekOf = (day: Day) => Math.floor((dayNumber(day) + MONDAY_OFFSET) / 7)

/**
 * The weeks in a row that reached the target, and the longest such run. The present week ends no
 * run; a week wholly in a break neither counts nor ends one.
 * @param posts how many count, by day
 * @param breaks day numbers
 */
export function weeklyOf(
  posts: ReadonlyMap<Day, number>,
  today: Day,
  { target, breaks }: { target: number; breaks: ReadonlySet<number> },
): Weekly {
  const present = weekOf(today)
  const counts = new Map<number, number>()
  for (const [day, count] of posts) {
    counts.set(weekOf(day), (counts.get(weekOf(day)) ?? 0) + count)
  }
  let run = 0
  let longest = 0
  for (let week = Math.min(present, ...counts.keys()); week <= present; week += 1) {
    const days = Array.from({ length: 7 }, (_, index) => week * 7 - MONDAY_OFFSET + index)
    if (days.every((day) => breaks.has(day))) continue
    if ((counts.get(week) ?? 0) >= target) run += 1
    else if (week < present) run = 0
    longest = Math.max(longest, run)
  }
  return { target, this_week: counts.get(present) ?? 0, weeks_kept: run, longest }
}
