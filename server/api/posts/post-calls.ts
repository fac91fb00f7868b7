/** The admin's calls on posts. */
import * as z from 'zod'
import { notShownSchema, savedMetaSchema } from '#domain/answers/admin-answers.ts'
import { instant, text } from '#domain/answers/parts.ts'
import { postSchema } from '#domain/answers/public-answers.ts'
import { formatInstant } from '#domain/days/zone.ts'
import type { ContentStore } from '../../content/content-store.ts'
import { flagInput } from '../../content/formats/input-fields.ts'
import { findPostOrRenamed, oldIds } from '../../content/index/ids.ts'
import { renderPost } from '../../content/index/post-texts.ts'
import { isPublic, type PostRecord, type Saved } from '../../content/records.ts'
import * as posts from '../../content/writes/post-writes.ts'
import { BadRequestError, NotFoundError } from '../../errors.ts'
import { PREVIEW_ID_PREFIX } from '../../markdown/markdown-renderer.ts'
import { fullPost } from '../../queries/post-answer.ts'
import { defineCall, idParams } from '../call.ts'
import { baseRevision } from '../check-input.ts'
import { savedAnswer } from '../saved-answer.ts'
import {
  checkPostFields,
  postInputSchema,
  postPatchSchema,
  previewSchema,
  renameSchema,
} from './post-input.ts'

const saved = { data: postSchema, meta: savedMetaSchema } as const

/** A post with its text, from the store. */
export function adminPostAnswer(post: PostRecord, store: ContentStore) {
  return fullPost(post, {
    snapshot: store.snapshot(),
    text: (record) => renderPost(store, record),
  })
}

const savedPost = (store: ContentStore, save: Promise<Saved<PostRecord>>) =>
  savedAnswer(save, (post) => adminPostAnswer(post, store))

export const createPost = defineCall({
  ...saved,
  summary: 'Publish a post or keep a draft',
  body: postInputSchema,
  statusCode: 201,
  isKeyed: true,
  async handle({ body }, { store }) {
    const { type = 'short', title, content } = body
    const input = { ...checkPostFields(body, store.snapshot(), null), type, title, content }
    return savedPost(store, posts.createPost(store, input))
  },
})

export const updatePost = defineCall({
  ...saved,
  summary: 'Change a post; absent fields stay unchanged',
  params: idParams,
  body: postPatchSchema,
  conflict: true,
  async handle({ params, body: { revision, ...fields }, request }, { store }) {
    const snapshot = store.snapshot()
    const current = findPostOrRenamed(params.id, snapshot)
    if (!current) throw new NotFoundError('Post not found')
    const patch = checkPostFields(fields, snapshot, current)
    const basedOn = baseRevision(request, revision)
    return savedPost(store, posts.savePost(store, current.id, { patch, basedOn }))
  },
})

export const renamePost = defineCall({
  ...saved,
  summary: 'Change the id of a post; the old address redirects',
  params: idParams,
  body: renameSchema,
  conflict: true,
  async handle({ params, body: { id, revision }, request }, { store }) {
    const basedOn = baseRevision(request, revision)
    return savedPost(store, posts.renamePost(store, params.id, { typed: id, basedOn }))
  },
})

export const featurePost = defineCall({
  ...saved,
  summary: 'Feature or unfeature a post',
  params: idParams,
  body: z.object({ featured: flagInput('Featured') }),
  handle: ({ params, body }, { store }) =>
    savedPost(store, posts.featurePost(store, params.id, body.featured)),
})

export const deletePost = defineCall({
  ...saved,
  summary: 'Delete a post',
  params: idParams,
  data: idParams,
  async handle({ params: { id } }, { store, auth }) {
    const ids = [id, ...oldIds(id, store.snapshot())]
    const answer = await savedAnswer(posts.deletePost(store, id), () => ({ id }))
    // A later post with the same id must not be shown by these links. A failure is logged; the post
    // is deleted anyway.
    await auth.previewLinks.revoke(...ids).catch(() => {})
    return answer
  },
})

export const previewPost = defineCall({
  summary: 'Render markdown as on the site',
  body: previewSchema,
  data: z.object({ html: text }),
  meta: z.object({
    waiting: z.array(text).optional().describe('Images of the text that no saved post has yet'),
    not_shown: z.array(notShownSchema).optional().describe('What of the text is not in the html'),
  }),
  async handle({ body: { content, title = '' } }, { images, store }) {
    const { html, notShown } = await store.renderer.render({
      markdown: content,
      idPrefix: PREVIEW_ID_PREFIX,
      title,
      math: store.snapshot().site.math,
    })
    const waiting = images.waiting(posts.imagesNamedIn(content))
    const meta = {
      ...(waiting.length > 0 && { waiting: waiting.map((path) => `/${path}`) }),
      ...(notShown && { not_shown: notShown }),
    }
    return { data: { html }, ...(Object.keys(meta).length > 0 && { meta }) }
  },
})

export const createPreviewLink = defineCall({
  summary: 'Create a link that shows a draft or scheduled post to anyone for seven days',
  params: idParams,
  data: z.object({ url: text, expires_at: instant }),
  statusCode: 201,
  async handle({ params: { id } }, { auth, context }) {
    const { snapshot, now, siteUrl } = context()
    const post = snapshot.posts.get(id)
    if (post === undefined) throw new NotFoundError('Post not found')
    if (isPublic(post, now)) {
      throw new BadRequestError('This post is published: share its own address.', 'already_public')
    }
    const { token, expiresAt } = await auth.previewLinks.issue(post.id)
    const expires_at = formatInstant(expiresAt, snapshot.site.time_zone)
    return { data: { url: `${siteUrl}/preview/${token}`, expires_at } }
  },
})

/** Also for a deleted post, which may be restored. */
export const revokePreviewLinks = defineCall({
  summary: 'Revoke every preview link of a post',
  params: idParams,
  data: z.object({ id: text }),
  async handle({ params: { id } }, { auth }) {
    await auth.previewLinks.revoke(id)
    return { data: { id } }
  },
})
