/** Groups deadlines by outcome. */

import type { Ledger } from '../answers/public-answers.ts'
import type { LedgerGroup } from '../answers/words.ts'
import type { Day } from '../days/day.ts'
import { type ProjectPast, slipDays } from './project-past.ts'

export type { Ledger } from '../answers/public-answers.ts'
export { LEDGER_GROUPS, type LedgerGroup } from '../answers/words.ts'

/** Each project is in one group. Moves after the end do not count. */
export function ledgerOf(pasts: readonly ProjectPast[], today: Day): Ledger {
  const projects: Ledger['projects'] = {
    kept_first: [],
    kept_moved: [],
    missed: [],
    given_up: [],
    open: [],
  }
  for (const past of pasts) projects[ledgerGroup(past, today)].push(past.id)
  for (const ids of Object.values(projects)) ids.sort()
  const slips = pasts.filter(({ moves }) => moves.length > 0).map(slipDays)
  const sum = slips.reduce((total, days) => total + days, 0)
  return {
    kept_first: projects.kept_first.length,
    kept_moved: projects.kept_moved.length,
    missed: projects.missed.length,
    given_up: projects.given_up.length,
    open: projects.open.length,
    slip_days_mean: slips.length === 0 ? null : sum / slips.length,
    slip_days_max: Math.max(0, ...slips),
    projects,
  }
}

/** The group of a project; one that is due today is not missed. */
function ledgerGroup({ outcome, moves, last }: ProjectPast, today: Day): LedgerGroup {
  if (outcome === null) return last.project.due_date < today ? 'missed' : 'open'
  if (outcome.kind === 'done_late') return 'missed'
  if (outcome.kind === 'given_up') return 'given_up'
  return moves.some(({ step }) => step.index <= outcome.step.index) ? 'kept_moved' : 'kept_first'
}
