/** A save that began from a revision which is no longer the file's, and does not merge with it. */
import type { PostRecord, ProjectRecord } from './records.ts'

export class StaleRevisionError extends Error {
  readonly current: PostRecord | ProjectRecord
  readonly base: PostRecord | ProjectRecord | null

  constructor(current: PostRecord | ProjectRecord, base: PostRecord | ProjectRecord | null) {
    super('The file has changed since you began to edit it.')
    this.current = current
    this.base = base
  }
}
