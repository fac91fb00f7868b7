/** A day as a square in the colour of its posts, hatched where posts were logged later. */
import type { SVGProps } from 'react'
import { type HeatmapDay, heatmapLevel } from '#domain/days/heatmap.ts'

/** Lines in two tones, so that they show on the dark and on the bright levels. */
const TONES = ['low', 'high'] as const
/** From this level on a square is bright. */
const HIGH_LEVEL = 3

/** The patterns of one chart; `of` tells them from those of the page's other charts. */
export function Hatches({ of }: { of: string }) {
  return (
    <defs>
      {TONES.map((tone) => (
        <pattern
          key={tone}
          id={`${of}-${tone}`}
          width="4"
          height="4"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect className={`hatch-${tone}`} width="1.5" height="4" />
        </pattern>
      ))}
    </defs>
  )
}

interface SquareProps {
  /** Its posts, and those of them that were logged later; undefined where there are none. */
  posts: Pick<HeatmapDay, 'count' | 'late'> | undefined
  /** Whose `Hatches` it uses. */
  hatch: string
  x: number
  y?: number
  size: number
}

/** The square and the lines on it; `day` takes what makes a chart's day of it. */
export function Square(props: SquareProps & SVGProps<SVGRectElement>) {
  const { posts, hatch, size, x, y = 0, ...day } = props
  const { count = 0, late = 0 } = posts ?? {}
  const level = heatmapLevel(count)
  const box = { x, y, width: size, height: size, rx: 3 }
  return (
    <>
      <rect {...box} {...day} className={`${day.className ?? ''} heat-${level}`} />
      {late > 0 && (
        <rect
          {...box}
          className="hatch"
          fill={`url(#${hatch}-${TONES[level >= HIGH_LEVEL ? 1 : 0]})`}
        />
      )}
    </>
  )
}
