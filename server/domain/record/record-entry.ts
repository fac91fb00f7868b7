/** The record: one line for each thing that was promised or done. */
import type { Day } from '../days/day.ts'

export const RECORD_KINDS = [
  'posted',
  'promised',
  'moved',
  'kept',
  'missed',
  'done_late',
  'given_up',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** What does not apply is null. */
export interface RecordEntry {
  kind: RecordKind
  day: Day
  title: string
  /** Of the post, for `posted`; else of the project. */
  id: string
  /** 40 hex digits. */
  commit: string | null
  /** Due dates. */
  from: Day | null
  to: Day | null
  reason: string | null
  days_late: number | null
}
