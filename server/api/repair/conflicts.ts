/** What merges with the remote have left to decide. */
import * as z from 'zod'
import type { FileConflict, FileConflictVersions } from '#domain/answers/repair-answers.ts'
import type { Call } from '../call.ts'
import { checkBody, storableText } from '../http/checked-fields.ts'
import { pathPart, replyData } from '../http/reply.ts'
import { replySaved } from '../http/reply-saved.ts'
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

export const listConflicts: Call = {
  tag: 'Repair',
  summary: 'What merges with the remote have left to decide',
  data: z.array(fileConflictSchema),
  async handle(_request, reply, { store }) {
    return replyData(reply, await store.conflicts())
  },
}

export const readConflict: Call = {
  tag: 'Repair',
  summary: 'Both texts of a conflict',
  params: idParams,
  data: versionsSchema,
  async handle(request, reply, { store }) {
    return replyData(reply, await store.conflict(pathPart(request, 'id')))
  },
}

export const resolveConflict: Call = {
  tag: 'Repair',
  summary: 'End a conflict in one commit: the text of the site stays, or becomes this one',
  params: idParams,
  body: resolveSchema,
  data: fileConflictSchema,
  meta: savedMetaSchema,
  async handle(request, reply, { store }) {
    const { text, revision, other_revision } = checkBody(resolveSchema, request.body)
    const choice = { text, site: revision, other: other_revision }
    return replySaved(reply, store.resolveConflict(pathPart(request, 'id'), choice))
  },
}
