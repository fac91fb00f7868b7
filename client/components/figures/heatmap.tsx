/**
 * The posting heatmap: weeks as columns, Sunday first, five levels. It has a roving tabindex: Tab
 * focuses one day, arrow keys move between days. A chosen day shows its posts below.
 */

import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { postPath } from '#domain/addresses.ts'
import { type Day, formatFullDay, formatMonth, formatShortDay, weekday } from '#domain/days/day.ts'
import { type HeatmapDay, heatmapWeeks } from '#domain/days/heatmap.ts'
import { formatDays } from '#domain/project.ts'
import { plural } from '#domain/texts/plural.ts'
import { moveFocus, pressedKey } from '../on-key.ts'
import { type DayPosts, Hatches, Square } from './day-square.tsx'

/** Sizes in pixels: wide cells for two months, narrow ones for a year. */
const WIDE = { cell: 24, step: 28 }
const NARROW = { cell: 14, step: 17 }
const WIDE_WEEKS_MAX = 14
const LEFT = 36
const TOP = 22
const WEEKDAY_LABELS: readonly [row: number, label: string][] = [
  [1, 'Mon'],
  [3, 'Wed'],
  [5, 'Fri'],
]
/** Days are in chronological order in the document, so a week is seven cells. */
const STEPS = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 }

interface HeatmapProps {
  from: Day
  to: Day
  days: readonly HeatmapDay[]
  titles?: Readonly<Record<string, string>> | undefined
}

/** '1 post on Friday, November 20, logged 5 days later, on a break: Ill'; the caption has the year. */
export function dayLabel(
  day: Day,
  { count, late = 0, days_late = 0, ...rest }: Omit<HeatmapDay, 'date' | 'ids'>,
): string {
  const posts = count === 0 ? 'No posts' : plural(count, 'post')
  // Of several posts the longest delay is named.
  const later = `${late > 1 ? 'up to ' : ''}${formatDays(days_late)} later`
  const logged = late === 0 ? '' : `, ${count === 1 ? '' : `${late} `}logged ${later}`
  const reason = rest.reason === undefined ? '' : `: ${rest.reason}`
  const onBreak = rest.break ? `, on a break${reason}` : ''
  return `${posts} on ${formatFullDay(day).replace(/, \d+$/, '')}${logged}${onBreak}`
}

