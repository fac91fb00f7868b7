/** The one answer of a write: what it saved, or the versions for the person to choose from. */
import type { Saved } from '../content/records.ts'
import { KeyReusedError, StaleError } from '../content/writes/record-writes.ts'
import { AppError, ConflictError } from '../errors.ts'
import type { CallAnswer } from './call.ts'

/**
 * Waits for a save and answers what it gave.
 * @param answerOf spells it as the API does
 * @throws ConflictError with `current` and `base` when the save came too late; AppError 422 with
 *   `current` when the key of a create has made something else; what the save throws
 */
export async function savedAnswer<Value>(
  save: Promise<Saved<Value>>,
  answerOf: (value: Value) => unknown = (value) => value,
): Promise<CallAnswer> {
  const { value, commit, merged } = await save.catch(async (error: unknown) => {
    // A refused save has the same kind of value as one that is made.
    throw await refusalOf(error, (record) => answerOf(record as Value))
  })
  return { data: await answerOf(value), meta: { commit, ...(merged && { merged }) } }
}

async function refusalOf(error: unknown, answerOf: (record: unknown) => unknown) {
  if (error instanceof StaleError) {
    const { message, current, base } = error
    const shown = (version: unknown) => (version === null ? null : answerOf(version))
    return new ConflictError(message, { current: await shown(current), base: await shown(base) })
  }
  if (error instanceof KeyReusedError) {
    const details = { current: await answerOf(error.current) }
    return new AppError(422, 'idempotency_key_reused', error.message, { details })
  }
  return error
}
