/**
 * The posting heatmap: weeks as columns, Sunday first, five levels. One day can be reached
 * by Tab, the others from there by the arrows (heatmap-extras.ts).
 */
import { useEffect, useRef } from 'react'
import { type Day, formatFullDay, formatMonth, formatShortDay, weekday } from '#domain/days/day.ts'
import { type HeatmapDay, heatmapWeeks } from '#domain/days/heatmap.ts'
import { Hatches, Square } from './day-square.tsx'
import { addHeatmapExtras } from './heatmap-extras.ts'
import { HeatmapFoot, laterText } from './heatmap-foot.tsx'

/** In pixels; cells are 12 to 24 wide: wide for two months, narrow for a year. */
interface Grid {
  cell: number
  step: number
}
const WIDE: Grid = { cell: 24, step: 28 }
const NARROW: Grid = { cell: 14, step: 17 }
const WIDE_WEEKS_MAX = 14
const LEFT = 36
const TOP = 22
const WEEKDAY_LABELS: readonly [row: number, label: string][] = [
  [1, 'Mon'],
  [3, 'Wed'],
  [5, 'Fri'],
]

interface HeatmapProps {
  from: Day
  to: Day
  days: readonly HeatmapDay[]
}

/** '2 posts on Friday, November 20, 1 logged 5 days later'; the caption says which year. */
export function dayLabel(
  day: Day,
  { count, late = 0, days_late = 0 }: Omit<HeatmapDay, 'date' | 'ids'>,
): string {
  const posts = count === 0 ? 'No posts' : count === 1 ? '1 post' : `${count} posts`
  const later =
    late === 0 ? '' : `, ${count === 1 ? '' : `${late} `}logged ${laterText(late, days_late)} later`
  return `${posts} on ${formatFullDay(day).replace(/, \d+$/, '')}${later}`
}

const NO_POSTS = { count: 0, late: 0 }

export function Heatmap({ from, to, days }: HeatmapProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => (frame.current ? addHeatmapExtras(frame.current) : undefined), [])
  const weeks = heatmapWeeks(from, to)
  const byDay = new Map(days.map((day) => [day.date, day]))
  const grid = weeks.length > WIDE_WEEKS_MAX ? NARROW : WIDE
  const width = LEFT + weeks.length * grid.step
  const height = TOP + 7 * grid.step
  return (
    <div className="heatmap-figure">
      <div ref={frame} className="heatmap-scroll">
        {/* biome-ignore lint/a11y/useSemanticElements: there is no fieldset in SVG */}
        <svg
          className={grid === WIDE ? 'heatmap heatmap-short' : 'heatmap heatmap-long'}
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="group"
          aria-label={`Posts per day from ${formatShortDay(from)} to ${formatShortDay(to)}`}
        >
          <Hatches of="day" />
          {WEEKDAY_LABELS.map(([row, label]) => (
            <text
              key={label}
              className="heatmap-label"
              x="0"
              y={TOP + row * grid.step + grid.cell / 2 + 4}
            >
              {label}
            </text>
          ))}
          {weeks.map((week, column) => {
            const x = LEFT + column * grid.step
            return (
              <g key={week[0]}>
                <MonthLabel weeks={weeks} column={column} x={x} />
                {week.map((day) => (
                  <DayCell
                    key={day}
                    day={day}
                    posts={byDay.get(day) ?? NO_POSTS}
                    last={day === to}
                    x={x}
                    grid={grid}
                  />
                ))}
              </g>
            )
          })}
        </svg>
      </div>
      <HeatmapFoot days={days} />
    </div>
  )
}

interface MonthLabelProps {
  weeks: readonly Day[][]
  column: number
  x: number
}

/** A month's name stands over the first week that begins in it, where there is room for it. */
function MonthLabel({ weeks, column, x }: MonthLabelProps) {
  const month = monthOf(weeks[column])
  const next = monthOf(weeks[column + 1])
  if (!month || month === monthOf(weeks[column - 1])) return null
  if (column === 0 && next && next !== month) return null
  return (
    <text className="heatmap-label" x={x} y="12">
      {month}
    </text>
  )
}

function monthOf(week: readonly Day[] | undefined): string | null {
  return week?.[0] ? formatMonth(week[0]) : null
}

interface DayCellProps {
  day: Day
  posts: Omit<HeatmapDay, 'date' | 'ids'>
  /** The last day is the one that Tab reaches. */
  last: boolean
  x: number
  grid: Grid
}

function DayCell({ day, posts, last, x, grid }: DayCellProps) {
  return (
    <Square
      count={posts.count}
      late={posts.late}
      hatch="day"
      className="day"
      x={x}
      y={TOP + weekday(day) * grid.step}
      size={grid.cell}
      role="img"
      aria-label={dayLabel(day, posts)}
      tabIndex={last ? 0 : -1}
    />
  )
}
