/** What a deadline's history is in words: kind, and to the day. */
import { type Day, daysBetween } from '#domain/days/day.ts'
import { formatDays, type Project } from '#domain/project.ts'
import type { LedgerGroup } from '#domain/record/ledger.ts'

/** 'Moved twice, 19 days later than first promised'. */
export function movesNote(count: number, days: number): string {
  const times = count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`
  if (days === 0) return `Moved ${times}, back to the day first promised`
  const way = days < 0 ? 'earlier' : 'later'
  return `Moved ${times}, ${formatDays(Math.abs(days))} ${way} than first promised`
}

/** 'Completed 3 days early'; null while the day is not known. */
export function completionNote({
  completed_due_date: due,
  completed_on: done,
}: Pick<Project, 'completed_due_date' | 'completed_on'>): string | null {
  if (!done || !due) return null
  const late = daysBetween(due, done)
  if (late === 0) return 'Completed on its day'
  return `Completed ${formatDays(Math.abs(late))} ${late < 0 ? 'early' : 'late'}`
}

/** The board of a day, or of today. */
export const boardHref = (at: Day | null) => (at === null ? '/projects' : `/projects?at=${at}`)

/** The board with one group of the ledger alone. */
export const ledgerHref = (group: LedgerGroup) => `/projects?ledger=${group}`

export const LEDGER_LABELS: Record<LedgerGroup, string> = {
  kept_first: 'Kept on the first date',
  kept_moved: 'Kept after moving it',
  missed: 'Missed',
  given_up: 'Given up',
  open: 'Open',
}
