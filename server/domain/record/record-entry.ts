export type { RecordEntry } from '../answers/public-answers.ts'

export const RECORD_KINDS = [
  'posted',
  'promised',
  'moved',
  'kept',
  'missed',
  'done_late',
  'given_up',
  'break',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]
