/** The posting streak: its number, the last 14 days and the figures beside them. */

import type { ReactNode } from 'react'
import type { HeatmapAnswer, StreakAnswer } from '#domain/answers/public-answers.ts'
import { addDays, type Day } from '#domain/days/day.ts'
import type { Streak } from '#domain/days/streak.ts'
import { useApp } from '../../app-context.ts'
import { useFailureToast, useQuery } from '../../data/use-query.ts'
import { STREAK_STRIP_DAYS, stripQuery } from '../../start/page-queries.ts'
import { Failure, Waiting } from '../frame/notices.tsx'
import { Hatches, Square } from './day-square.tsx'

const FAILED = 'Failed to load posts'
const STRIP_CELL = 16
const STRIP_STEP = 19

/** @param showsOnTime whether it says how many days were logged on time. */
export function StreakPanel({ showsOnTime = false }: { showsOnTime?: boolean }) {
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
          <Rules streak={state.answer.data} showsOnTime={showsOnTime} />
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

/** How many days were logged on time, and the site's own rules for the streak. */
function Rules({ streak, showsOnTime }: { streak: Streak; showsOnTime: boolean }) {
  const { site } = useApp()
  const lines = [
    showsOnTime &&
      streak.total_posts > 0 &&
      streak.on_time_days !== undefined &&
      onTimeLine(streak.on_time_days),
    site.streak === 'on-time' && 'Posts logged later do not carry the streak.',
    restLine(site.rest_days),
  ].filter((line) => line !== false && line !== null)
  return lines.map((line) => (
    <p key={line} className="streak-rule">
      {line}
    </p>
  ))
}

/** '12 of the last 14 days were logged on time.' */
function onTimeLine(count: number): string {
  return `${count} of the last ${STREAK_STRIP_DAYS} days ${count === 1 ? 'was' : 'were'} logged on time.`
}

/** 'Saturdays and Sundays are rest days: …' */
export function restLine(days: readonly string[]): string | null {
  if (days.length === 0) return null
  const names = days.map((day) => `${day.charAt(0).toUpperCase()}${day.slice(1)}s`)
  const last = names.at(-1)
  const all = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last
  return `${all} are rest days: without a post they neither end a streak nor count as failure days.`
}

function LastDays({ today, days }: { today: Day; days: HeatmapAnswer['data'] }) {
  const byDay = new Map(days.map((day) => [day.date, day]))
  const strip = Array.from({ length: STREAK_STRIP_DAYS }, (_, index) =>
    addDays(today, index + 1 - STREAK_STRIP_DAYS),
  )
  const posted = strip.filter((day) => byDay.has(day)).length
  return (
    <div>
      <svg
        className="day-strip"
        viewBox={`0 0 ${STREAK_STRIP_DAYS * STRIP_STEP - 3} ${STRIP_CELL}`}
        role="img"
        aria-label={`Posts on ${posted} of the last ${STREAK_STRIP_DAYS} days`}
      >
        <Hatches of="strip" />
        {strip.map((day, index) => (
          <Square
            key={day}
            count={byDay.get(day)?.count}
            late={byDay.get(day)?.late}
            hatch="strip"
            x={index * STRIP_STEP}
            size={STRIP_CELL}
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
