/** The post of a preview link in its present version, published or not. */
import * as z from 'zod'
import { text } from '#domain/answers/parts.ts'
import { postMetaSchema, postSchema, previewMetaSchema } from '#domain/answers/public-answers.ts'
import { formatInstant } from '#domain/days/zone.ts'
import { findPostOrRenamed } from '../content/index/ids.ts'
import { isPublic } from '../content/records.ts'
import { NotFoundError } from '../errors.ts'
import { readablePost } from './post-answer.ts'
import { answerPublicPost } from './post-reads.ts'
import type { QueryContext } from './query-context.ts'
import { defineRead } from './read.ts'

/** The post of a link, also after a rename; null for an invalid link or a deleted post. */
export async function previewedPost(token: string, { snapshot, previews, now }: QueryContext) {
  const link = await previews?.read(token)
  if (!link) return null
  const { id, expiresAt } = link
  const post = findPostOrRenamed(id, snapshot)
  if (post === undefined || previews?.isRevoked(post.id, expiresAt)) return null
  return { post, expiresAt, isPublic: isPublic(post, now) }
}

export const readPreview = defineRead({
  summary: 'The post of a preview link in its present version; needs no login',
  params: z.object({ token: text }),
  data: postSchema,
  meta: z.union([
    previewMetaSchema,
    postMetaSchema.describe('If the post has been published meanwhile'),
  ]),
  uncachedHeaders: { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' },
  async answer({ params: { token }, context }) {
    const previewed = await previewedPost(token, context)
    if (previewed === null) throw new NotFoundError('This preview link has ended.')
    const { post, expiresAt } = previewed
    if (previewed.isPublic) return answerPublicPost(post.id, context)
    const { data, ...rest } = await readablePost(post, context)
    const expires_at = formatInstant(expiresAt, context.snapshot.site.time_zone)
    return { data, meta: { previous: null, next: null, edited: null, ...rest, expires_at } }
  },
})
