/** What became of the deadlines: kept, moved, missed, given up, open. */

export const LEDGER_GROUPS = ['kept_first', 'kept_moved', 'missed', 'given_up', 'open'] as const
export type LedgerGroup = (typeof LEDGER_GROUPS)[number]

export interface Ledger extends Record<LedgerGroup, number> {
  /** Days between first and present due date, of the projects that moved; null without any. */
  slip_days_mean: number | null
  slip_days_max: number
  /** Project ids. */
  projects: Record<LedgerGroup, string[]>
}
