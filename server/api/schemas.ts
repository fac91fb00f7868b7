/** Parts of requests that several calls have in common. */
import * as z from 'zod'
import { text } from '#domain/answers/parts.ts'

export const idParams = z.object({ id: text })
export const commitParams = z.object({
  commit: text.toLowerCase().regex(/^[0-9a-f]{40}$/, 'Commit not found'),
})
