/** Keys within a group of controls that is one stop of the Tab key (a roving tabindex). */
import type { KeyboardEvent } from 'react'
import { pressedKey } from './on-key.ts'

/**
 * Moves the focus, and with it the Tab stop, from one of `controls` to another. Home and End lead
 * to the first and the last.
 * @param steps number of controls that a key moves the focus by
 */
export function moveFocus(
  event: KeyboardEvent,
  controls: readonly (HTMLElement | SVGElement)[],
  steps: Readonly<Record<string, number>>,
): void {
  // The cast: another target is not found.
  const from = controls.indexOf(event.target as HTMLElement)
  const key = pressedKey(event)
  const ends: Record<string, number> = { Home: 0, End: controls.length - 1 }
  const to = ends[key] ?? from + (steps[key] ?? Number.NaN)
  const next = controls[to]
  if (from < 0 || !next) return
  event.preventDefault()
  controls[from]?.setAttribute('tabindex', '-1')
  next.setAttribute('tabindex', '0')
  next.focus()
}
