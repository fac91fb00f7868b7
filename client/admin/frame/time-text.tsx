/** An instant on its own wall clock: `Nov 20, 2026, 09:30`. */
import { formatShortDay } from '#domain/days/day.ts'

export function MomentText({ at }: { at: string }) {
  return (
    <time dateTime={at}>
      {formatShortDay(at.slice(0, 10))}, {at.slice(11, 16)}
    </time>
  )
}

/** A moment, in milliseconds since 1970, on this browser's clock: `Nov 20, 2026, 09:30`. */
export function momentWords(milliseconds: number): string {
  const [day = '', time = ''] = new Date(milliseconds).toLocaleString('sv-SE').split(' ')
  return `${formatShortDay(day)}, ${time.slice(0, 5)}`
}
