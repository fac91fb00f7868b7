/** The tags: all of them, and the listed ones as they were at first. */
import * as z from 'zod'
import { savedMetaSchema, tagChangeSchema, tagUseSchema } from '#domain/answers/admin-answers.ts'
import { countedTagSchema } from '#domain/answers/public-answers.ts'
import { TAG_COLORS } from '#domain/tag.ts'
import { ValidationError } from '../../errors.ts'
import { sendQuery } from '../answer-query.ts'
import { type Call, call } from '../call.ts'
import { given } from '../check-input.ts'
import { tagField } from '../fields.ts'
import { savedAnswer } from '../saved-answer.ts'

export const listTags: Call = {
  tag: 'Posts',
  summary: 'Every tag, with its count',
  data: z.array(countedTagSchema),
  send: sendQuery,
}

export const resetTags = call({
  tag: 'Posts',
  summary: 'Make the listed tags the default ones',
  data: z.object({ count: z.int() }),
  meta: savedMetaSchema,
  handle: (_input, { store }) => savedAnswer(store.tags.reset(), (count) => ({ count })),
})

const tagPatchSchema = z.object({
  name: tagField,
  to: tagField.optional().meta({ description: 'Its new name; that of another tag merges the two' }),
  color: z
    .enum(TAG_COLORS, { error: `The color must be one of ${TAG_COLORS.join(', ')}.` })
    .optional(),
})

export const listTagUses = call({
  tag: 'Posts',
  summary: 'Every tag, with the number of posts and projects that have it, drafts too',
  data: z.array(tagUseSchema),
  handle: (_input, { store }) => ({ data: store.tags.uses() }),
})

export const changeTag = call({
  tag: 'Posts',
  summary: 'Rename a tag, merge it into another or give it a color, in every file at once',
  body: tagPatchSchema,
  data: tagChangeSchema,
  meta: savedMetaSchema,
  async handle({ body: { name, to, color } }, { store }) {
    if (to === undefined && color === undefined) {
      throw new ValidationError({ to: 'Enter a name or choose a color.' })
    }
    return savedAnswer(store.tags.change({ name, ...given({ to, color }) }))
  },
})
