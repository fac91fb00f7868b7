/**
 * The entries of this tab's history: each has a key, under which its scroll position is kept while
 * another page shows. Moves are made here. Safe to import without a DOM.
 */
import { navigate } from 'wouter/use-browser-location'

/** How the page that shows now was reached. */
type Arrival = 'load' | 'push' | 'pop'

/** How long a page may take to grow to where it was left. */
const COME_BACK_MS_MAX = 10_000

let arrival: Arrival = 'load'
let entryKey = keyOfEntry()
let keysGiven = 0
const scrollOfEntry = new Map<string, number>()

/** How the page that shows now was reached. */
export function lastArrival(): Arrival {
  return arrival
}

/** Whether this document came by a reload, or by Back and Forward. Browser only. */
export function isReturn(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate'
}

/** Goes to an address of this site; `replace` leaves no entry for Back. */
export function moveTo(href: string, { replace = false } = {}): void {
  if (!replace) {
    keepScroll()
    entryKey = newKey()
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

/** Scroll positions by entry, for a document that comes after this one. */
export function keptScrolls(): [key: string, top: number][] {
  keepScroll()
  return [...scrollOfEntry]
}

/** Takes over what an earlier document kept, and gives the first entry a key. */
export function takeUpScrolls(kept: readonly (readonly [key: string, top: number])[]): void {
  for (const [key, top] of kept) scrollOfEntry.set(key, top)
  if (entryKey !== '') return
  entryKey = newKey()
  history.replaceState({ key: entryKey }, '')
}

/**
 * Scrolls to where this entry was left, as soon as the page is long enough: its lists may still be
 * loading. A hand that scrolls meanwhile has its way.
 */
export function comeBack(): void {
  const top = scrollOfEntry.get(entryKey) ?? 0
  const listeners = new AbortController()
  const { signal } = listeners
  const tryNow = () => {
    if (document.documentElement.scrollHeight - innerHeight < top) return
    scrollTo({ top, behavior: 'instant' })
    listeners.abort()
  }
  const growth = new ResizeObserver(tryNow)
  signal.addEventListener('abort', () => growth.disconnect())
  for (const hand of ['wheel', 'pointerdown', 'keydown', 'popstate']) {
    addEventListener(hand, () => listeners.abort(), { signal })
  }
  setTimeout(() => listeners.abort(), COME_BACK_MS_MAX)
  scrollTo({ top, behavior: 'instant' })
  growth.observe(document.body)
}

function newKey(): string {
  keysGiven += 1
  return `${performance.timeOrigin}.${keysGiven}`
}

function keyOfEntry(): string {
  if (typeof history === 'undefined') return ''
  // `history.state` is whatever was pushed; ours has a key.
  return (history.state as { key?: string } | null)?.key ?? ''
}

function keepScroll(): void {
  scrollOfEntry.set(entryKey, scrollY)
}
