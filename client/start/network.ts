/**
 * While there is no network, a move that needs it waits on the page that shows; once the network is
 * back the move goes on, and what could not be loaded is asked for again. Browser only.
 */
import type { QueryStore } from '../data/query-store.ts'
import { addToast, dismissToast } from '../state/toasts.ts'

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

/** Follows the network from now on. */
export function followNetwork(queries: QueryStore): void {
  addEventListener('online', () => {
    queries.retryLost()
    const waiting = held
    drop()
    if (waiting?.from === location.href) waiting.move()
  })
}

function drop(): void {
  if (held) dismissToast(held.toast)
  held = null
}
