/** The admin's calls on content files as texts, conflicts of merges, and displaced commits. */
import * as z from 'zod'
import { savedMetaSchema } from '#domain/answers/admin-answers.ts'
import { text } from '#domain/answers/parts.ts'
import { failureSchema } from '#domain/answers/public-answers.ts'
import {
  contentTextSchema,
  displacedSchema,
  displacedTextSchema,
  displacedWithTextsSchema,
  fileConflictSchema,
  fileConflictVersionsSchema,
  siteFileSchema,
} from '#domain/answers/repair-answers.ts'
import { flagInput, revisionField, storableText } from '../content/formats/input-fields.ts'
import * as displaced from '../content/history/displaced-content.ts'
import * as conflicts from '../content/writes/conflicts.ts'
import * as files from '../content/writes/text-files.ts'
import { commitParams, defineCall, idParams } from './call.ts'
import { baseRevision } from './check-input.ts'
import { savedAnswer } from './saved-answer.ts'

export const readFile = defineCall({
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
  summary: 'Save a content file as text; refused if the result is unreadable',
  body: z.object({
    path: z.string({ error: 'Say which file to save.' }),
    /** The store refuses an unreadable text, also an empty one. */
    text: storableText('text'),
    revision: revisionField.optional(),
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
  summary: 'The files of the site itself: settings, tags, about page, resource pages, own pages',
  data: z.array(siteFileSchema),
  handle: (_input, { store }) => ({ data: files.listSiteFiles(store) }),
})

export const listConflicts = defineCall({
  summary: 'Unresolved conflicts of merges with the remote',
  data: z.array(fileConflictSchema),
  handle: (_input, { store }) => ({ data: conflicts.listConflicts(store) }),
})

export const readConflict = defineCall({
  summary: 'Both texts of a conflict',
  params: idParams,
  data: fileConflictVersionsSchema,
  handle: ({ params }, { store }) => ({ data: conflicts.readConflict(store, params.id) }),
})

export const resolveConflict = defineCall({
  summary: 'Resolve a conflict in one commit: keep the text of the site or replace it',
  params: idParams,
  body: z.object({
    text: storableText('text').nullable().describe('Null keeps the text of the site'),
    revision: revisionField,
    other_revision: revisionField,
  }),
  data: fileConflictSchema,
  meta: savedMetaSchema,
  async handle({ params: { id }, body: { text, revision, other_revision } }, { store }) {
    const choice = { text, site: revision, other: other_revision }
    return savedAnswer(conflicts.resolveConflict(store, id, choice))
  },
})

export const readDisplaced = defineCall({
  summary: 'A displaced change, with the files as a restore would write them',
  params: commitParams,
  data: displacedWithTextsSchema,
  handle: async ({ params }, { store }) => ({
    data: await displaced.readDisplaced(store, params.commit),
  }),
})

export const restoreDisplaced = defineCall({
  summary: 'Restore a displaced change as a new commit',
  params: commitParams,
  body: z.object({
    whole: flagInput('Whole').optional().describe('Whatever has changed in the files since'),
  }),
  data: displacedSchema,
  meta: savedMetaSchema,
  conflict: failureSchema.extend({ files: z.array(displacedTextSchema) }),
  handle: ({ params, body }, { store }) =>
    savedAnswer(displaced.restoreDisplaced(store, params.commit, body.whole ?? false)),
})

export const discardDisplaced = defineCall({
  summary: 'Discard a displaced change or list it again; git keeps it',
  params: commitParams,
  body: z.object({ discarded: flagInput('Discarded') }),
  data: displacedSchema,
  handle: async ({ params, body }, { store }) => ({
    data: await displaced.discardDisplaced(store, params.commit, body.discarded),
  }),
})
