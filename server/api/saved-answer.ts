/** Answers of writes: the saved value, or the versions of a conflict. */
import type { Saved } from '../content/records.ts'
import { KeyReusedError, StaleError } from '../content/writes/record-writes.ts'
import { AppError, ConflictError } from '../errors.ts'
import type { CallAnswer } from './call.ts'

/**
 * @param answerOf converts a saved value to its answer
 * @throws ConflictError with `current` and `base` for a stale save; AppError 422 with `current` for
 *   a reused idempotency key; errors of the save
 */
export async function savedAnswer<Value>(
  save: Promise<Saved<Value>>,
  answerOf: (value: Value) => unknown = (value) => value,
): Promise<CallAnswer> {
  const { value, commit, merged } = await save.catch(async (error: unknown) => {
    // The versions of a refused save have the type of a saved value.
    throw await refusalOf(error, (record) => answerOf(record as Value))
  })
  return { data: await answerOf(value), meta: { commit, ...(merged && { merged }) } }
}

async function refusalOf(error: unknown, answerOf: (record: unknown) => unknown) {
  if (error instanceof StaleError) {
    const { message, current, base } = error
    const versionAnswer = (version: unknown) => (version === null ? null : answerOf(version))
    return new ConflictError(message, {
      current: await versionAnswer(current),
      base: await versionAnswer(base),
    })
  }
  if (error instanceof KeyReusedError) {
    const details = { current: await answerOf(error.current) }
    return new AppError(422, 'idempotency_key_reused', error.message, { details })
  }
  return error
}
