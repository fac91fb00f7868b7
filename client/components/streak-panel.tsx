/** The posting streak: its number, the last 14 days and the figures of the spec (§9). */

import type { HeatmapAnswer, StreakAnswer } from '#domain/answers.ts'
import { addDays, type Day, formatFullDay } from '#domain/day.ts'
import { heatmapLevel } from '#domain/heatmap.ts'
import type { Streak } from '#domain/streak.ts'
import { useApp } from '../app-context.ts'
import { useFailureToast, useQuery } from '../data/use-query.ts'
import { STREAK_STRIP_DAYS, stripQuery } from '../page-queries.ts'
import { Failure } from './notices.tsx'

const FAILED = 'Failed to load posts'

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
      {state.status === 'loading' && (
        <p className="waiting-text" role="status">
          Loading streak...
        </p>
      )}
      {state.status === 'failed' && (
        <Failure text={FAILED} onRetry={() => queries.retry('/posts/streak')} />
      )}
      {state.status === 'ready' && <StreakFigures streak={state.answer.data} />}
      <LastDays today={today} days={strip.answer?.data ?? []} />
    </aside>
  )
}

function StreakFigures({ streak }: { streak: Streak }) {
  const { current_streak: current } = streak
  return (
    <>
      <p className="streak-now">
        <span className="streak-number">{current}</span>{' '}
        <span className="streak-unit">{current === 1 ? 'day' : 'days'} in a row</span>
      </p>
      <p className="streak-today">{todayLine(streak)}</p>
      <dl className="figures">
        <Figure label="This week" value={streak.this_week} />
        <Figure label="This month" value={streak.this_month} />
        <Figure label="Longest streak" value={streak.longest_streak} />
        <Figure label="Total posts" value={streak.total_posts} />
        {current > 0 && <Figure label="Failure Days" value={streak.failure_days} />}
      </dl>
    </>
  )
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="figure">
      <dt>{label}</dt>
      <dd>{value}</dd>
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
    <svg
      className="day-strip"
      viewBox={`0 0 ${STREAK_STRIP_DAYS * 20 - 4} 16`}
      role="img"
      aria-label={`Posts on ${posted} of the last ${STREAK_STRIP_DAYS} days`}
    >
      {strip.map((day, index) => (
        <rect
          key={day}
          className={`heat-${heatmapLevel(counts.get(day) ?? 0)}`}
          x={index * 20}
          width="16"
          height="16"
          rx="3"
        >
          <title>{formatFullDay(day)}</title>
        </rect>
      ))}
    </svg>
  )
}
