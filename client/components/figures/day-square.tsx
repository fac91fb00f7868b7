/** A day of the heatmap: coloured by its posts, hatched if some were logged late, or on a break. */
import type { SVGProps } from 'react'
import { type HeatmapDay, heatmapLevel } from '#domain/days/heatmap.ts'

/** Two tones of hatching, for dark and for bright levels, with their colours. */
const TONES = { low: 'var(--strong)', high: 'var(--bg)' }
const HIGH_LEVEL = 3

/** The hatch patterns of a chart. @param idPrefix unique prefix of their ids on the page */
export function Hatches({ idPrefix }: { idPrefix: string }) {
  return (
    <defs>
      {Object.entries(TONES).map(([tone, color]) => (
        <pattern
          key={tone}
          id={`${idPrefix}-${tone}`}
          width="4"
          height="4"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect fill={color} width="1.5" height="4" />
        </pattern>
      ))}
    </defs>
  )
}

/** Number of posts, and of those logged late, and whether the day is on a break. */
export type DayPosts = Pick<HeatmapDay, 'count' | 'late' | 'break'>

interface SquareProps {
  /** Undefined for a day without posts that is on no break. */
  posts: DayPosts | undefined
  /** The `idPrefix` of its `Hatches`. */
  hatch: string
  x: number
  y?: number
  size: number
}

/** The square and its hatching. Other props go to the `rect`. */
export function Square(props: SquareProps & SVGProps<SVGRectElement>) {
  const { posts, hatch, size, x, y = 0, ...day } = props
  const { count = 0, late = 0, break: isBreak = false } = posts ?? {}
  const level = heatmapLevel(count)
  const box = { x, y, width: size, height: size, rx: 3 }
  return (
    <>
      <rect {...box} {...day} fill={`var(--heat-${level})`} />
      {(late > 0 || isBreak) && (
        <rect
          {...box}
          // The square below gets the events.
          pointerEvents="none"
          fillOpacity={late > 0 ? 0.7 : 0.35}
          // A break is hatched the other way.
          transform={late > 0 ? undefined : `rotate(90 ${x + size / 2} ${y + size / 2})`}
          fill={`url(#${hatch}-${level >= HIGH_LEVEL ? 'high' : 'low'})`}
        />
      )}
    </>
  )
}
