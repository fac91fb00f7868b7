/** The record of what was promised and done, and the ledger of deadlines. */
import * as z from 'zod'
import { text } from '#domain/answers/parts.ts'
import {
  ledgerSchema,
  recordEntrySchema,
  recordMetaSchema,
} from '#domain/answers/public-answers.ts'
import { RECORD_KINDS } from '#domain/record/record-entry.ts'
import { sendQuery } from './answer-query.ts'
import type { Call } from './call.ts'
import { limitOption } from './schemas.ts'

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
  data: z.array(recordEntrySchema),
  meta: recordMetaSchema,
  send: sendQuery,
}
