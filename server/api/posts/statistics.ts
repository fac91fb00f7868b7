/** The streak and the heatmap. */
import * as z from 'zod'
import { text } from '#domain/answers/parts.ts'
import { heatmapDaySchema, streakSchema } from '#domain/answers/public-answers.ts'
import { sendQuery } from '../answer-query.ts'
import type { Call } from '../call.ts'

export const readStreak: Call = {
  tag: 'Posts',
  summary: 'The posting streak',
  data: streakSchema,
  send: sendQuery,
}

export const readHeatmap: Call = {
  tag: 'Posts',
  summary: 'How many essays and shorts each day has',
  query: z.object({ from: text.optional(), to: text.optional() }),
  data: z.array(heatmapDaySchema),
  send: sendQuery,
}
