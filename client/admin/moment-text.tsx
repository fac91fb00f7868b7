/** An instant on its own wall clock: `Nov 20, 2026, 09:30`. */
import { formatShortDay } from '#domain/day.ts'

export function MomentText({ at }: { at: string }) {
  return (
    <time dateTime={at}>
      {formatShortDay(at.slice(0, 10))}, {at.slice(11, 16)}
    </time>
  )
}
