/** The record of what was promised and done, and the ledger of deadlines. */
import * as z from 'zod'
import type { RecordMeta } from '#domain/answers/public-answers.ts'
import type { Ledger, LedgerGroup } from '#domain/record/ledger.ts'
import { RECORD_KINDS, type RecordEntry } from '#domain/record/record-entry.ts'
import { sendQuery } from './answer-query.ts'
import type { Call } from './call.ts'
import { commit, count, day, limitOption, text } from './schemas.ts'

const groups = <Value extends z.ZodType>(value: Value) =>
  z.object({
    kept_first: value,
    kept_moved: value,
    missed: value,
    given_up: value,
    open: value,
  } satisfies Record<LedgerGroup, Value>)

const ledgerSchema = groups(count)
  .extend({
    slip_days_mean: z.number().nullable().meta({ description: 'Of the projects that moved' }),
    slip_days_max: count,
    projects: groups(z.array(text)).meta({
      description: 'Ids; those of deleted projects are among them',
    }),
  })
  .meta({ id: 'Ledger' }) satisfies z.ZodType<Ledger>

const entrySchema = z
  .object({
    kind: z.enum(RECORD_KINDS),
    day,
    title: text,
    id: text.meta({ description: 'Of the post, for `posted`; else of the project' }),
    commit: commit.nullable(),
    from: day.nullable(),
    to: day.nullable().meta({ description: 'The due date that was promised' }),
    reason: text.nullable(),
    days_late: count.nullable(),
  })
  .meta({
    id: 'RecordEntry',
    description: 'What does not apply is null.',
  }) satisfies z.ZodType<RecordEntry>

export const readLedger: Call = {
  tag: 'Projects',
  summary: 'What became of the deadlines; null until the history is read',
  data: ledgerSchema.nullable(),
  send: sendQuery,
}

export const readRecord: Call = {
  tag: 'Site',
  summary:
    'What was promised and done, newest first; 503 with `history_pending` until the history is read',
  query: z.object({
    limit: limitOption.meta({ description: '1 to 100, else 100' }),
    cursor: text.optional().meta({ description: '`next_cursor` of another answer' }),
    kind: z
      .array(text)
      .optional()
      .meta({ description: `Any of ${RECORD_KINDS.join(', ')}` }),
  }),
  data: z.array(entrySchema),
  meta: z.object({
    next_cursor: text.nullable(),
    total: count.meta({ description: 'Entries of these kinds' }),
  }) satisfies z.ZodType<RecordMeta>,
  send: sendQuery,
}
