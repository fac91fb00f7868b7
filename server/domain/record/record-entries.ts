/** The record's entries in a stable order. */
import type { AnnouncedBreak } from '../days/breaks.ts'
import { addDays, type Day } from '../days/day.ts'
import { startOfDay } from '../days/zone.ts'
import type { Logged } from './logged.ts'
import { goalText, missedDates, type ProjectPast, type ProjectStep } from './project-past.ts'
import type { RecordEntry, RecordKind } from './record-entry.ts'

const ORDER_DIGITS = 6

export interface PlacedEntry {
  /** Sort key: day, time, order in the project, kind, id. */
  place: string
  /** Milliseconds since 1970. */
  at: number
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
  const entries = [
    ...posts.flatMap(postEntry),
    ...pasts.flatMap((past) => projectEntries(past, days)),
    // Also of a break to come: it is announced.
    ...breaks.map((one) => {
      const at = startOfDay(one.from, days.zone)
      return placed({ kind: 'break', day: one.from, title: null, id: null, ...one }, at)
    }),
  ]
  return newestFirst(entries)
}

export function newestFirst(entries: readonly PlacedEntry[]): PlacedEntry[] {
  return entries.toSorted((a, b) => (a.place < b.place ? 1 : -1))
}

function postEntry({ id, title, day, instant, logged }: RecordedPost): PlacedEntry[] {
  const { commit, days_late } = logged
  if (commit === null) return []
  return [placed({ kind: 'posted', day, title, id, commit, days_late }, instant)]
}

/** Titles are those at the time, so that a reduced promise is visible. */
export function projectEntries(
  past: ProjectPast,
  { today, zone }: Pick<RecordSource, 'today' | 'zone'>,
): PlacedEntry[] {
  const { id, first, steps, moves, goalChanges, outcome } = past
  const stepEntry = (
    kind: RecordKind,
    { day, at, commit, project, index }: ProjectStep,
    details: Partial<RecordEntry>,
  ) => {
    // Within one commit the outcome comes last.
    const order = 2 * index + (kind === outcome?.kind ? 1 : 0)
    return placed({ kind, id, day, title: project.title, commit, ...details }, at, order)
  }
  const missed = missedDates(past, today).map((due) => {
    const day = addDays(due, 1)
    const at = startOfDay(day, zone)
    const { title } = (steps.findLast((step) => step.at <= at) ?? first).project
    return placed({ kind: 'missed', id, day, title }, at)
  })
  return [
    stepEntry('promised', first, { to: first.project.due_date }),
    ...moves.map(({ from, step }) =>
      stepEntry('moved', step, { from, to: step.project.due_date, reason: step.reason || null }),
    ),
    ...goalChanges.map(({ from, step }) =>
      stepEntry('goal_changed', step, {
        from,
        to: goalText(step.project),
        reason: step.reason || null,
      }),
    ),
    ...missed,
    ...(outcome ? [stepEntry(outcome.kind, outcome.step, { days_late: outcome.daysLate })] : []),
  ]
}

type EntryInput = Pick<RecordEntry, 'kind' | 'day' | 'title' | 'id'> & Partial<RecordEntry>

/** @param order of the entries of one project at one time */
function placed(input: EntryInput, at: number, order = 0): PlacedEntry {
  const { kind, day, id, to } = input
  const time = new Date(at).toISOString()
  const none = { commit: null, from: null, to: null, reason: null, days_late: null }
  // A break has no id: its last day tells it from another of that day.
  const place = [day, time, String(order).padStart(ORDER_DIGITS, '0'), kind, id ?? to].join(' ')
  return { place, at, entry: { ...none, ...input } }
}
