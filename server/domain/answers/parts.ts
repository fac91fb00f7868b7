/** Parts shared by several schemas. */
import * as z from 'zod'
import { PROJECT_STATUSES, TAG_COLORS } from './words.ts'

export const text = z.string()
export const count = z.int().min(0)
export const day = text.meta({ format: 'date', example: '2026-11-20' })
export const instant = text.meta({ format: 'date-time', example: '2026-11-20T09:30:00+01:00' })
export const commit = text.describe('40 hex digits')
export const color = z.enum(TAG_COLORS)
export const projectStatus = z.enum(PROJECT_STATUSES, {
  error: `The status must be one of ${PROJECT_STATUSES.join(', ')}.`,
})
