/** Saves that started from a version the file no longer has. Nothing was written. */
import type { PostRecord, ProjectRecord } from '../records.ts'
import type { ContentText } from '../store.ts'

/** Of a post or project, and it does not fit together with what changed since. */
export class StaleRevisionError<
  T extends PostRecord | ProjectRecord = PostRecord | ProjectRecord,
> extends Error {
  readonly current: T
  /** The version the save started from; null when git does not know it. */
  readonly base: T | null

  constructor(current: T, base: T | null) {
    super('This was changed by someone else in the meantime. Nothing was overwritten.')
    this.name = 'StaleRevisionError'
    this.current = current
    this.base = base
  }
}

/** Of a content file as text, and it does not fit with the new one. */
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
