/** The posting streak: number, last 14 days, figures. */
import type { HeatmapAnswer, StreakAnswer } from '#domain/answers/public-answers.ts'
import { addDays } from '#domain/days/day.ts'
import type { Streak } from '#domain/days/streak.ts'
import type { Weekly } from '#domain/days/weekly-target.ts'
import { plural } from '#domain/texts/plural.ts'
import { useApp, useQuery } from '../../app-context.ts'
import { STREAK_STRIP_DAYS, stripQuery } from '../../start/page-queries.ts'
import { Loaded } from '../frame/parts.tsx'
import { Hatches, Square } from './day-square.tsx'
import { FigureList } from './figure-box.tsx'

const STRIP_CELL = 16
const STRIP_STEP = 19

/** @param showsOnTime whether it shows how many days were logged on time */
export function StreakPanel({ showsOnTime = false }: { showsOnTime?: boolean }) {
  return (
    <aside className="streak box stack close" aria-labelledby="streak-heading">
      <h2 className="panel-title" id="streak-heading">
        Posting Streak
      </h2>
      <Loaded<StreakAnswer>
        path="/posts/streak"
        loading="Loading streak..."
        failed="Failed to load posts"
      >
        {({ data }) => <StreakFigures streak={data} showsOnTime={showsOnTime} />}
      </Loaded>
    </aside>
  )
}

function StreakFigures({ streak, showsOnTime }: { streak: Streak; showsOnTime: boolean }) {
  const { current_streak: current, total_posts, on_time_days } = streak
  const { site } = useApp()
  const isOnTimeShown = showsOnTime && total_posts > 0 && on_time_days !== undefined
  return (
    <>
      <div className="stack close">
        <p className="streak-now row">
          <span className={current > 0 ? 'figure' : 'figure muted'}>{current}</span>{' '}
          <span className="streak-unit">{current === 1 ? 'day' : 'days'} in a row</span>
        </p>
        <p className="streak-details muted">{todayLine(streak)}</p>
      </div>
      <div className="stack close">
        <LastDays />
        {streak.weekly && <p className="streak-details">{weeklyLine(streak.weekly)}</p>}
        {isOnTimeShown && <p className="muted">{onTimeLine(on_time_days)}</p>}
        {site.streak === 'on-time' && (
          <p className="streak-details muted">Posts logged later do not carry the streak.</p>
        )}
        {site.rest_days.length > 0 && (
          <p className="streak-details muted">{restLine(site.rest_days)}</p>
        )}
      </div>
      <FigureList
        className="streak-details"
        rows={[
          ['This week', streak.this_week],
          ['This month', streak.this_month],
          ['Longest streak', streak.longest_streak],
          ['Total posts', total_posts],
          ...(current > 0 ? [['Failure Days', streak.failure_days] as const] : []),
        ]}
      />
    </>
  )
}

function todayLine({ posted_today: posted, current_streak: current }: Streak): string {
  if (posted) return 'Posted today.'
  return current > 0 ? 'Nothing posted today yet.' : 'The next post starts a new one.'
}

/** '2 of 3 posts this week · 11 weeks in a row with 3 or more' */
function weeklyLine({ target, this_week, weeks_kept }: Weekly): string {
  const weeks = plural(weeks_kept, 'week')
  return `${this_week} of ${plural(target, 'post')} this week · ${weeks} in a row with ${target} or more`
}

/** '12 of the last 14 days were logged on time.' */
function onTimeLine(count: number): string {
  return `${count} of the last ${STREAK_STRIP_DAYS} days ${count === 1 ? 'was' : 'were'} logged on time.`
}

/** 'Saturdays and Sundays are rest days: …' */
function restLine(days: readonly string[]): string {
  const names = days.map((day) => `${day.charAt(0).toUpperCase()}${day.slice(1)}s`)
  return `${new Intl.ListFormat('en-GB').format(names)} are rest days: without a post they neither end a streak nor count as failure days.`
}

function LastDays() {
  const { today } = useApp()
  const answer = useQuery<HeatmapAnswer>(stripQuery(today)).answer
  const byDay = new Map(answer?.data.map((day) => [day.date, day]))
  const strip = Array.from({ length: STREAK_STRIP_DAYS }, (_, index) =>
    addDays(today, index + 1 - STREAK_STRIP_DAYS),
  )
  const posted = strip.filter((day) => byDay.get(day)?.count).length
  return (
    <div className="last-days">
      <svg
        className="day-strip"
        viewBox={`0 0 ${STREAK_STRIP_DAYS * STRIP_STEP - 3} ${STRIP_CELL}`}
        role="img"
        aria-label={`Posts on ${posted} of the last ${STREAK_STRIP_DAYS} days`}
      >
        <Hatches idPrefix="strip" />
        {strip.map((day, index) => (
          <Square
            key={day}
            posts={byDay.get(day)}
            hatch="strip"
            x={index * STRIP_STEP}
            size={STRIP_CELL}
          />
        ))}
      </svg>
      <p className="row row-apart muted small" aria-hidden="true">
        <span>14 days</span>
        <span>today</span>
      </p>
    </div>
  )
}
