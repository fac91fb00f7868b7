/**
 * The entries of this tab's history: each has a key, under which its scroll position is kept while
 * another page shows. All navigation goes through here. Safe to import without a DOM.
 */
import { navigate } from 'wouter/use-browser-location'

/** How the page that shows now was reached: a new document, a link, or Back and Forward. */
type RouteChangeKind = 'load' | 'push' | 'pop'

/** How long a page may take to grow to its scroll position, in milliseconds. */
const RESTORE_MS_MAX = 10_000

let routeChange: RouteChangeKind = 'load'
let entryKey = keyOfEntry()
let keysGiven = 0
const scrollOfEntry = new Map<string, number>()

/** How the page that shows now was reached. */
export function lastRouteChange(): RouteChangeKind {
  return routeChange
}

/** Whether this document came by a reload, or by Back and Forward. Browser only. */
export function isReturn(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate'
}

/** Goes to an address of this site; `replace` leaves no entry for Back. */
export function navigateTo(href: string, { replace = false } = {}): void {
  if (!replace) {
    noteScroll()
    entryKey = newKey()
  }
  routeChange = 'push'
  navigate(href, { replace, state: { key: entryKey } })
}

/** Back or Forward: the browser's entry has changed already, its page has not. */
export function onPopState(): void {
  noteScroll()
  routeChange = 'pop'
  entryKey = keyOfEntry()
}

/** Scroll positions by entry, for a document that comes after this one. */
export function scrollPositions(): [key: string, top: number][] {
  noteScroll()
  return [...scrollOfEntry]
}

/** Takes over the positions of an earlier document, and gives the first entry a key. */
export function takeOverScrollPositions(
  kept: readonly (readonly [key: string, top: number])[],
): void {
  for (const [key, top] of kept) scrollOfEntry.set(key, top)
  if (entryKey !== '') return
  entryKey = newKey()
  history.replaceState({ key: entryKey }, '')
}

/**
 * Scrolls to where this entry was left, as soon as the page is long enough: its lists may still be
 * loading. It stops when the visitor scrolls or types meanwhile.
 */
export function restoreScroll(): void {
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
  for (const input of ['wheel', 'pointerdown', 'keydown', 'popstate']) {
    addEventListener(input, () => listeners.abort(), { signal })
  }
  setTimeout(() => listeners.abort(), RESTORE_MS_MAX)
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

function noteScroll(): void {
  scrollOfEntry.set(entryKey, scrollY)
}
