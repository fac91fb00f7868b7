/** The admin's calls on content files as texts. */
import * as z from 'zod'
import { savedMetaSchema } from '#domain/answers/admin-answers.ts'
import { text } from '#domain/answers/parts.ts'
import { failureSchema } from '#domain/answers/public-answers.ts'
import { contentTextSchema, siteFileSchema } from '#domain/answers/repair-answers.ts'
import { storableText } from '../../content/formats/input-fields.ts'
import * as files from '../../content/writes/text-files.ts'
import { defineCall } from '../call.ts'
import { baseRevision } from '../check-input.ts'
import { savedAnswer } from '../saved-answer.ts'

export const readFile = defineCall({
  tag: 'Repair',
  summary: 'A content file as text',
  query: z.object({
    path: z
      .string({ error: 'Say which file to read: ?path=about.md.' })
      .meta({ example: 'about.md' }),
  }),
  data: contentTextSchema,
  handle: ({ query }, { store }) => ({ data: files.readText(store, query.path) }),
})

export const saveFile = defineCall({
  tag: 'Repair',
  summary: 'Save a content file as text; refused if the result is unreadable',
  body: z.object({
    path: z.string({ error: 'Say which file to save.' }),
    /** The store refuses an unreadable text, also an empty one. */
    text: storableText('text'),
    revision: z.string({ error: 'The revision must be text.' }).nullish(),
  }),
  data: contentTextSchema,
  meta: savedMetaSchema,
  conflict: failureSchema.extend({ current: contentTextSchema.nullable(), base: text.nullable() }),
  async handle({ body: { path, text, revision }, request }, { store }) {
    const basedOn = baseRevision(request, revision)
    return savedAnswer(files.saveText(store, path, { text, basedOn }))
  },
})

export const listSiteFiles = defineCall({
  tag: 'Repair',
  summary: 'The files of the site itself: settings, tags, about page, resource pages, own pages',
  data: z.array(siteFileSchema),
  handle: (_input, { store }) => ({ data: files.listSiteFiles(store) }),
})
