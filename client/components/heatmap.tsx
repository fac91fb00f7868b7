/**
 * The posting heatmap: weeks as columns, Sunday first, five levels (spec §9). Every day that has
 * posts can be reached by keyboard; the whole is also there as a table.
 */
import { type Day, formatFullDay, formatMonth, formatShortDay, weekday } from '#domain/day.ts'
import { type HeatmapDay, heatmapLevel, heatmapWeeks } from '#domain/heatmap.ts'

const CELL = 16
const STEP = 20
const LEFT = 34
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

/** '2 posts on Friday, November 20' (visual.md); the year is in the caption. */
export function dayLabel(day: Day, count: number): string {
  const posts = count === 0 ? 'No posts' : count === 1 ? '1 post' : `${count} posts`
  return `${posts} on ${formatFullDay(day).replace(/, \d+$/, '')}`
}

export function Heatmap({ from, to, days }: HeatmapProps) {
  const weeks = heatmapWeeks(from, to)
  const counts = new Map(days.map(({ date, count }) => [date, count]))
  const width = LEFT + weeks.length * STEP
  return (
    <>
      <div className="heatmap-scroll">
        {/* biome-ignore lint/a11y/useSemanticElements: there is no fieldset in SVG */}
        <svg
          className={weeks.length > 20 ? 'heatmap heatmap-long' : 'heatmap'}
          viewBox={`0 0 ${width} ${TOP + 7 * STEP}`}
          width={width}
          role="group"
          aria-label={`Posts per day from ${formatShortDay(from)} to ${formatShortDay(to)}`}
        >
          {WEEKDAY_LABELS.map(([row, label]) => (
            <text key={label} className="heatmap-label" x="0" y={TOP + row * STEP + 12}>
              {label}
            </text>
          ))}
          {weeks.map((week, column) => (
            <g key={week[0]}>
              <MonthLabel weeks={weeks} column={column} />
              {week.map((day) => (
                <DayCell key={day} day={day} count={counts.get(day) ?? 0} column={column} />
              ))}
            </g>
          ))}
        </svg>
      </div>
      <Legend />
    </>
  )
}

/** A month's name stands over the first week that begins in it, where there is room. */
function MonthLabel({ weeks, column }: { weeks: readonly Day[][]; column: number }) {
  const first = weeks[column]?.[0]
  const before = weeks[column - 1]?.[0]
  const after = weeks[column + 1]?.[0]
  if (!first || (before && formatMonth(before) === formatMonth(first))) return null
  if (column === 0 && after && formatMonth(after) !== formatMonth(first)) return null
  return (
    <text className="heatmap-label" x={LEFT + column * STEP} y="12">
      {formatMonth(first)}
    </text>
  )
}

function DayCell({ day, count, column }: { day: Day; count: number; column: number }) {
  return (
    <rect
      className={`day heat-${heatmapLevel(count)}`}
      x={LEFT + column * STEP}
      y={TOP + weekday(day) * STEP}
      width={CELL}
      height={CELL}
      rx="3"
      data-tip={dayLabel(day, count)}
      {...(count > 0 ? { tabIndex: 0, role: 'img', 'aria-label': dayLabel(day, count) } : {})}
    />
  )
}

function Legend() {
  return (
    <p className="heatmap-legend">
      Less
      <svg viewBox="0 0 92 12" width="92" height="12" aria-hidden="true">
        {[0, 1, 2, 3, 4].map((level) => (
          <rect
            key={level}
            className={`heat-${level}`}
            x={level * 20}
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
