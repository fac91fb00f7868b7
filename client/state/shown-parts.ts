/** How far 'Load more' was followed on each list, so that Back finds the list as it was left. */
import { create } from 'zustand'

interface ShownParts {
  /** Cursors of the further parts shown, by the list's address. */
  cursors: Readonly<Record<string, readonly string[]>>
}

export const useShownParts = create<ShownParts>(() => ({ cursors: {} }))

/** Adds the part after `cursor` to a list. */
export function showPart(address: string, cursor: string): void {
  useShownParts.setState(({ cursors }) => ({
    cursors: { ...cursors, [address]: [...(cursors[address] ?? []), cursor] },
  }))
}
