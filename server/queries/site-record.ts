/** The record of a snapshot, computed on demand from the history in memory and cached. */
import { type Break, heldBreaks } from '#domain/days/breaks.ts'
import type { Day } from '#domain/days/day.ts'
import type { HistoryFacts } from '#domain/record/history-facts.ts'
import { loggedOf } from '#domain/record/logged.ts'
import { type ProjectPast, projectPast } from '#domain/record/project-past.ts'
import { type PlacedEntry, recordEntries } from '#domain/record/record-entries.ts'
import type { Snapshot } from '../content/records.ts'
import { HistoryPendingError } from '../errors.ts'

interface SiteRecord {
  pasts: ReadonlyMap<string, ProjectPast>
  /** Entries of the last requested day; null before. */
  entries: { today: Day; list: readonly PlacedEntry[] } | null
}

const siteRecords = new WeakMap<Snapshot, SiteRecord>()

/** @throws HistoryPendingError until the history has been read */
export function factsOf({ facts }: Snapshot): HistoryFacts {
  if (facts === null) throw new HistoryPendingError()
  return facts
}

/** The past of each project by id, deleted ones included. @throws HistoryPendingError */
export function pastsOf(snapshot: Snapshot): ReadonlyMap<string, ProjectPast> {
  return siteRecordOf(snapshot).pasts
}

/** The breaks that hold; until the history is read those of the file are believed. */
export function breaksOf({ facts, site }: Snapshot): readonly Break[] {
  return facts === null ? (site.breaks ?? []) : heldBreaks(facts.breaks, site.time_zone)
}

/** Every entry of the record, newest first. @throws HistoryPendingError */
export function recordOf(snapshot: Snapshot, today: Day): readonly PlacedEntry[] {
  const record = siteRecordOf(snapshot)
  if (record.entries?.today !== today) {
    record.entries = { today, list: entriesOf(snapshot, record, today) }
  }
  return record.entries.list
}

function siteRecordOf(snapshot: Snapshot): SiteRecord {
  const cached = siteRecords.get(snapshot)
  if (cached) return cached
  const zone = snapshot.site.time_zone
  const pasts = [...factsOf(snapshot).projects].flatMap(
    ([id, versions]) => projectPast({ id, versions }, zone) ?? [],
  )
  const record = { pasts: new Map(pasts.map((past) => [past.id, past])), entries: null }
  siteRecords.set(snapshot, record)
  return record
}

function entriesOf(snapshot: Snapshot, { pasts }: SiteRecord, today: Day): readonly PlacedEntry[] {
  const facts = factsOf(snapshot)
  const zone = snapshot.site.time_zone
  const posts = snapshot.publicPosts.map((post) => {
    const { id, title, day, instant } = post
    return { id, title, day, instant, logged: loggedOf(post, facts, zone) }
  })
  const breaks = heldBreaks(facts.breaks, zone)
  return recordEntries({ posts, pasts: [...pasts.values()], breaks, today, zone })
}
