/**
 * Client-side navigation by wouter; the browser restores scroll positions. This module records how
 * the current page was reached. Safe to import without a DOM.
 */
import type { AroundNavHandler } from 'wouter'
import { navigate as changeAddress } from 'wouter/use-browser-location'

/** A new document, a link, or Back/Forward. */
type NavigationKind = 'load' | 'push' | 'pop'

let lastKind: NavigationKind = 'load'

/** How the current page was reached. */
export const lastNavigation = (): NavigationKind => lastKind

/** Whether a pathname belongs to the panel. */
export const isAdminPath = (pathname: string) => /^\/admin(\/|$)/.test(pathname)

let isNewDay = () => false

/**
 * After midnight in the site's zone every navigation loads a new document, since countdowns and
 * streak depend on the day of the load. Browser only.
 */
export function reloadAfterMidnight(timeZone: string): void {
  const today = () => new Date().toLocaleDateString('sv', { timeZone })
  const dayOfLoad = today()
  isNewDay = () => today() !== dayOfLoad
}

/**
 * Records each navigation. A link to the current page scrolls to the top and replaces the history
 * entry. A link from the panel to another page loads a new document, which has the saved content.
 */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const leavesPanel = isAdminPath(location.pathname) && to.split('?')[0] !== location.pathname
  if (isNewDay() || leavesPanel) return location.assign(to)
  lastKind = 'push'
  const isHere = to === location.pathname + location.search + location.hash
  navigate(to, isHere ? { ...options, replace: true } : options)
  if (isHere) scrollTo({ top: 0 })
}

/** Goes to an address, as a `Link` does. Browser only. */
export const navigate = (to: string, options?: { replace?: boolean; state?: unknown }) =>
  aroundNav(changeAddress, to, options)

/**
 * State of a navigation to the same page that keeps scroll position and focus, such as that of a
 * filter's chip.
 */
export const IN_PLACE = 'in-place'

/** Records Back and Forward before the router renders the page. Browser only. */
export function trackPopState(): void {
  const onPopState = () => {
    lastKind = 'pop'
  }
  addEventListener('popstate', onPopState, { capture: true })
}

/** Decodes a part of an address; null if its percent-encoding is invalid, as in old links. */
export function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
