/**
 * Rest days and breaks as ranges of day numbers (`dayNumber`), so that nothing walks the days that
 * nobody posted on. Ranges of days exclude their end.
 */
import type { Break } from '../answers/public-answers.ts'
import { dayNumber, WEEKDAY_NAMES, type Weekday, weekdayOf } from './day.ts'

const WEEK_DAYS = 7

interface DayRange {
  from: number
  end: number
}

/** The breaks as ranges that neither overlap nor touch, oldest first. */
function mergedRanges(breaks: readonly Break[]): DayRange[] {
  const ranges = breaks.map(({ from, to }) => ({ from: dayNumber(from), end: dayNumber(to) + 1 }))
  const merged: DayRange[] = []
  for (const range of ranges.sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last === undefined || range.from > last.end) merged.push(range)
    else last.end = Math.max(last.end, range.end)
  }
  return merged
}

export class FreeDays {
  readonly #breaks: readonly DayRange[]
  /** Numbers of weekdays. */
  readonly #restDays: ReadonlySet<number>

  constructor(restDays: readonly Weekday[], breaks: readonly Break[]) {
    this.#breaks = mergedRanges(breaks)
    this.#restDays = new Set(restDays.map((name) => WEEKDAY_NAMES.indexOf(name)))
  }

  /** Number of days that need a post: neither rest days nor in a break. */
  requiredDays(from: number, end: number): number {
    if (from >= end) return 0
    return this.#breaks.reduce(
      (count, range) => {
        return count - this.#workDays(Math.max(from, range.from), Math.min(end, range.end))
      },
      this.#workDays(from, end),
    )
  }

  /** Whether all of the days are in breaks; true for no day. */
  isBreak(from: number, end: number): boolean {
    return from >= end || this.#breaks.some((range) => range.from <= from && end <= range.end)
  }

  /** Number of days that are no rest days. */
  #workDays(from: number, end: number): number {
    const weeks = Math.max(0, Math.floor((end - from) / WEEK_DAYS))
    let count = weeks * (WEEK_DAYS - this.#restDays.size)
    for (let day = from + weeks * WEEK_DAYS; day < end; day += 1) {
      if (!this.#restDays.has(weekdayOf(day))) count += 1
    }
    return count
  }
}

/**
 * Runs of numbers, joined over what `isFree` lets pass, oldest first.
 * @param numbers ascending @param isFree whether a range without a number breaks no run
 */
export function runsOf(
  numbers: readonly number[],
  isFree: (from: number, end: number) => boolean,
): number[][] {
  const runs: number[][] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (before !== undefined && isFree(before + 1, number)) run?.push(number)
    else runs.push([number])
  }
  return runs
}
