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
    counted_days: count.meta({ description: 'Of the last 14 days, those with a post' }),
    on_time_days: count.exactOptional().meta({
      description:
        'Those of them with a post that was logged on time; absent while the history is not read',
    }),
    today: day,
    time_zone: text,
  })
  .meta({ id: 'Streak' }) satisfies z.ZodType<Streak>

const heatmapDaySchema = z.object({
  date: day,
  count,
  ids: z.array(text),
  late: count.exactOptional().meta({
    description: 'Posts of the day that were logged later; absent while the history is not read',
  }),
  days_late: count.exactOptional().meta({
    description: 'Days until the latest of them was logged; absent without any',
  }),
}) satisfies z.ZodType<HeatmapDay>

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
