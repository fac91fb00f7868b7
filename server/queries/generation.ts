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
  return () => {
    const current = snapshot()
    const today = dayAt(now(), current.site.time_zone)
    if (generation?.snapshot === current && generation.today === today) return generation
    generation = { id: (generation?.id ?? 0) + 1, snapshot: current, today }
    return generation
  }
}
