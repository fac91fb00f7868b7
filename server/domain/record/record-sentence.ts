/** Entries of the record in words. */
import { addDays, formatLongDay } from '../days/day.ts'
import { formatDays } from '../project.ts'
import type { RecordEntry, RecordKind } from './record-entry.ts'

/** Names of the kinds. */
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
  if (kind === 'goal_changed')
    return [KIND_NAMES[kind], ` from ${from ?? 'none'} to ${to ?? 'none'}`]
  const range = from && to ? ` from ${formatLongDay(from)} to ${formatLongDay(to)}` : ''
  return [KIND_NAMES[kind], range]
}

/** For feeds: `Moved: Ship v1, from November 20, 2026 to December 1, 2026`. */
export function recordSentence(entry: RecordEntry): string {
  const { kind, title } = entry
  const day = (of: string | null) => (of === null ? '' : formatLongDay(of))
  const late = formatDays(entry.days_late ?? 0)
  const sentences: Record<RecordEntry['kind'], string> = {
    posted: entry.days_late ? `Posted: ${title}, logged ${late} later` : `Posted: ${title}`,
    promised: `Promised: ${title}, by ${day(entry.to)}`,
    moved: `Moved: ${title}, from ${day(entry.from)} to ${day(entry.to)}`,
    goal_changed: `Goal changed: ${title}, from ${entry.from ?? 'none'} to ${entry.to ?? 'none'}`,
    kept: `Kept: ${title}`,
    missed: `Missed: ${title}`,
    done_late: `Done ${late} late: ${title}`,
    given_up: `Given up: ${title}`,
    break: `Break from ${day(entry.from)} to ${day(entry.to)}`,
  }
  return sentences[kind]
}
