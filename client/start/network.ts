/**
 * While there is no network, a move that needs it waits on the page that shows; once the network is
 * back the move goes on, and what could not be loaded is asked for again. Browser only.
 */
import type { QueryStore } from '../data/query-store.ts'
import { addToast, dismissToast } from '../state/toasts.ts'

const ASK_EVERY_MS = 15_000

interface HeldMove {
  move: () => void
  /** The address it waits at; a visitor who is elsewhere then has given it up. */
  from: string
  toast: number
}

let held: HeldMove | null = null

/** Makes a move now, or as soon as there is a network; only the newest one waits. */
export function whenOnline(move: () => void): void {
  drop()
  if (navigator.onLine) {
    move()
    return
  }
  const toast = addToast({
    title: 'You are offline',
    description: 'The page opens when the network is back.',
    action: { label: 'Stay here', run: drop },
    isLasting: true,
  })
  held = { move, from: location.href, toast }
}

/**
 * Calls back when there may be a network again: browsers tell of their own connection alone, so
 * also when the page is looked at again, and every 15 s while it is. @returns the end of that
 */
export function whenBack(ask: () => void): () => void {
  const askIfSeen = () => {
    if (!document.hidden) ask()
  }
  addEventListener('online', ask)
  document.addEventListener('visibilitychange', askIfSeen)
  const timer = setInterval(askIfSeen, ASK_EVERY_MS)
  return () => {
    removeEventListener('online', ask)
    document.removeEventListener('visibilitychange', askIfSeen)
    clearInterval(timer)
  }
}

/** Follows the network from now on. */
export function followNetwork(queries: QueryStore): void {
  whenBack(() => queries.retryLost())
  addEventListener('online', () => {
    const waiting = held
    drop()
    if (waiting?.from === location.href) waiting.move()
  })
}

function drop(): void {
  if (held) dismissToast(held.toast)
  held = null
}
