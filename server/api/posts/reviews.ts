/** The review of a week, as a draft. */
import * as z from 'zod'
import { mondayOf } from '#domain/days/week.ts'
import type { Call } from '../call.ts'
import { checkBody } from '../http/checked-fields.ts'
import { replyData } from '../http/reply.ts'
import { savedMeta } from '../http/reply-saved.ts'
import { savedMetaSchema } from '../schemas.ts'
import { answerOf } from './post-calls.ts'
import { postSchema } from './post-schemas.ts'

const reviewSchema = z.object({
  week: z
    .string({ error: 'The week must be text.' })
    .refine((week) => mondayOf(week) !== null, 'There is no such week; write it as 2026-W47.')
    .optional()
    .meta({ example: '2026-W47', description: 'Else the week that yesterday was in' }),
})

export const createReview: Call = {
  tag: 'Repair',
  summary: 'Draft the review of a week; 200 with the one that is there already',
  body: reviewSchema,
  statusCode: 201,
  data: postSchema,
  meta: savedMetaSchema.extend({ existing: z.boolean().optional() }),
  async handle(request, reply, { store }) {
    const { week } = checkBody(reviewSchema, request.body)
    const saved = await store.createReview(week ?? null)
    const meta = { ...savedMeta(saved), ...(saved.exists && { existing: true }) }
    const more = { meta, statusCode: saved.exists ? 200 : 201 }
    return replyData(reply, await answerOf(saved.value, store), more)
  },
}
