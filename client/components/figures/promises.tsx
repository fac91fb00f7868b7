/** 'Promises': what became of the deadlines, each figure a link to its projects. */
import type { LedgerAnswer } from '#domain/answers/public-answers.ts'
import { formatDays } from '#domain/project.ts'
import { LEDGER_GROUPS, type Ledger } from '#domain/record/ledger.ts'
import { useApp } from '../../app-context.ts'
import { useFailureToast, useQuery } from '../../data/use-query.ts'
import { LEDGER_QUERY } from '../../start/page-queries.ts'
import { LEDGER_LABELS, ledgerHref } from '../board/project-words.ts'
import { Failure, Waiting } from '../frame/notices.tsx'

const FAILED = 'Failed to load the promises'

export function Promises() {
  const { queries } = useApp()
  const state = useQuery<LedgerAnswer>(LEDGER_QUERY)
  useFailureToast(state, FAILED)
  return (
    <section className="panel promises" aria-labelledby="promises-heading">
      <div className="panel-head">
        <h2 className="panel-title" id="promises-heading">
          Promises
        </h2>
        <a className="button button-small" href="/record">
          The record
        </a>
      </div>
      {state.status === 'loading' && (
        <Waiting text="Loading promises..." shape="heatmap" count={1} />
      )}
      {state.status === 'failed' && (
        <Failure text={FAILED} onRetry={() => queries.retry(LEDGER_QUERY)} />
      )}
      {state.answer?.data && <Figures ledger={state.answer.data} />}
      {state.answer?.data === null && <Pending />}
    </section>
  )
}

/** The server has begun with the history, and has not come to its end. */
function Pending() {
  return <p className="panel-caption">The history is being read. The figures follow in a moment.</p>
}

function Figures({ ledger }: { ledger: Ledger }) {
  const slip = slipLine(ledger)
  return (
    <>
      <ul className="promise-figures">
        {LEDGER_GROUPS.map((group) => (
          <li key={group} className={`promise promise-${group}`}>
            <a href={ledgerHref(group)}>
              <span className="promise-count">{ledger[group]}</span>{' '}
              <span className="promise-label">{LEDGER_LABELS[group]}</span>
            </a>
          </li>
        ))}
      </ul>
      {slip && <p className="panel-caption">{slip}</p>}
    </>
  )
}

/** 'Moved deadlines slipped 8.5 days on average, 19 days at most.'; null where none moved. */
function slipLine({
  slip_days_mean: mean,
  slip_days_max: max,
}: Pick<Ledger, 'slip_days_mean' | 'slip_days_max'>): string | null {
  if (mean === null) return null
  const days = formatDays(Math.round(Math.abs(mean) * 10) / 10)
  if (mean < 0) return `Moved deadlines came ${days} earlier on average.`
  return `Moved deadlines slipped ${days} on average, ${formatDays(max)} at most.`
}
