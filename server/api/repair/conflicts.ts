/** The admin's calls on conflicts of merges with the remote. */
import * as z from 'zod'
import { savedMetaSchema } from '#domain/answers/admin-answers.ts'
import { fileConflictSchema, fileConflictVersionsSchema } from '#domain/answers/repair-answers.ts'
import { storableText } from '../../content/formats/input-fields.ts'
import * as conflicts from '../../content/writes/conflicts.ts'
import { defineCall, idParams } from '../call.ts'
import { savedAnswer } from '../saved-answer.ts'

const revision = z.string({ error: 'The revision must be text.' }).nullable()

export const listConflicts = defineCall({
  tag: 'Repair',
  summary: 'Unresolved conflicts of merges with the remote',
  data: z.array(fileConflictSchema),
  handle: (_input, { store }) => ({ data: conflicts.listConflicts(store) }),
})

export const readConflict = defineCall({
  tag: 'Repair',
  summary: 'Both texts of a conflict',
  params: idParams,
  data: fileConflictVersionsSchema,
  handle: ({ params }, { store }) => ({ data: conflicts.readConflict(store, params.id) }),
})

export const resolveConflict = defineCall({
  tag: 'Repair',
  summary: 'Resolve a conflict in one commit: keep the text of the site or replace it',
  params: idParams,
  body: z.object({
    text: storableText('text').nullable().describe('Null keeps the text of the site'),
    revision,
    other_revision: revision,
  }),
  data: fileConflictSchema,
  meta: savedMetaSchema,
  async handle({ params: { id }, body: { text, revision, other_revision } }, { store }) {
    const choice = { text, site: revision, other: other_revision }
    return savedAnswer(conflicts.resolveConflict(store, id, choice))
  },
})
