/** Displaced commits: acknowledged changes that are no longer on the branch. */
import * as z from 'zod'
import type { DisplacedText, DisplacedWithTexts } from '#domain/answers/repair-answers.ts'
import type { Call } from '../call.ts'
import { checkBody, flagField } from '../http/checked-fields.ts'
import { commitPart, replyData } from '../http/reply.ts'
import { replySaved } from '../http/reply-saved.ts'
import { commitParams, failureSchema, savedMetaSchema, text } from '../schemas.ts'

const displacedTextSchema = z.object({
  path: text,
  now: text.nullable(),
  wanted: text.nullable(),
  fits: z.boolean(),
  result: text.nullable(),
}) satisfies z.ZodType<DisplacedText>

const displacedSchema = z.object({
  commit: text,
  date: text,
  subject: text,
  files: z.array(text),
})

const displacedWithTextsSchema = displacedSchema.extend({
  texts: z.array(displacedTextSchema),
}) satisfies z.ZodType<DisplacedWithTexts>

const restoreSchema = z.object({
  whole: flagField('Whole').optional().meta({
    description: 'The files become as they were then, whatever changed since',
  }),
})

const discardSchema = z.object({ discarded: flagField('Discarded') })

export const readDisplaced: Call = {
  tag: 'Repair',
  summary: 'A displaced change, and what a restore would make of its files',
  params: commitParams,
  data: displacedWithTextsSchema,
  async handle(request, reply, { store }) {
    return replyData(reply, await store.displacedTexts(commitPart(request)))
  },
}

export const restoreDisplaced: Call = {
  tag: 'Repair',
  summary: 'Bring a displaced change back as a new commit',
  params: commitParams,
  body: restoreSchema,
  data: displacedSchema,
  meta: savedMetaSchema,
  conflict: failureSchema.extend({ files: z.array(displacedTextSchema) }),
  async handle(request, reply, { store }) {
    const { whole } = checkBody(restoreSchema, request.body)
    return replySaved(reply, store.restoreDisplaced(commitPart(request), whole ?? false))
  },
}

export const discardDisplaced: Call = {
  tag: 'Repair',
  summary: 'Take a displaced change off the list, or list it again; git keeps it',
  params: commitParams,
  body: discardSchema,
  data: displacedSchema,
  async handle(request, reply, { store }) {
    const { discarded } = checkBody(discardSchema, request.body)
    return replyData(reply, await store.discardDisplaced(commitPart(request), discarded))
  },
}
