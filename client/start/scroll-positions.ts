/**
 * Scroll positions, and how far lists were followed, kept for the tab's session: a reload and the way
 * back from another site end where they began. Browser only.
 */

import { useShownParts } from '../state/shown-parts.ts'
import {
  isReturn,
  restoreScroll,
  scrollPositions,
  takeOverScrollPositions,
} from './history-entries.ts'

const POSITIONS_KEY = 'places'
const SCROLLS_MAX = 50

interface StoredPositions {
  scrolls: [key: string, top: number][]
  cursors: Readonly<Record<string, readonly string[]>>
}

/** Takes over what the document before this one stored, and stores it for the next. */
export function keepScrollPositions(): void {
  const { scrolls, cursors } = storedPositions()
  takeOverScrollPositions(scrolls)
  if (isReturn()) {
    useShownParts.setState({ cursors })
    restoreScroll()
  }
  addEventListener('pagehide', () => {
    const positions: StoredPositions = {
      scrolls: scrollPositions().slice(-SCROLLS_MAX),
      cursors: useShownParts.getState().cursors,
    }
    try {
      sessionStorage.setItem(POSITIONS_KEY, JSON.stringify(positions))
    } catch {
      // Storage can be forbidden; a reload then begins at the top.
    }
  })
}

function storedPositions(): StoredPositions {
  try {
    // Written above, by this build or one before it.
    const positions = JSON.parse(
      sessionStorage.getItem(POSITIONS_KEY) ?? '{}',
    ) as Partial<StoredPositions>
    return { scrolls: positions.scrolls ?? [], cursors: positions.cursors ?? {} }
  } catch {
    return { scrolls: [], cursors: {} }
  }
}
