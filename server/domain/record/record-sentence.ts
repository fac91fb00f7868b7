/** Entries of the record in words. */
import { addDays, formatLongDay } from '../days/day.ts'
import { formatDays } from '../project.ts'
import type { RecordEntry, RecordKind } from './record-entry.ts'

export const KIND_NAMES: Readonly<Record<RecordKind, string>> = {
  posted: 'Posted',
  promised: 'Promised',
  moved: 'Moved',
  goal_changed: 'Goal changed',
  kept: 'Kept',
  missed: 'Missed',
  done_late: 'Done late',
  given_up: 'Given up',
  break: 'Break',
}

/** What happened, in two parts that read as one: 'Moved' and ' from … to …'. */
export function entryWords({ kind, day, from, to, days_late }: RecordEntry): [string, string] {
  const late = days_late ? formatDays(days_late) : null
  if (kind === 'posted') return ['Posted', late ? `, logged ${late} later` : '']
  if (kind === 'done_late') return ['Completed', late ? ` ${late} late` : ' late']
  // The entry's day is the day after the due date.
  if (kind === 'missed') return ['Missed', `, was due ${formatLongDay(addDays(day, -1))}`]
  if (kind === 'promised') return ['Promised', to ? ` for ${formatLongDay(to)}` : '']
  const name = KIND_NAMES[kind]
  if (kind === 'goal_changed') return [name, ` from ${from ?? 'none'} to ${to ?? 'none'}`]
  return [name, from && to ? ` from ${formatLongDay(from)} to ${formatLongDay(to)}` : '']
}

/** For feeds: `Moved: Ship v1, from November 20, 2026 to December 1, 2026`. */
export function recordSentence(entry: RecordEntry): string {
  const { kind, title, to, days_late } = entry
  const name = KIND_NAMES[kind]
  const [, details] = entryWords(entry)
  if (kind === 'break') return name + details
  if (kind === 'moved' || kind === 'goal_changed') return `${name}: ${title},${details}`
  if (kind === 'posted') return `${name}: ${title}${details}`
  if (kind === 'promised') return `${name}: ${title}, by ${to === null ? '' : formatLongDay(to)}`
  if (kind === 'done_late') return `Done ${formatDays(days_late ?? 0)} late: ${title}`
  return `${name}: ${title}`
}
