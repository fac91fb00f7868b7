/** The one answer of a write: what it saved, or the versions for the person to choose from. */
import type { FastifyReply } from 'fastify'
import type { Saved } from '../../content/store.ts'
import { KeyReusedError } from '../../content/writes/made-once.ts'
import { StaleRevisionError, StaleTextError } from '../../content/writes/stale-errors.ts'
import { AppError, ConflictError } from '../../errors.ts'
import { replyData } from './reply.ts'

/**
 * Waits for a save and sends what it gave.
 * @param options `answerOf` spells it as the API does; it goes out as it is unless given
 * @throws ConflictError with `current` and `base` when the save came too late; AppError 422 with
 * `current` when the key of a create has made something else; what the save throws
 */
export async function replySaved<Value>(
  reply: FastifyReply,
  save: Promise<Saved<Value>>,
  options: { answerOf?: (value: Value) => unknown; statusCode?: number } = {},
): Promise<FastifyReply> {
  const { answerOf = (value) => value, ...status } = options
  const saved = await save.catch(async (error: unknown) => {
    // Only saves of posts and projects are refused with records, and their `answerOf` takes those.
    throw await refusalOf(error, (record) => answerOf(record as Value))
  })
  return replyData(reply, await answerOf(saved.value), { meta: savedMeta(saved), ...status })
}

/** What is said beside a write's data: its commit, and whether two changes were merged. */
function savedMeta({ commit, merged }: Saved<unknown>): { commit: string | null } {
  return merged ? { commit, ...{ merged } } : { commit }
}

async function refusalOf(error: unknown, answerOf: (record: unknown) => unknown) {
  if (error instanceof StaleRevisionError) {
    const { current, base } = error
    return new ConflictError(error.message, {
      current: await answerOf(current),
      base: base && (await answerOf(base)),
    })
  }
  if (error instanceof StaleTextError) {
    const { current, base } = error
    return new ConflictError(error.message, { current, base })
  }
  if (error instanceof KeyReusedError) {
    const details = { current: await answerOf(error.current) }
    return new AppError(422, 'idempotency_key_reused', error.message, { details })
  }
  return error
}
