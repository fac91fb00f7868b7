/** What the entries of the record say. */
import { addDays, type Day, formatLongDay } from '#domain/days/day.ts'
import { formatDays } from '#domain/project.ts'
import type { RecordEntry, RecordKind } from '#domain/record/record-entry.ts'

export const KIND_LABELS: Record<RecordKind, string> = {
  posted: 'Posted',
  promised: 'Promised',
  moved: 'Moved',
  kept: 'Kept',
  missed: 'Missed',
  done_late: 'Done late',
  given_up: 'Given up',
}

/** What happened, in two parts that read as one: 'Moved' and ' from … to …'. */
export function entryWords({ kind, day, from, to, days_late }: RecordEntry): [string, string] {
  const late = days_late ? formatDays(days_late) : null
  if (kind === 'posted') return ['Posted', late ? `, logged ${late} later` : '']
  if (kind === 'done_late') return ['Completed', late ? ` ${late} late` : ' late']
  // It stands on the day after the one that passed.
  if (kind === 'missed') return ['Missed', `, was due ${formatLongDay(addDays(day, -1))}`]
  if (kind === 'promised') return ['Promised', to ? ` for ${formatLongDay(to)}` : '']
  if (kind === 'moved' && from && to) {
    return ['Moved', ` from ${formatLongDay(from)} to ${formatLongDay(to)}`]
  }
  return [KIND_LABELS[kind], '']
}

/** 'November 2026'. */
export function formatMonthOf(day: Day): string {
  return formatLongDay(day).replace(/ \d+,/, '')
}

/** The record with some kinds alone; with all of them where none is named. */
export function recordHref(kinds: readonly RecordKind[]): string {
  const search = new URLSearchParams(kinds.map((kind) => ['kind', kind]))
  return kinds.length > 0 ? `/record?${search}` : '/record'
}
