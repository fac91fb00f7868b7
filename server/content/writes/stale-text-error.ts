/** A text that was edited from a version the file no longer has, and does not fit with the new one. */
import type { ContentText } from '../store.ts'

export class StaleTextError extends Error {
  /** Null when the file is gone. */
  readonly current: ContentText | null
  /** The text that the edit began from; null when git does not know it. */
  readonly base: string | null

  constructor(current: ContentText | null, base: string | null) {
    super('This file was changed by someone else in the meantime. Nothing was overwritten.')
    this.name = 'StaleTextError'
    this.current = current
    this.base = base
  }
}
