/** The admin's calls on displaced commits. */
import * as z from 'zod'
import { savedMetaSchema } from '#domain/answers/admin-answers.ts'
import { failureSchema } from '#domain/answers/public-answers.ts'
import {
  displacedSchema,
  displacedTextSchema,
  displacedWithTextsSchema,
} from '#domain/answers/repair-answers.ts'
import { flagInput } from '../../content/formats/input-fields.ts'
import * as displaced from '../../content/history/displaced-content.ts'
import { commitParams, defineCall } from '../call.ts'
import { savedAnswer } from '../saved-answer.ts'

export const readDisplaced = defineCall({
  tag: 'Repair',
  summary: 'A displaced change, with the files as a restore would write them',
  params: commitParams,
  data: displacedWithTextsSchema,
  handle: async ({ params }, { store }) => ({
    data: await displaced.readDisplaced(store, params.commit),
  }),
})

export const restoreDisplaced = defineCall({
  tag: 'Repair',
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
  tag: 'Repair',
  summary: 'Discard a displaced change or list it again; git keeps it',
  params: commitParams,
  body: z.object({ discarded: flagInput('Discarded') }),
  data: displacedSchema,
  handle: async ({ params, body }, { store }) => ({
    data: await displaced.discardDisplaced(store, params.commit, body.discarded),
  }),
})
