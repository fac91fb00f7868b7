/**
 * Which files the author's sparse checkout leaves out of the work tree: they are in HEAD and in the
 * index, and their absence is no deletion.
 */
import { dirname } from 'node:path'

export interface SparseCheckout {
  /** Paths from the top of the work tree. */
  leftOut: ReadonlySet<string>
  /** Whether the file is left out or, where there is none yet, would be. */
  isOutside(path: string): boolean
}

export const WHOLE_CHECKOUT: SparseCheckout = { leftOut: new Set(), isOutside: () => false }

/**
 * What the entries of an index say. The patterns themselves are git's to read: a new file is outside
 * when the nearest folder that has files has none of them in the work tree.
 */
export function sparseCheckout(
  entries: Iterable<[path: string, isLeftOut: boolean]>,
): SparseCheckout {
  const leftOut = new Set<string>()
  /** Folders with files below, and whether one of these is in the work tree. */
  const folders = new Map<string, boolean>()
  for (const [path, isLeftOut] of entries) {
    if (isLeftOut) leftOut.add(path)
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      folders.set(folder, folders.get(folder) === true || !isLeftOut)
    }
  }
  if (leftOut.size === 0) return WHOLE_CHECKOUT
  return {
    leftOut,
    isOutside(path) {
      if (leftOut.has(path)) return true
      for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
        const isInside = folders.get(folder)
        if (isInside !== undefined) return !isInside
      }
      return false
    },
  }
}
