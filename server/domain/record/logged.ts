/** When a post's public text first stood on the branch, against the day that the post names. */
import type { Day } from '../days/day.ts'

export type LoggedState =
  | 'on_time'
  | 'late'
  | 'imported'
  | 'before_record'
  | 'uncommitted'
  | 'pending'

export interface Logged {
  state: LoggedState
  /** Of the commit, in the site's zone; the post's own day where the commit scheduled it. */
  day: Day | null
  /** 0 for all but `late`. */
  days_late: number
  /** 40 hex digits. */
  commit: string | null
}
