/**
 * A page left open past midnight in the site's zone: its countdowns and its streak are of yesterday.
 * Browser only.
 */
import { isAdminPath } from './page-table.ts'

const CHECK_MS = 60_000

/**
 * Loads the page again once it is seen on another day; what is being written is left alone.
 * @returns whether the day has changed since the page was loaded.
 */
export function followDay(timeZone: string): () => boolean {
  const dayOfLoad = dayIn(timeZone)
  const isNewDay = () => dayIn(timeZone) !== dayOfLoad && !isAdminPath(location.pathname)
  const check = () => {
    const isWriting = document.activeElement instanceof HTMLInputElement
    if (!document.hidden && navigator.onLine && !isWriting && isNewDay()) location.reload()
  }
  setInterval(check, CHECK_MS)
  document.addEventListener('visibilitychange', check)
  return isNewDay
}

/** The day by this computer's clock, to be compared with another one alone: clocks go wrong. */
function dayIn(timeZone: string): string {
  try {
    return new Date().toLocaleDateString('sv', { timeZone })
  } catch {
    // A zone that this browser does not know yet.
    return ''
  }
}
