/** The record of a snapshot, computed on demand from the history in memory and kept. */
import { announcedBreaks, type Break } from '#domain/days/breaks.ts'
import type { Day } from '#domain/days/day.ts'
import type { HistoryFacts } from '#domain/record/history-facts.ts'
import { loggedOf } from '#domain/record/logged.ts'
import { type ProjectPast, projectPast } from '#domain/record/project-past.ts'
import { type PlacedEntry, recordEntries } from '#domain/record/record-entries.ts'
import type { Snapshot } from '../content/records.ts'
import { HistoryPendingError } from '../errors.ts'

/** A function of a snapshot, and perhaps of a day, that keeps its last value of each snapshot. */
export function perSnapshot<Value>(
  compute: (snapshot: Snapshot, today: Day) => Value,
): (snapshot: Snapshot, today?: Day) => Value {
  const cache = new WeakMap<Snapshot, { today: Day; value: Value }>()
  return (snapshot, today = '') => {
    const cached = cache.get(snapshot)
    if (cached?.today === today) return cached.value
    const value = compute(snapshot, today)
    cache.set(snapshot, { today, value })
    return value
  }
}

/** @throws HistoryPendingError until the history has been read */
export function factsOf({ facts }: Snapshot): HistoryFacts {
  if (facts === null) throw new HistoryPendingError()
  return facts
}

/** The past of each project by id, deleted ones included. @throws HistoryPendingError */
export const pastsOf = perSnapshot<ReadonlyMap<string, ProjectPast>>((snapshot) => {
  const zone = snapshot.site.time_zone
  const pasts = [...factsOf(snapshot).projects].flatMap(
    ([id, versions]) => projectPast({ id, versions }, zone) ?? [],
  )
  return new Map(pasts.map((past) => [past.id, past]))
})

/** Announced breaks. Until the history is read: every break of site.yaml. */
export const breaksOf = perSnapshot<readonly Break[]>(({ facts, site }) =>
  facts === null ? (site.breaks ?? []) : announcedBreaks(facts.breaks, site.time_zone),
)

/** Every entry of the record at a day, newest first. @throws HistoryPendingError */
export const recordOf = perSnapshot<readonly PlacedEntry[]>((snapshot, today) => {
  const facts = factsOf(snapshot)
  const zone = snapshot.site.time_zone
  const posts = snapshot.publicPosts.map((post) => {
    const { id, title, day, instant } = post
    return { id, title, day, instant, logged: loggedOf(post, facts, zone) }
  })
  const breaks = announcedBreaks(facts.breaks, zone)
  return recordEntries({ posts, pasts: [...pastsOf(snapshot).values()], breaks, today, zone })
})
