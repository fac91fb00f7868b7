/**
 * The record of a snapshot, worked out from the history in memory when it is first asked for. What
 * one snapshot says of the past is the same for all who ask.
 */
import type { Day } from '#domain/days/day.ts'
import type { HistoryFacts } from '#domain/record/history-facts.ts'
import { loggedOf } from '#domain/record/logged.ts'
import { type ProjectHistory, projectHistories } from '#domain/record/project-histories.ts'
import { type ProjectPast, projectPast } from '#domain/record/project-past.ts'
import { type PlacedEntry, recordEntries } from '#domain/record/record-entries.ts'
import type { Snapshot } from '../content/records.ts'
import { HistoryPendingError } from '../errors.ts'

const histories = new WeakMap<Snapshot, readonly ProjectHistory[]>()
const pasts = new WeakMap<Snapshot, ReadonlyMap<string, ProjectPast>>()
const records = new WeakMap<Snapshot, { today: Day; entries: readonly PlacedEntry[] }>()

/** @throws HistoryPendingError until the history was read once */
export function factsOf({ facts }: Snapshot): HistoryFacts {
  if (facts === null) throw new HistoryPendingError()
  return facts
}

/** Every project of the history. @throws HistoryPendingError */
export function historiesOf(snapshot: Snapshot): readonly ProjectHistory[] {
  const known = histories.get(snapshot)
  if (known) return known
  const found = projectHistories(factsOf(snapshot).projects, snapshot.moves)
  histories.set(snapshot, found)
  return found
}

/** What became of each project, by id; deleted ones too. @throws HistoryPendingError */
export function pastsOf(snapshot: Snapshot): ReadonlyMap<string, ProjectPast> {
  const known = pasts.get(snapshot)
  if (known) return known
  const zone = snapshot.site.time_zone
  const found = historiesOf(snapshot).flatMap((history) => projectPast(history, zone) ?? [])
  const byId = new Map(found.map((past) => [past.id, past]))
  pasts.set(snapshot, byId)
  return byId
}

/** Every entry of the record, newest first. @throws HistoryPendingError */
export function recordOf(snapshot: Snapshot, today: Day): readonly PlacedEntry[] {
  const known = records.get(snapshot)
  if (known?.today === today) return known.entries
  const facts = factsOf(snapshot)
  const zone = snapshot.site.time_zone
  const posts = snapshot.publicPosts.map((post) => {
    const { id, title, day, instant } = post
    return { id, title, day, instant, logged: loggedOf(post, facts, zone) }
  })
  const entries = recordEntries({ posts, pasts: [...pastsOf(snapshot).values()], today, zone })
  records.set(snapshot, { today, entries })
  return entries
}
