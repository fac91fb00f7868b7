/** Refusals that come with the versions for the person to choose from or to go on with. */
import type { PostRecord, ProjectRecord } from '../../content/records.ts'
import { KeyReusedError } from '../../content/writes/made-once.ts'
import { StaleRevisionError } from '../../content/writes/stale-errors.ts'
import { AppError, ConflictError } from '../../errors.ts'

/**
 * Waits for a save; one that came too late becomes a 409 with the records `current` and `base` as
 * the API spells them.
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

/**
 * Waits for a create; one whose key has made something else becomes a 422 with that as `current`.
 * @throws AppError 422, and whatever else the create throws
 */
export async function createdOrReused<Result>(
  create: Promise<Result>,
  answerOf: (record: PostRecord | ProjectRecord) => unknown,
): Promise<Result> {
  try {
    return await create
  } catch (error) {
    if (!(error instanceof KeyReusedError)) throw error
    const details = { current: await answerOf(error.current) }
    throw new AppError(422, 'idempotency_key_reused', error.message, { details })
  }
}
