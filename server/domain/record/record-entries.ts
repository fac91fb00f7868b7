/** The record's entries in a stable order. */
import type { AnnouncedBreak } from '../days/breaks.ts'
import { addDays, type Day } from '../days/day.ts'
import { startOfDay } from '../days/zone.ts'
import type { Logged } from './logged.ts'
import { missedDates, type ProjectPast } from './project-past.ts'
import { RECORD_KINDS, type RecordEntry, type RecordKind } from './record-entry.ts'

/** Sort key of an entry. */
export interface RecordPlace {
  day: Day
  /** Milliseconds since 1970; orders the entries of a day. */
  at: number
  /** Orders entries of one project at the same time. */
  step: number
  kind: RecordKind
  id: string
}

export interface PlacedEntry {
  place: RecordPlace
  entry: RecordEntry
}

/** The fields of a public post that the record needs. */
interface RecordedPost {
  id: string
  title: string
  day: Day
  /** Milliseconds since 1970. */
  instant: number
  logged: Logged
}

interface RecordSource {
  /** Only public posts: no other may show. */
  posts: readonly RecordedPost[]
  pasts: readonly ProjectPast[]
  breaks?: readonly AnnouncedBreak[]
  today: Day
  zone: string
}

/** Every entry, newest first; uncommitted changes have none. */
export function recordEntries({ posts, pasts, breaks = [], ...days }: RecordSource): PlacedEntry[] {
  const entries = posts.flatMap((post) => (post.logged.commit === null ? [] : [postEntry(post)]))
  for (const past of pasts) entries.push(...projectEntries(past, days))
  for (const one of breaks) entries.push(breakEntry(one, days.zone))
  return entries.sort((a, b) => comparePlaces(a.place, b.place))
}

/** Newest first. */
export function comparePlaces(a: RecordPlace, b: RecordPlace): number {
  if (a.day !== b.day) return a.day < b.day ? 1 : -1
  const rank = ({ kind }: RecordPlace) => RECORD_KINDS.indexOf(kind)
  const byId = a.id === b.id ? 0 : a.id < b.id ? -1 : 1
  return b.at - a.at || b.step - a.step || rank(b) - rank(a) || byId
}

function postEntry({ id, title, day, instant, logged }: RecordedPost): PlacedEntry {
  const { commit, days_late } = logged
  return placed({ kind: 'posted', day, title, id, commit, days_late }, { at: instant, step: 0 })
}

/** Also of a break to come: it is announced. */
function breakEntry({ from, ...details }: AnnouncedBreak, zone: string): PlacedEntry {
  const at = startOfDay(from, zone)
  const input = { kind: 'break', day: from, title: null, id: null, from, ...details } as const
  return placed(input, { at, step: 0 })
}

/** Titles are those at the time, so that a reduced promise is visible. */
function projectEntries(
  past: ProjectPast,
  { today, zone }: Pick<RecordSource, 'today' | 'zone'>,
): PlacedEntry[] {
  const { id, first, last, steps, moves, outcome } = past
  const { day, at, commit, project } = first
  const promise = { kind: 'promised', id, day, title: project.title, commit } as const
  const entries = [placed({ ...promise, to: project.due_date }, { at, step: 0 })]
  // Within one commit the move comes before the outcome.
  for (const { from, step, order } of moves) {
    const { day, at, commit, reason, project } = step
    const details = { commit, from, to: project.due_date, reason: reason || null }
    const move = { kind: 'moved', id, day, title: project.title, ...details } as const
    entries.push(placed(move, { at, step: 2 * order }))
  }
  for (const due of missedDates(past, today)) {
    const day = addDays(due, 1)
    const at = startOfDay(day, zone)
    const { title } = (steps.findLast((step) => step.at <= at) ?? first).project
    entries.push(placed({ kind: 'missed', id, day, title }, { at, step: 0 }))
  }
  if (outcome !== null) {
    const { kind, day, at, commit, daysLate, order } = outcome
    const { title } = (steps[order] ?? last).project
    const late = kind === 'done_late' ? { days_late: daysLate } : {}
    entries.push(placed({ kind, id, day, title, commit, ...late }, { at, step: 2 * order + 1 }))
  }
  return entries
}

type EntryInput = Pick<RecordEntry, 'kind' | 'day' | 'title' | 'id'> & Partial<RecordEntry>

function placed(input: EntryInput, { at, step }: { at: number; step: number }): PlacedEntry {
  const { kind, day, title, id, commit = null, from = null, to = null } = input
  const { reason = null, days_late = null } = input
  return {
    // A break has no id: its last day tells it from another of that day.
    place: { day, at, step, kind, id: id ?? to ?? '' },
    entry: { kind, day, title, id, commit, from, to, reason, days_late },
  }
}
