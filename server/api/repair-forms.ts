/** What the repairing calls take and send, as zod schemas. */
import * as z from 'zod'
import type {
  ContentText,
  FileConflict,
  FileConflictVersions,
  LostChange,
  LostText,
  SiteFile,
} from '#domain/answers/repair-answers.ts'
import { mondayOf } from '#domain/days/week.ts'
import { flagField, storableText } from './http/checked-fields.ts'

const problems = z.array(
  z.object({ file: z.string(), line: z.int().nullable(), reason: z.string() }),
)
const revision = z
  .string()
  .nullable()
  .meta({ description: 'Git blob id; null where there is no file' })
/** A file of nothing is refused elsewhere, where it cannot be read. */
const fileText = storableText('text')

export const saveFileForm = z.object({
  path: z.string({ error: 'Say which file to save.' }),
  text: fileText,
  revision: z.string({ error: 'The revision must be text.' }).nullish(),
  force: flagField('Force').optional(),
})

export const resolveForm = z.object({
  text: fileText.nullable().meta({ description: 'Null keeps the text of the site' }),
  revision: z.string({ error: 'The revision must be text.' }).nullable(),
  other_revision: z.string({ error: 'The revision must be text.' }).nullable(),
})

export const restoreForm = z.object({
  whole: flagField('Whole').optional().meta({
    description: 'The files become as they were then, whatever changed since',
  }),
})

export const discardForm = z.object({ discarded: flagField('Discarded') })

export const reviewForm = z.object({
  week: z
    .string({ error: 'The week must be text.' })
    .refine((week) => mondayOf(week) !== null, 'There is no such week; write it as 2026-W47.')
    .optional()
    .meta({ example: '2026-W47', description: 'Else the week that yesterday was in' }),
})

export const contentTextForm = z
  .object({ path: z.string(), text: z.string(), revision, problems })
  .meta({ id: 'ContentText' }) satisfies z.ZodType<ContentText>

export const siteFileForm = z.object({
  path: z.string(),
  is_there: z.boolean(),
  problems,
}) satisfies z.ZodType<SiteFile>

export const fileConflictForm = z.object({
  id: z.string().meta({ description: 'Of the draft that has the other text, or its blob' }),
  file: z.string(),
  copy: z.string().nullable(),
}) satisfies z.ZodType<FileConflict>

export const conflictVersionsForm = fileConflictForm.extend({
  site: contentTextForm.nullable(),
  other: contentTextForm,
  base: z.string().nullable(),
}) satisfies z.ZodType<FileConflictVersions>

export const lostTextForm = z.object({
  path: z.string(),
  now: z.string().nullable(),
  wanted: z.string().nullable(),
  fits: z.boolean(),
  result: z.string().nullable(),
}) satisfies z.ZodType<LostText>

export const displacedForm = z.object({
  commit: z.string(),
  date: z.string(),
  subject: z.string(),
  files: z.array(z.string()),
})

export const lostChangeForm = displacedForm.extend({
  texts: z.array(lostTextForm),
}) satisfies z.ZodType<LostChange>
