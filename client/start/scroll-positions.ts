/**
 * Where the visitor was: scroll positions, and how far lists were followed, kept for the length of
 * the tab's session so that a reload and a way back from another site end where they began. Browser
 * only.
 */

import { useShownParts } from '../state/shown-parts.ts'
import { comeBack, isReturn, keptScrolls, takeUpScrolls } from './history-entries.ts'

const PLACES_KEY = 'places'
const SCROLLS_MAX = 50

interface Places {
  scrolls: [key: string, top: number][]
  cursors: Readonly<Record<string, readonly string[]>>
}

/** Takes up what the document before this one kept, and keeps it for the next. */
export function followPlaces(): void {
  const { scrolls, cursors } = keptPlaces()
  takeUpScrolls(scrolls)
  if (isReturn()) {
    useShownParts.setState({ cursors })
    comeBack()
  }
  addEventListener('pagehide', () => {
    const places: Places = {
      scrolls: keptScrolls().slice(-SCROLLS_MAX),
      cursors: useShownParts.getState().cursors,
    }
    try {
      sessionStorage.setItem(PLACES_KEY, JSON.stringify(places))
    } catch {
      // Storage can be forbidden; a reload then begins at the top.
    }
  })
}

function keptPlaces(): Places {
  try {
    // Written above, by this build or one before it.
    const places = JSON.parse(sessionStorage.getItem(PLACES_KEY) ?? '{}') as Partial<Places>
    return { scrolls: places.scrolls ?? [], cursors: places.cursors ?? {} }
  } catch {
    return { scrolls: [], cursors: {} }
  }
}
