/** Answers of writes: the saved value, or the versions of a conflict. */
import type { Saved } from '../content/records.ts'
import { StaleError } from '../content/writes/record-writes.ts'
import { ConflictError } from '../errors.ts'
import type { CallAnswer } from './call.ts'

/** @throws ConflictError with `current` and `base` for a stale save; errors of the save */
export async function savedAnswer<Value>(
  save: Promise<Saved<Value>>,
  answerOf: (value: Value) => unknown = (value) => value,
): Promise<CallAnswer> {
  const { value, commit, merged } = await save.catch(async (error: unknown) => {
    if (!(error instanceof StaleError)) throw error
    // The versions have the type of a saved value.
    const shown = async (version: unknown) => version && answerOf(version as Value)
    const { current, base } = error.versions
    throw new ConflictError(error.message, {
      current: await shown(current),
      base: await shown(base),
    })
  })
  return { data: await answerOf(value), meta: { commit, ...(merged && { merged }) } }
}
