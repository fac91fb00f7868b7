/** Schemas of the repair answers: files as texts, conflicts, displaced commits. */
import * as z from 'zod'
import { commit, instant, text } from './parts.ts'

const problemSchema = z.object({
  file: text,
  line: z.int().nullable(),
  reason: text,
  warning: z.literal(true).exactOptional().describe('The file is in order'),
})
export const problemsSchema = z.array(problemSchema)

/** A content file as text. */
export const contentTextSchema = z
  .object({
    path: text,
    text: text.describe('With newlines as \\n'),
    revision: text.nullable().describe('Git blob id; null where there is no file'),
    problems: problemsSchema,
  })
  .meta({ id: 'ContentText' })
export type ContentText = z.infer<typeof contentTextSchema>

/** A file of the site itself, such as that of a page. */
export const siteFileSchema = z.object({
  path: text,
  is_there: z.boolean(),
  problems: problemsSchema,
})
export type SiteFile = z.infer<typeof siteFileSchema>

/** A conflict of a merge with the remote. */
export const fileConflictSchema = z.object({
  id: text,
  file: text,
  copy: text.describe('The other text, a file beside it; of a post a draft'),
})
export type FileConflict = z.infer<typeof fileConflictSchema>

export const fileConflictVersionsSchema = fileConflictSchema.extend({
  site: contentTextSchema,
  other: contentTextSchema,
})
export type FileConflictVersions = z.infer<typeof fileConflictVersionsSchema>

/** An acknowledged change that a rewrite of history took off the branch. */
export const displacedSchema = z.object({
  commit,
  date: instant,
  subject: text,
  files: z.array(text).readonly(),
})
export type Displaced = z.infer<typeof displacedSchema>

/** One file of a displaced commit; texts are null for a missing or binary file. */
export const displacedTextSchema = z.object({
  path: text,
  now: text.nullable(),
  wanted: text.nullable().describe('As the commit had it'),
  fits: z.boolean().describe('Whether it merges cleanly, into `result`'),
  result: text.nullable(),
})
export type DisplacedText = z.infer<typeof displacedTextSchema>

export const displacedWithTextsSchema = displacedSchema.extend({
  texts: z.array(displacedTextSchema).readonly(),
})
export type DisplacedWithTexts = z.infer<typeof displacedWithTextsSchema>
