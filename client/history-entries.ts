/**
 * The entries of this tab's history: each has a key, under which its scroll position is kept while
 * another page shows. Moves are made here. Safe to import without a DOM.
 */
import { navigate } from 'wouter/use-browser-location'

/** How the page that shows now was reached. */
export type Arrival = 'load' | 'push' | 'pop'

let arrival: Arrival = 'load'
let entryKey = keyOfEntry()
let keysGiven = 0
const scrollOfEntry = new Map<string, number>()

/** How the page that shows now was reached. */
export function lastArrival(): Arrival {
  return arrival
}

/** Where this history entry was scrolled to when it was left; 0 when it was not. */
export function keptScroll(): number {
  return scrollOfEntry.get(entryKey) ?? 0
}

/** Goes to an address of this site; `replace` leaves no entry for Back. */
export function moveTo(href: string, { replace = false } = {}): void {
  if (!replace) {
    keepScroll()
    keysGiven += 1
    entryKey = `${performance.timeOrigin}.${keysGiven}`
  }
  arrival = 'push'
  navigate(href, { replace, state: { key: entryKey } })
}

/** Back or Forward: the browser's entry has changed already, its page has not. */
export function arriveAtEntry(): void {
  keepScroll()
  arrival = 'pop'
  entryKey = keyOfEntry()
}

function keyOfEntry(): string {
  if (typeof history === 'undefined') return ''
  // `history.state` is whatever was pushed; ours has a key.
  return (history.state as { key?: string } | null)?.key ?? ''
}

function keepScroll(): void {
  scrollOfEntry.set(entryKey, scrollY)
}
