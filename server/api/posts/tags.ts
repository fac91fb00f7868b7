/** The tags: all of them, and the listed ones as they were at first. */
import * as z from 'zod'
import { sendQuery } from '../answer-query.ts'
import type { Call } from '../call.ts'
import { replyData, savedMeta } from '../http/reply.ts'
import { savedMetaSchema } from '../schemas.ts'
import { countedTagSchema } from './post-schemas.ts'

export const listTags: Call = {
  tag: 'Posts',
  summary: 'Every tag, with its count',
  data: z.array(countedTagSchema),
  handle: sendQuery,
}

export const resetTags: Call = {
  tag: 'Posts',
  summary: 'Make the listed tags the default ones',
  data: z.object({ count: z.int() }),
  meta: savedMetaSchema,
  async handle(_request, reply, { store }) {
    const saved = await store.resetTags()
    return replyData(reply, { count: saved.value }, { meta: savedMeta(saved) })
  },
}
