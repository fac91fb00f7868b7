/** A save that came too late, with both texts for the person to choose from. */
import type { PostRecord, ProjectRecord } from '../../content/records.ts'
import { StaleRevisionError } from '../../content/writes/stale-revision-error.ts'
import { ConflictError } from '../../errors.ts'

/**
 * Waits for a save; a refused one becomes a 409 with the records `current` and `base` as the API
 * spells them.
 * @throws ConflictError, and whatever else the save throws
 */
export async function savedOrConflict<Result>(
  save: Promise<Result>,
  answerOf: (record: PostRecord | ProjectRecord) => unknown,
): Promise<Result> {
  try {
    return await save
  } catch (error) {
    if (!(error instanceof StaleRevisionError)) throw error
    const { current, base } = error
    throw new ConflictError(error.message, {
      current: await answerOf(current),
      base: base && (await answerOf(base)),
    })
  }
}
