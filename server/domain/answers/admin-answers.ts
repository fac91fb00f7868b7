/** Schemas and types of the admin's answers. */
import * as z from 'zod'
import { color, commit, count, day, instant, text } from './parts.ts'
import { postSchema } from './public-answers.ts'
import { displacedSchema, problemsSchema } from './repair-answers.ts'

/** `meta` of a write's answer. */
export const savedMetaSchema = z.object({
  commit: commit.nullable().describe('40 hex digits; null where nothing changed'),
  merged: z.boolean().exactOptional().describe('With a newer version of the file'),
})
export type SavedMeta = z.infer<typeof savedMetaSchema>

export const historyEntrySchema = z.object({
  commit,
  author: text,
  date: instant,
  subject: text,
  files: z.array(text).describe('Paths inside the content folder'),
})
export type HistoryEntry = z.infer<typeof historyEntrySchema>

export const deletedPostSchema = postSchema.extend({
  commit: commit.describe('The commit that deleted it'),
  deleted_at: instant,
})
export type DeletedPost = z.infer<typeof deletedPostSchema>

export const tagUseSchema = z.object({
  name: text,
  color,
  is_listed: z.boolean().describe('Whether tags.yaml has it'),
  files: count.describe('Posts and projects that use it, drafts included'),
})
export type TagUse = z.infer<typeof tagUseSchema>

export const tagChangeSchema = z.object({
  name: text.describe('The new name'),
  files: count.describe('Files that were changed'),
  left_out: z.array(text).readonly().describe('Unreadable files with the tag, left unchanged'),
})
export type TagChange = z.infer<typeof tagChangeSchema>

const syncSchema = z.object({
  remote: text.nullable().describe('Without credentials'),
  state: z
    .enum(['off', 'starting', 'ok', 'waiting', 'failing'])
    .describe('waiting: for something in this repository; failing: at the remote'),
  ahead: count.describe('Commits not pushed'),
  behind: count.describe('Commits fetched and not merged'),
  last_pull: instant.nullable(),
  last_push: instant.nullable(),
  error: text.nullable(),
  files: z.array(text).readonly().describe('Edited here and changed by the remote'),
})

export type SyncState = z.infer<typeof syncSchema>

const receiverSchema = z.object({
  state: z.enum(['off', 'ok', 'failing']),
  last: instant.nullable().describe('When a notice was last delivered'),
  error: text.nullable(),
})
const noticesSchema = z.object({ owner: receiverSchema, public: receiverSchema })
/** State of the reminders of the owner, and of the notices for everybody. */
export type NoticesState = z.infer<typeof noticesSchema>

const proofStateSchema = z.object({
  state: z.enum(['off', 'ok', 'failing']).describe('off: without TIMESTAMP_URL'),
  last_day: day.nullable().describe('The last day that the newest time stamp closes'),
  error: text.nullable(),
})
export type ProofState = z.infer<typeof proofStateSchema>

export const siteStatusSchema = z.object({
  commit: commit.nullable(),
  posts: count,
  projects: count,
  problems: problemsSchema,
  displaced: z.array(displacedSchema),
  repository: z.object({ state: text, message: text }),
  sync: syncSchema,
  notices: noticesSchema,
  proof: proofStateSchema,
})
export type SiteStatus = z.infer<typeof siteStatusSchema>

/** An uploaded image, which waits for the first saved post that names it. */
export const addedImageSchema = z.object({
  path: text.meta({ example: '/media/2026/loaf-1600x1067-0123456789ab.webp' }),
  width: count,
  height: count,
  bytes: count,
})
export type AddedImage = z.infer<typeof addedImageSchema>

/** A part of a text that readers do not see, with its line and a sentence for the author. */
export const notShownSchema = z.object({ line: count, reason: text })
export type NotShown = z.infer<typeof notShownSchema>
