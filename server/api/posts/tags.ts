/** The admin's calls on tags. */
import * as z from 'zod'
import { savedMetaSchema, tagChangeSchema, tagUseSchema } from '#domain/answers/admin-answers.ts'
import { tagField } from '../../content/formats/input-fields.ts'
import * as tags from '../../content/writes/tag-writes.ts'
import { defineCall } from '../call.ts'
import { savedAnswer } from '../saved-answer.ts'

export const resetTags = defineCall({
  summary: 'Reset the listed tags to the default tags',
  data: z.object({ count: z.int() }),
  meta: savedMetaSchema,
  handle: (_input, { store }) => savedAnswer(tags.resetTags(store), (count) => ({ count })),
})

export const listTagUses = defineCall({
  summary: 'Every tag, with the number of posts and projects that use it, drafts included',
  data: z.array(tagUseSchema),
  handle: (_input, { store }) => ({ data: tags.listTagUses(store) }),
})

export const renameTag = defineCall({
  summary: 'Rename a tag in every file at once',
  body: z.object({
    name: tagField,
    to: tagField.describe('Its new name; that of another tag merges the two'),
  }),
  data: tagChangeSchema,
  meta: savedMetaSchema,
  handle: ({ body }, { store }) => savedAnswer(tags.renameTag(store, body)),
})
