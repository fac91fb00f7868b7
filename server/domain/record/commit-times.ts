/** Times of commits: their days, and what stood at a time. Clocks differ, so times may be out of order. */
import type { Day } from '../days/day.ts'
import { dayAt } from '../days/zone.ts'

/** Days in the zone that was asked last: for each of thousands `Intl` takes its time. */
const days = new WeakMap<object, { timeZone: string; day: Day }>()

/** The day on which `of`, which never changes, says that it was made. */
export function commitDay(of: object, at: number, timeZone: string): Day {
  const asked = days.get(of)
  if (asked?.timeZone === timeZone) return asked.day
  const day = dayAt(at, timeZone)
  days.set(of, { timeZone, day })
  return day
}

/** Gives the index of the last item that was made at a time or before, -1 for none. */
export function lastUntil(items: readonly { at: number }[]): (time: number) => number {
  // The earliest time from each item on: sorted, so binary search works.
  const earliest = items.map(({ at }) => at)
  for (let index = earliest.length - 2; index >= 0; index -= 1) {
    earliest[index] = Math.min(earliest[index] ?? 0, earliest[index + 1] ?? 0)
  }
  return (time) => {
    let low = 0
    let high = earliest.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((earliest[middle] ?? 0) <= time) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}
