/** An instant on the clock of the site: `Nov 20, 2026, 09:30`. */
import { formatShortDay } from '#domain/days/day.ts'
import { formatInstant } from '#domain/days/zone.ts'
import { useApp } from '../../app-context.ts'

interface MomentTextProps {
  /** ISO 8601, or milliseconds since 1970. */
  at: string | number
}

export function MomentText({ at }: MomentTextProps) {
  const { site } = useApp()
  const instant = new Date(at)
  const clock = formatInstant(instant.getTime(), site.time_zone)
  return (
    <time dateTime={instant.toISOString()} title={`${site.time_zone} time`}>
      {formatShortDay(clock.slice(0, 10))}, {clock.slice(11, 16)}
    </time>
  )
}
