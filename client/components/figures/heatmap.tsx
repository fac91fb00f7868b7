/**
 * The posting heatmap: weeks as columns, Sunday first, five levels. One day can be reached
 * by Tab, the others from there by the arrows (heatmap-extras.ts); all of it is also a table.
 */
import { useEffect, useRef } from 'react'
import { type Day, formatFullDay, formatMonth, formatShortDay, weekday } from '#domain/days/day.ts'
import { type HeatmapDay, heatmapLevel, heatmapWeeks } from '#domain/days/heatmap.ts'
import { addHeatmapExtras } from './heatmap-extras.ts'

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

/** '2 posts on Friday, November 20'; the caption says which year. */
export function dayLabel(day: Day, count: number): string {
  const posts = count === 0 ? 'No posts' : count === 1 ? '1 post' : `${count} posts`
  return `${posts} on ${formatFullDay(day).replace(/, \d+$/, '')}`
}

export function Heatmap({ from, to, days }: HeatmapProps) {
  const chart = useRef<SVGSVGElement>(null)
  useEffect(() => (chart.current ? addHeatmapExtras(chart.current) : undefined), [])
  const weeks = heatmapWeeks(from, to)
  const counts = new Map(days.map(({ date, count }) => [date, count]))
  const grid = weeks.length > WIDE_WEEKS_MAX ? NARROW : WIDE
  const width = LEFT + weeks.length * grid.step
  const height = TOP + 7 * grid.step
  return (
    <>
      <div className="heatmap-scroll">
        {/* biome-ignore lint/a11y/useSemanticElements: there is no fieldset in SVG */}
        <svg
          ref={chart}
          className={grid === WIDE ? 'heatmap heatmap-short' : 'heatmap heatmap-long'}
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="group"
          aria-label={`Posts per day from ${formatShortDay(from)} to ${formatShortDay(to)}`}
        >
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
                    count={counts.get(day) ?? 0}
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
      <div className="heatmap-foot">
        <DayTable days={days} />
        <Legend />
      </div>
    </>
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
  count: number
  /** The last day is the one that Tab reaches. */
  last: boolean
  x: number
  grid: Grid
}

function DayCell({ day, count, last, x, grid }: DayCellProps) {
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a picture of a day that arrows reach
    <rect
      className={`day heat-${heatmapLevel(count)}`}
      x={x}
      y={TOP + weekday(day) * grid.step}
      width={grid.cell}
      height={grid.cell}
      rx="3"
      role="img"
      aria-label={dayLabel(day, count)}
      tabIndex={last ? 0 : -1}
    />
  )
}

function Legend() {
  return (
    <p className="heatmap-legend">
      Less
      <svg viewBox="0 0 76 12" width="76" height="12" aria-hidden="true">
        {[0, 1, 2, 3, 4].map((level) => (
          <rect
            key={level}
            className={`heat-${level}`}
            x={level * 16}
            width="12"
            height="12"
            rx="2"
          />
        ))}
      </svg>
      More
    </p>
  )
}

/** The same for those who read rather than see; newest day first, days without posts left out. */
function DayTable({ days }: { days: readonly HeatmapDay[] }) {
  if (days.length === 0) return null
  return (
    <details className="heatmap-table">
      <summary>Show as a table</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Posts</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ date, count }) => (
            <tr key={date}>
              <td>{formatFullDay(date)}</td>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
