/** What merges with the remote have left to decide. */
import * as z from 'zod'
import type { FileConflict, FileConflictVersions } from '#domain/answers/repair-answers.ts'
import { call } from '../call.ts'
import { storableText } from '../fields.ts'
import { savedAnswer } from '../saved-answer.ts'
import { idParams, savedMetaSchema, text } from '../schemas.ts'
import { contentTextSchema } from './files.ts'

const fileConflictSchema = z.object({
  id: text.meta({ description: 'Of the draft that has the other text, or its blob' }),
  file: text,
  copy: text.nullable(),
}) satisfies z.ZodType<FileConflict>

const versionsSchema = fileConflictSchema.extend({
  site: contentTextSchema.nullable(),
  other: contentTextSchema,
  base: text.nullable(),
}) satisfies z.ZodType<FileConflictVersions>

const resolveSchema = z.object({
  text: storableText('text').nullable().meta({ description: 'Null keeps the text of the site' }),
  revision: z.string({ error: 'The revision must be text.' }).nullable(),
  other_revision: z.string({ error: 'The revision must be text.' }).nullable(),
})

export const listConflicts = call({
  tag: 'Repair',
  summary: 'What merges with the remote have left to decide',
  data: z.array(fileConflictSchema),
  handle: async (_input, { store }) => ({ data: await store.conflicts.list() }),
})

export const readConflict = call({
  tag: 'Repair',
  summary: 'Both texts of a conflict',
  params: idParams,
  data: versionsSchema,
  handle: async ({ params }, { store }) => ({ data: await store.conflicts.read(params.id) }),
})

export const resolveConflict = call({
  tag: 'Repair',
  summary: 'End a conflict in one commit: the text of the site stays, or becomes this one',
  params: idParams,
  body: resolveSchema,
  data: fileConflictSchema,
  meta: savedMetaSchema,
  async handle({ params: { id }, body: { text, revision, other_revision } }, { store }) {
    const choice = { text, site: revision, other: other_revision }
    return savedAnswer(store.conflicts.resolve(id, choice))
  },
})
