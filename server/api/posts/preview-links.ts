/** The admin's calls on preview links of unpublished posts. */
import * as z from 'zod'
import { instant, text } from '#domain/answers/parts.ts'
import { formatInstant } from '#domain/days/zone.ts'
import { isPublic } from '../../content/records.ts'
import { BadRequestError, NotFoundError } from '../../errors.ts'
import { defineCall, idParams } from '../call.ts'

export const createPreviewLink = defineCall({
  tag: 'Posts',
  summary: 'Create a link that shows a draft or scheduled post to anyone for seven days',
  params: idParams,
  data: z.object({ url: text, expires_at: instant }),
  statusCode: 201,
  async handle({ params: { id } }, { auth, generation, contextOf, siteUrl }) {
    const current = generation()
    const { posts, site } = current.snapshot
    const post = posts.get(id)
    if (post === undefined) throw new NotFoundError('Post not found')
    if (isPublic(post, contextOf(current).now)) {
      throw new BadRequestError('This post is published: share its own address.', 'already_public')
    }
    const { token, expiresAt } = await auth.previewLinks.issue(post.id)
    const expires_at = formatInstant(expiresAt, site.time_zone)
    return { data: { url: `${siteUrl()}/preview/${token}`, expires_at } }
  },
})

/** Also for a deleted post, which may be restored. */
export const revokePreviewLinks = defineCall({
  tag: 'Posts',
  summary: 'Revoke every preview link of a post',
  params: idParams,
  data: z.object({ id: text }),
  async handle({ params: { id } }, { auth }) {
    await auth.previewLinks.revoke(id)
    return { data: { id } }
  },
})
