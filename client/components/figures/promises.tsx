/** 'Promises': what became of the deadlines, each figure a link to its projects. */

import { Link } from 'wouter'
import type { LedgerAnswer } from '#domain/answers/public-answers.ts'
import { formatDays } from '#domain/project.ts'
import { LEDGER_GROUPS, type Ledger, type LedgerGroup } from '#domain/record/ledger.ts'
import { LEDGER_QUERY } from '../../start/page-queries.ts'
import { Loaded } from '../frame/notices.tsx'
import { ledgerHref } from '../project-board.tsx'
import { FigureBox } from './figure-box.tsx'

/** 'Missed Deadlines' of the Project Stats are those of now. */
export const LEDGER_LABELS: Record<LedgerGroup, string> = {
  kept_first: 'Kept on the first date',
  kept_moved: 'Kept after moving it',
  missed: 'Missed, ever',
  given_up: 'Given up',
  open: 'Open',
}

export function Promises() {
  return (
    <FigureBox
      name="promises"
      title="Promises"
      link={
        <Link className="button button-small" href="/record">
          The record
        </Link>
      }
    >
      <Loaded<LedgerAnswer>
        path={LEDGER_QUERY}
        loading="Loading promises..."
        failed="Failed to load the promises"
      >
        {({ data }) =>
          data ? (
            <>
              <ul className="promise-figures">
                {LEDGER_GROUPS.map((group) => (
                  <li key={group}>
                    <Link className="promise" href={ledgerHref(group)}>
                      <span className="promise-count">{data[group]}</span>{' '}
                      <span className="muted">{LEDGER_LABELS[group]}</span>
                    </Link>
                  </li>
                ))}
              </ul>
              <p className="muted">
                {`Of all projects that there were, deleted ones too. ${slipLine(data)}`.trim()}
              </p>
            </>
          ) : (
            // The server has begun with the history, and has not come to its end.
            <p className="muted">The history is being read. The figures follow in a moment.</p>
          )
        }
      </Loaded>
    </FigureBox>
  )
}

/** 'Moved deadlines slipped 8.5 days on average, 19 days at most.'; empty where none moved. */
function slipLine({ slip_days_mean: mean, slip_days_max: max }: Ledger): string {
  if (mean === null) return ''
  const days = formatDays(Math.round(Math.abs(mean) * 10) / 10)
  if (mean < 0) return `Moved deadlines came ${days} earlier on average.`
  return `Moved deadlines slipped ${days} on average, ${formatDays(max)} at most.`
}
