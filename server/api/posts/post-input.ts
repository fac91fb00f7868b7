/** Schemas and checks of post inputs. */
import * as z from 'zod'
import { parsePostDate } from '#domain/days/post-date.ts'
import { POST_ID_BYTES_MAX, POST_ID_LENGTH_MAX } from '#domain/post.ts'
import { cleanLine } from '#domain/texts/control-characters.ts'
import { CONFLICT, conflictIn } from '../../content/formats/front-matter.ts'
import { contentField, revisionField, storableText } from '../../content/formats/input-fields.ts'
import { POSTS } from '../../content/formats/post-fields.ts'
import type { PostChange } from '../../content/formats/post-file.ts'
import type { PostRecord, Snapshot } from '../../content/records.ts'
import { ValidationError } from '../../errors.ts'
import { omitUndefined } from '../check-input.ts'

const { title, ...optional } = POSTS.inputs
const content = contentField.refine((text) => conflictIn(text) === null, { error: CONFLICT })

/** Body of `POST /posts`. */
export const postInputSchema = z
  .object({ title, content })
  .extend(z.object(optional).partial().shape)

/** Body of `PUT /posts/{id}`: absent fields stay as they are. */
export const postPatchSchema = postInputSchema
  .partial()
  .extend({ revision: revisionField.optional() })

/** Body of `POST /posts/{id}/rename`. */
export const renameSchema = z.object({
  id: storableText('address', 'Enter an address.')
    .trim()
    .min(1, 'Enter an address.')
    .refine((id) => id.length <= POST_ID_LENGTH_MAX && Buffer.byteLength(id) <= POST_ID_BYTES_MAX, {
      error: `The address is longer than ${POST_ID_LENGTH_MAX} characters or ${POST_ID_BYTES_MAX} bytes.`,
    })
    .describe('Converted to an id like the title of a new post'),
  revision: revisionField.optional(),
})

/** Body of `POST /posts/preview`; the text may be empty. */
export const previewSchema = z.object({
  content: storableText('content').refine((text) => Buffer.byteLength(text) <= 576 * 1024, {
    error: 'The content is longer than 512 KiB.',
  }),
  title: storableText('title')
    .overwrite(cleanLine)
    .optional()
    .describe('A first heading that repeats it is not shown'),
})

/**
 * A post's fields that were sent, after the rules that depend on several of them or on the site.
 * @param current null for a new post @throws ValidationError
 */
export function checkPostFields(
  { date, ...rest }: Omit<z.output<typeof postPatchSchema>, 'revision'>,
  snapshot: Snapshot,
  current: PostRecord | null,
): PostChange {
  const { type = current?.type, url = current?.url, project } = rest
  const fields: Record<string, string> = {}
  if (type === 'link' && !url) fields.url = 'A link post needs its address.'
  if (date && parsePostDate(date, snapshot.site.time_zone) === null) {
    fields.date = 'Enter a date like 2026-11-20 or 2026-11-20T09:30:00+01:00.'
  }
  const isUnchanged = project === (current?.project ?? '')
  if (project && !isUnchanged && !snapshot.projectNamed(project)) {
    fields.project = 'There is no such project.'
  }
  if (Object.keys(fields).length > 0) throw new ValidationError(fields)
  return omitUndefined({ ...rest, date: date === '' ? undefined : date })
}
