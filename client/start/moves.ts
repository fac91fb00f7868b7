/**
 * Moves inside the site: wouter makes them, and the browser keeps the scroll positions. This says
 * how the present page was reached. Safe to import without a DOM.
 */
import type { AroundNavHandler } from 'wouter'

/** A new document, a link, or Back and Forward. */
type MoveKind = 'load' | 'push' | 'pop'

let lastKind: MoveKind = 'load'

/** How the page that shows now was reached. */
export const lastMove = (): MoveKind => lastKind

/** Whether a pathname is the admin's. */
export const isAdminPath = (pathname: string) => /^\/admin(\/|$)/.test(pathname)

let isNewDay = () => false

/**
 * Makes a new document of each move once the day of the site is another: countdowns and the streak
 * are of the day of the load. Browser only.
 */
export function followDay(timeZone: string): void {
  const today = () => new Date().toLocaleDateString('sv', { timeZone })
  const dayOfLoad = today()
  isNewDay = () => today() !== dayOfLoad
}

/**
 * Notes each move; a link to the page that shows leads to its top and adds no entry for Back. A link
 * of the panel opens a document, which has what was saved.
 */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  if (isNewDay() || isAdminPath(location.pathname)) return location.assign(to)
  lastKind = 'push'
  const isHere = to === location.pathname + location.search + location.hash
  navigate(to, isHere ? { ...options, replace: true } : options)
  if (isHere) scrollTo({ top: 0 })
}

/** Notes Back and Forward, before the router renders their page. Browser only. */
export function followHistory(): void {
  const onPopState = () => {
    lastKind = 'pop'
  }
  addEventListener('popstate', onPopState, { capture: true })
}

/** A part of an address; null where it is no valid percent-encoding, as in old links. */
export function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
