/**
 * The state that answers depend on: the snapshot and the day. Today is computed once and cached
 * until midnight in the site's zone, since `Intl` costs as much as a whole cached answer.
 */
import { addDays, type Day } from '#domain/days/day.ts'
import { dayAt, startOfDay } from '#domain/days/zone.ts'
import type { Snapshot } from '../content/records.ts'

export interface Generation {
  /** Changes with the snapshot or the day. */
  readonly id: number
  readonly snapshot: Snapshot
  readonly today: Day
}

/** Returns the getter of the current generation: the same object until snapshot or day change. */
export function createGenerations({
  snapshot,
  now,
}: {
  snapshot(): Snapshot
  /** Milliseconds since 1970. */
  now(): number
}): () => Generation {
  let generation: Generation | undefined
  let from = 0
  let until = 0
  return () => {
    const at = now()
    const current = snapshot()
    // Also after the clock was set back.
    if (generation?.snapshot === current && at >= from && at < until) return generation
    const zone = current.site.time_zone
    const today = dayAt(at, zone)
    from = at
    until = startOfDay(addDays(today, 1), zone)
    generation = { id: (generation?.id ?? 0) + 1, snapshot: current, today }
    return generation
  }
}
