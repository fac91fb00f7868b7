/** Answers of writes: the saved value, or the versions of a conflict. */
import type { Saved } from '../content/records.ts'
import { VersionsError } from '../content/writes/record-writes.ts'
import { AppError } from '../errors.ts'
import type { CallAnswer } from './call.ts'

/**
 * @param answerOf converts a saved value to its answer
 * @throws AppError with `current`, and `base` of a stale save, for a refused one; errors of the save
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
  if (!(error instanceof VersionsError)) return error
  const { statusCode, code, message, versions } = error
  const details: Record<string, unknown> = {}
  for (const [name, version] of Object.entries(versions)) {
    details[name] = version === null ? null : await answerOf(version)
  }
  return new AppError(statusCode, code, message, { details })
}
