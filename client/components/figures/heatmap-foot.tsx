/** Below the heatmap: what its colours say. */
import type { HeatmapDay } from '#domain/days/heatmap.ts'
import { formatDays } from '#domain/project.ts'
import { Hatches, Square } from './day-square.tsx'

export function HeatmapFoot({ days }: { days: readonly HeatmapDay[] }) {
  const hasLate = days.some(({ late = 0 }) => late > 0)
  return (
    <div className="heatmap-foot">
      <Legend hasLate={hasLate} />
    </div>
  )
}

/** '5 days'; of several posts the latest counts. */
export function laterText(late: number, days: number): string {
  return `${late > 1 ? 'up to ' : ''}${formatDays(days)}`
}

function Legend({ hasLate }: { hasLate: boolean }) {
  return (
    <p className="heatmap-legend">
      {hasLate && (
        <span>
          <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <Hatches of="legend" />
            <Square count={1} late={1} hatch="legend" x={0} size={12} />
          </svg>
          Logged later
        </span>
      )}
      <span>
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
      </span>
    </p>
  )
}
