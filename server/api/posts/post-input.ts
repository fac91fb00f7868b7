/** Schemas and checks of post inputs. */
import * as z from 'zod'
import { parsePostDate } from '#domain/days/post-date.ts'
import { POST_ID_BYTES_MAX, POST_ID_LENGTH_MAX } from '#domain/post.ts'
import { cleanLine } from '#domain/texts/control-characters.ts'
import { contentField, revisionField, storableText } from '../../content/formats/input-fields.ts'
import { POST_INPUTS } from '../../content/formats/post-fields.ts'
import type { PostChange, PostInput } from '../../content/formats/post-file.ts'
import type { PostRecord, Snapshot } from '../../content/records.ts'
import { ValidationError } from '../../errors.ts'
import { omitUndefined } from '../check-input.ts'

const { title, ...optional } = POST_INPUTS

/** Body of `POST /posts`. */
export const postInputSchema = z.object({ title, content: contentField }).extend(
  z
    .object({
      ...optional,
      /** Accepted and ignored. */
      image_url: z.string({ error: 'The image address must be text.' }).nullable(),
    })
    .partial().shape,
)

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

/** A new post's fields. @throws ValidationError */
export function checkPostInput(
  { type = 'short', title, content, image_url: _, date, ...rest }: z.output<typeof postInputSchema>,
  snapshot: Snapshot,
): PostInput {
  checkCombination({ type, url: rest.url ?? '', date, project: rest.project }, snapshot, null)
  return {
    type,
    title,
    content,
    ...omitUndefined({ ...rest, date: date === '' ? undefined : date }),
  }
}

/** A post's changed fields. @throws ValidationError */
export function checkPostPatch(
  { image_url: _, date, ...rest }: Omit<z.output<typeof postPatchSchema>, 'revision'>,
  snapshot: Snapshot,
  current: PostRecord,
): PostChange {
  const type = rest.type ?? current.type
  const url = rest.url ?? current.url ?? ''
  checkCombination({ type, url, date, project: rest.project }, snapshot, current)
  return omitUndefined({ ...rest, date: date === '' ? undefined : date })
}

/** Rules that depend on several fields or on the site. */
function checkCombination(
  post: { type: string; url: string; date: string | null | undefined; project: string | undefined },
  snapshot: Snapshot,
  current: PostRecord | null,
): void {
  const fields: Record<string, string> = {}
  if (post.type === 'link' && post.url === '') fields.url = 'A link post needs its address.'
  if (post.date && parsePostDate(post.date, snapshot.site.time_zone) === null) {
    fields.date = 'Enter a date like 2026-11-20 or 2026-11-20T09:30:00+01:00.'
  }
  const isUnchanged = post.project === (current?.project ?? '')
  if (post.project && !isUnchanged && !snapshot.projectsById.has(post.project)) {
    fields.project = 'There is no such project.'
  }
  if (Object.keys(fields).length > 0) throw new ValidationError(fields)
}
