/** The posting streak: its number, the last 14 days and the figures beside them. */

import type { ReactNode } from 'react'
import type { HeatmapAnswer, StreakAnswer } from '#domain/answers/public-answers.ts'
import { addDays, type Day } from '#domain/days/day.ts'
import { heatmapLevel } from '#domain/days/heatmap.ts'
import type { Streak } from '#domain/days/streak.ts'
import { useApp } from '../../app-context.ts'
import { useFailureToast, useQuery } from '../../data/use-query.ts'
import { STREAK_STRIP_DAYS, stripQuery } from '../../start/page-queries.ts'
import { Failure, Waiting } from '../frame/notices.tsx'

const FAILED = 'Failed to load posts'
const STRIP_CELL = 16
const STRIP_STEP = 19

export function StreakPanel() {
  const { queries, today } = useApp()
  const state = useQuery<StreakAnswer>('/posts/streak')
  const strip = useQuery<HeatmapAnswer>(stripQuery(today))
  useFailureToast(state, FAILED)
  return (
    <aside className="panel streak" aria-labelledby="streak-heading">
      <h2 className="panel-title" id="streak-heading">
        Posting Streak
      </h2>
      {state.status === 'loading' && <Waiting text="Loading streak..." shape="streak" count={1} />}
      {state.status === 'failed' && (
        <Failure text={FAILED} onRetry={() => queries.retry('/posts/streak')} />
      )}
      {state.status === 'ready' && (
        <StreakFigures streak={state.answer.data}>
          <LastDays today={today} days={strip.answer?.data ?? []} />
        </StreakFigures>
      )}
    </aside>
  )
}

function StreakFigures({ streak, children }: { streak: Streak; children: ReactNode }) {
  const { current_streak: current } = streak
  const rows: [label: string, value: number][] = [
    ['This week', streak.this_week],
    ['This month', streak.this_month],
    ['Longest streak', streak.longest_streak],
    ['Total posts', streak.total_posts],
  ]
  if (current > 0) rows.push(['Failure Days', streak.failure_days])
  return (
    <div className="streak-figures">
      <div className="streak-main">
        <p className="streak-now">
          <span className={current > 0 ? 'streak-number' : 'streak-number streak-none'}>
            {current}
          </span>{' '}
          <span className="streak-unit">{current === 1 ? 'day' : 'days'} in a row</span>
        </p>
        <p className="streak-today">{todayLine(streak)}</p>
        {children}
      </div>
      <dl className="ledger">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function todayLine({ posted_today: posted, current_streak: current }: Streak): string {
  if (posted) return 'Posted today.'
  return current > 0 ? 'Nothing posted today yet.' : 'The next post starts a new one.'
}

function LastDays({ today, days }: { today: Day; days: HeatmapAnswer['data'] }) {
  const counts = new Map(days.map(({ date, count }) => [date, count]))
  const strip = Array.from({ length: STREAK_STRIP_DAYS }, (_, index) =>
    addDays(today, index + 1 - STREAK_STRIP_DAYS),
  )
  const posted = strip.filter((day) => counts.has(day)).length
  return (
    <div>
      <svg
        className="day-strip"
        viewBox={`0 0 ${STREAK_STRIP_DAYS * STRIP_STEP - 3} ${STRIP_CELL}`}
        role="img"
        aria-label={`Posts on ${posted} of the last ${STREAK_STRIP_DAYS} days`}
      >
        {strip.map((day, index) => (
          <rect
            key={day}
            className={`heat-${heatmapLevel(counts.get(day) ?? 0)}`}
            x={index * STRIP_STEP}
            width={STRIP_CELL}
            height={STRIP_CELL}
            rx="3"
          />
        ))}
      </svg>
      <p className="strip-note" aria-hidden="true">
        <span>14 days</span>
        <span>today</span>
      </p>
    </div>
  )
}
