/** The admin's calls on tags. */
import * as z from 'zod'
import { savedMetaSchema, tagChangeSchema, tagUseSchema } from '#domain/answers/admin-answers.ts'
import { tagField } from '../../content/formats/input-fields.ts'
import { defineCall } from '../call.ts'
import { savedAnswer } from '../saved-answer.ts'

export const resetTags = defineCall({
  tag: 'Posts',
  summary: 'Reset the listed tags to the default tags',
  data: z.object({ count: z.int() }),
  meta: savedMetaSchema,
  handle: (_input, { store }) => savedAnswer(store.tags.reset(), (count) => ({ count })),
})

export const listTagUses = defineCall({
  tag: 'Posts',
  summary: 'Every tag, with the number of posts and projects that use it, drafts included',
  data: z.array(tagUseSchema),
  handle: (_input, { store }) => ({ data: store.tags.uses() }),
})

export const renameTag = defineCall({
  tag: 'Posts',
  summary: 'Rename a tag in every file at once',
  body: z.object({
    name: tagField,
    to: tagField.describe('Its new name; that of another tag merges the two'),
  }),
  data: tagChangeSchema,
  meta: savedMetaSchema,
  handle: ({ body }, { store }) => savedAnswer(store.tags.rename(body)),
})