export function Heatmap({ titles = {}, ...chart }: HeatmapProps) {
  const { days } = chart
  const frame = useRef<HTMLDivElement>(null)
  // At first the newest day with posts.
  const [chosen, setChosen] = useState(days.findLast(({ count }) => count > 0)?.date)
  useEffect(() => (frame.current ? addHeatmapTip(frame.current) : undefined), [])
  const posts = days.find(({ date }) => date === chosen)
  return (
    <div className="heatmap-figure">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the days inside have the focus */}
      <div ref={frame} className="heatmap-scroll" onKeyDown={onDayKey}>
        <Chart {...chart} onChoose={setChosen} />
      </div>
      <Legend days={days} />
      <div className="heatmap-posts stack tight" aria-live="polite">
        {posts && (
          <>
            <p className="muted">{dayLabel(posts.date, posts)}</p>
            <ul className="stack tight">
              {posts.ids.map((id) => (
                <li key={id}>
                  <Link href={postPath(id)} dir="auto">
                    {titles[id] ?? id}
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}

function onDayKey(event: KeyboardEvent<HTMLDivElement>): void {
  const { target: day, currentTarget: chart } = event
  if (!['Enter', ' '].includes(pressedKey(event))) {
    moveFocus(event, [...chart.querySelectorAll<SVGElement>('.day')], STEPS)
  } else if (day instanceof SVGElement) {
    event.preventDefault()
    day.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  }
}

function Chart({ from, to, days, onChoose }: HeatmapProps & { onChoose: (day: Day) => void }) {
  const weeks = heatmapWeeks(from, to)
  const byDay = new Map(days.map((day) => [day.date, day]))
  const isWide = weeks.length <= WIDE_WEEKS_MAX
  const { cell, step } = isWide ? WIDE : NARROW
  const width = LEFT + weeks.length * step
  const height = TOP + 7 * step
  return (
    // biome-ignore lint/a11y/useSemanticElements: there is no fieldset in SVG
    <svg
      className={isWide ? 'heatmap heatmap-short' : 'heatmap heatmap-long'}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="group"
      aria-label={`Posts per day from ${formatShortDay(from)} to ${formatShortDay(to)}`}
    >
      <Hatches idPrefix="day" />
      {WEEKDAY_LABELS.map(([row, label]) => (
        <text key={label} className="heatmap-label" x="0" y={TOP + row * step + cell / 2 + 4}>
          {label}
        </text>
      ))}
      {weeks.map((week, column) => {
        const x = LEFT + column * step
        return (
          <g key={week[0]}>
            <text className="heatmap-label" x={x} y="12">
              {monthAt(weeks, column)}
            </text>
            {week.map((day) => (
              <Square
                key={day}
                posts={byDay.get(day)}
                hatch="day"
                className={byDay.has(day) ? 'day day-posts' : 'day'}
                x={x}
                y={TOP + weekday(day) * step}
                size={cell}
                role={byDay.get(day)?.count ? 'button' : 'img'}
                aria-label={dayLabel(day, byDay.get(day) ?? { count: 0 })}
                // Tab focuses the last day.
                tabIndex={day === to ? 0 : -1}
                onClick={() => onChoose(day)}
              />
            ))}
          </g>
        )
      })}
    </svg>
  )
}

/** Label above the first week that begins in a month, if there is room. */
function monthAt(weeks: readonly Day[][], column: number): string | null {
  const monthOf = (week: readonly Day[] | undefined) => (week?.[0] ? formatMonth(week[0]) : null)
  const month = monthOf(weeks[column])
  const next = monthOf(weeks[column + 1])
  const hasRoom = column > 0 || next === null || next === month
  return month !== monthOf(weeks[column - 1]) && hasRoom ? month : null
}

/** Legend of the colours, and of the hatching that these days have. */
function Legend({ days }: { days: readonly HeatmapDay[] }) {
  const hatched: [label: string, posts: DayPosts][] = []
  if (days.some(({ late = 0 }) => late > 0)) hatched.push(['Logged later', { count: 1, late: 1 }])
  if (days.some((day) => day.break)) hatched.push(['On a break', { count: 0, break: true }])
  return (
    <p className="heatmap-legend row muted small">
      {hatched.map(([label, posts]) => (
        <span className="row" key={label}>
          <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <Square posts={posts} hatch="day" x={0} size={12} />
          </svg>
          {label}
        </span>
      ))}
      <span className="row">
        Less
        <svg viewBox="0 0 76 12" width="76" height="12" aria-hidden="true">
          {[0, 1, 2, 3, 4].map((level) => (
            <Square key={level} posts={{ count: level }} hatch="day" x={level * 16} size={12} />
          ))}
        </svg>
        More
      </span>
    </p>
  )
}

/** Delay of the tooltip, and the time after hiding in which the next opens without delay. */
const TIP_OPEN_MS = 700
const TIP_SKIP_MS = 300
const GAP = 8

/**
 * Adds a tooltip to a chart whose `.day` cells have labels; returns a function that removes it.
 * @param frame parent of the chart: an SVG that listens for focus becomes a tab stop
 */
function addHeatmapTip(frame: HTMLElement): () => void {
  const tip = document.body.appendChild(document.createElement('div'))
  tip.className = 'tooltip raised small'
  tip.hidden = true
  // Screen readers use the label of the cell.
  tip.setAttribute('aria-hidden', 'true')
  let timer: ReturnType<typeof setTimeout> | undefined
  let hiddenAt = Number.NEGATIVE_INFINITY
  const hide = () => {
    clearTimeout(timer)
    if (!tip.hidden) hiddenAt = performance.now()
    tip.hidden = true
  }
  const show = (cell: Element | null) => {
    if (!cell) return
    clearTimeout(timer)
    tip.textContent = cell.getAttribute('aria-label')
    tip.hidden = false
    placeTip(tip, cell.getBoundingClientRect())
  }
  const scheduleTip = (cell: Element | null) => {
    hide()
    const isWarm = performance.now() - hiddenAt < TIP_SKIP_MS
    timer = setTimeout(() => show(cell), isWarm ? 0 : TIP_OPEN_MS)
  }
  const listeners = new AbortController()
  const { signal } = listeners
  const cellOf = ({ target }: Event) => (target instanceof Element ? target.closest('.day') : null)
  frame.addEventListener('pointerover', (event) => scheduleTip(cellOf(event)), { signal })
  frame.addEventListener('pointerleave', hide, { signal })
  frame.addEventListener('focusin', (event) => show(cellOf(event)), { signal })
  frame.addEventListener('focusout', hide, { signal })
  frame.addEventListener('keydown', (event) => pressedKey(event) === 'Escape' && hide(), { signal })
  // Focusing a day may scroll the chart.
  const onScroll = () => {
    scheduleTip(frame.querySelector('.day:hover'))
    show(frame.querySelector('.day:focus-visible'))
  }
  addEventListener('scroll', onScroll, { signal, capture: true, passive: true })
  return () => {
    listeners.abort()
    clearTimeout(timer)
    tip.remove()
  }
}

/** Places the tooltip above the cell, inside the window; by the CSSOM, which the policy allows. */
function placeTip(box: HTMLElement, cell: DOMRect): void {
  const { width, height } = box.getBoundingClientRect()
  const centered = cell.left + cell.width / 2 - width / 2
  const left = Math.max(GAP, Math.min(centered, document.documentElement.clientWidth - width - GAP))
  const above = cell.top - height - GAP
  const top = above < GAP ? cell.bottom + GAP : above
  box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
}
