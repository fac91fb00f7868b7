/**
 * A save that started from a version the file no longer has, and that does not fit together with
 * what changed since. Nothing was written.
 */
import type { PostRecord, ProjectRecord } from '../records.ts'

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
