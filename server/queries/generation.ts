/** The state that answers depend on: the snapshot and the day. */
import type { Day } from '#domain/days/day.ts'
import { dayAt } from '#domain/days/zone.ts'
import type { Snapshot } from '../content/records.ts'

export interface Generation {
  /** Changes with the snapshot or the day. */
  readonly id: number
  readonly snapshot: Snapshot
  readonly today: Day
}

/** Getter of the current generation, the same object until it ends. @param now in ms since 1970 */
export function createGenerations(snapshot: () => Snapshot, now: () => number): () => Generation {
  let generation: Generation | undefined
  let minute = 0
  return () => {
    const current = snapshot()
    const at = now()
    // In every zone a day begins at a full minute. To work out the day costs a third of an answer.
    const thisMinute = Math.floor(at / 60_000)
    if (generation?.snapshot === current && minute === thisMinute) return generation
    minute = thisMinute
    const today = dayAt(at, current.site.time_zone)
    if (generation?.snapshot === current && generation.today === today) return generation
    generation = { id: (generation?.id ?? 0) + 1, snapshot: current, today }
    return generation
  }
}
