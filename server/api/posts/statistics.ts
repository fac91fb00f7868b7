/** The streak and the heatmap. */
import * as z from 'zod'
import type { HeatmapDay } from '#domain/days/heatmap.ts'
import type { Streak } from '#domain/days/streak.ts'
import { sendQuery } from '../answer-query.ts'
import type { Call } from '../call.ts'
import { count, day, text } from '../schemas.ts'

const streakSchema = z
  .object({
    current_streak: count,
    longest_streak: count,
    this_week: count,
    this_month: count,
    total_posts: count,
    failure_days: count,
    posted_today: z.boolean(),
    today: day,
    time_zone: text,
  })
  .meta({ id: 'Streak' }) satisfies z.ZodType<Streak>

const heatmapDaySchema = z.object({
  date: day,
  count,
  ids: z.array(text),
}) satisfies z.ZodType<HeatmapDay>

export const readStreak: Call = {
  tag: 'Posts',
  summary: 'The posting streak',
  data: streakSchema,
  handle: sendQuery,
}

export const readHeatmap: Call = {
  tag: 'Posts',
  summary: 'How many essays and shorts each day has',
  query: z.object({ from: text.optional(), to: text.optional() }),
  data: z.array(heatmapDaySchema),
  handle: sendQuery,
}
