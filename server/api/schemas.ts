/** Parts of schemas that several calls have in common. The document is made of the same schemas. */
import * as z from 'zod'
import { PROJECT_STATUSES } from '#domain/project.ts'
import { TAG_COLORS } from '#domain/tag.ts'

export const text = z.string()
export const count = z.int().min(0)
export const day = text.meta({ format: 'date', example: '2026-11-20' })
export const instant = text.meta({ format: 'date-time', example: '2026-11-20T09:30:00+01:00' })
export const commit = text.meta({ description: '40 hex digits' })
export const color = z.enum(TAG_COLORS)
export const projectStatus = z.enum(PROJECT_STATUSES, {
  error: `The status must be one of ${PROJECT_STATUSES.join(', ')}.`,
})

export const idParams = z.object({ id: text })
export const commitParams = z.object({
  commit: text.toLowerCase().regex(/^[0-9a-f]{40}$/, 'Commit not found'),
})
export const limitOption = text.optional().meta({ description: '1 to 100' })

/** As much of a post as a link to it needs. */
export const postLinkSchema = z.object({ id: text, title: text })

export const problemsSchema = z.array(
  z.object({ file: text, line: z.int().nullable(), reason: text }),
)

/** Beside the data of a write. */
export const savedMetaSchema = z.object({
  commit: commit.nullable().meta({ description: '40 hex digits; null where nothing changed' }),
  merged: z.boolean().optional(),
})

export const failureSchema = z
  .object({
    error: text.meta({ description: 'A sentence for a person' }),
    code: text.meta({ description: 'A stable word' }),
    fields: z.record(text, text).optional(),
  })
  .meta({ id: 'Failure' })
