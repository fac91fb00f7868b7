/** Making a starter site one's own, from the panel: its words, and the starter posts gone. */
import * as z from 'zod'
import type { OwnSite } from '#domain/answers/admin-answers.ts'
import { OWNER_FIELDS, type OwnerField } from '#domain/site.ts'
import { cleanLine } from '#domain/texts/control-characters.ts'
import type { OwnSite as StoredSite } from '../content/store.ts'
import { ownerFault } from '../content/writes/owner-words.ts'
import type { Call } from './call.ts'
import { checkBody, flagField, given, storableText } from './http/checked-fields.ts'
import { replyData } from './http/reply.ts'
import { replySaved } from './http/reply-saved.ts'
import { savedMetaSchema, text } from './schemas.ts'

const ownSiteSchema = z.object({
  name: text,
  title: text,
  brand: text,
  description: text,
  language: text,
  time_zone: text,
  is_starter: z.boolean().meta({ description: 'Words and posts are those of the program' }),
  is_in_program: z
    .boolean()
    .meta({ description: "Saves are commits in the program's own repository" }),
}) satisfies z.ZodType<OwnSite>

const wordsSchema = z.object(
  Object.fromEntries(OWNER_FIELDS.map((field) => [field, ownerField(field).optional()])) as Record<
    OwnerField,
    z.ZodOptional<ReturnType<typeof ownerField>>
  >, // one entry per field
)
const makeOwnSchema = wordsSchema.extend({ clear_starter: flagField('Clear starter').optional() })

function ownerField(field: OwnerField) {
  return storableText(field.replace('_', ' '))
    .overwrite(cleanLine)
    .superRefine((value, context) => {
      const fault = ownerFault(field, value)
      if (fault !== null) context.addIssue({ code: 'custom', message: fault })
    })
}

export const readOwnSite: Call = {
  tag: 'Site',
  summary: 'What a new owner may change, and whether nobody has yet',
  data: ownSiteSchema,
  async handle(_request, reply, { store }) {
    return replyData(reply, shown(store.ownSite()))
  },
}

export const makeOwnSite: Call = {
  tag: 'Site',
  summary: "Make the site one's own, in one commit",
  body: makeOwnSchema,
  data: ownSiteSchema,
  meta: savedMetaSchema,
  async handle(request, reply, { store }) {
    const { clear_starter = false, ...words } = checkBody(makeOwnSchema, request.body)
    return replySaved(reply, store.makeOwn(given(words), clear_starter), { answerOf: shown })
  },
}

const shown = ({ words, isStarter, isInProgram }: StoredSite): OwnSite => ({
  ...words,
  is_starter: isStarter,
  is_in_program: isInProgram,
})
