/** The admin's calls on posts: check, store, answer. */
import * as z from 'zod'
import type { NotShown } from '#domain/texts/not-shown.ts'
import { editedPost, oldIds } from '../../content/index/moved-post.ts'
import type { PostRecord } from '../../content/records.ts'
import type { ContentStore } from '../../content/store.ts'
import { imagesNamedIn } from '../../content/writes/post-images.ts'
import { NotFoundError } from '../../errors.ts'
import { PREVIEW_ID_PREFIX } from '../../markdown/markdown-renderer.ts'
import { countWordsInTurns } from '../../markdown/plain-text.ts'
import { fullPost } from '../../queries/post-answer.ts'
import type { Call } from '../call.ts'
import { checkBody } from '../http/checked-fields.ts'
import { editRevision } from '../http/edit-revision.ts'
import { keyedRequest } from '../http/idempotency-key.ts'
import { pathPart, replyData } from '../http/reply.ts'
import { replySaved } from '../http/reply-saved.ts'
import { count, idParams, savedMetaSchema, text } from '../schemas.ts'
import {
  checkPostInput,
  checkPostPatch,
  checkRename,
  featuredSchema,
  postInputSchema,
  postPatchSchema,
  previewSchema,
  renameSchema,
} from './post-input.ts'
import { postSchema } from './post-schemas.ts'

const saved = { tag: 'Posts', data: postSchema, meta: savedMetaSchema } as const

/** A post as it stands in the store, with its text. */
export function answerOf(post: PostRecord, store: ContentStore) {
  return fullPost(post, { snapshot: store.snapshot(), html: (record) => store.html(record) })
}

export const createPost: Call = {
  ...saved,
  summary: 'Publish a post or keep a draft',
  body: postInputSchema,
  statusCode: 201,
  isKeyed: true,
  async handle(request, reply, { store }) {
    const keyed = keyedRequest(request)
    const input = checkPostInput(request.body, store.snapshot())
    return replySaved(reply, store.createPost(input, keyed), {
      answerOf: (post) => answerOf(post, store),
      statusCode: 201,
    })
  },
}

export const updatePost: Call = {
  ...saved,
  summary: 'Change a post; what is not named stays',
  params: idParams,
  body: postPatchSchema,
  conflict: true,
  async handle(request, reply, { store }) {
    const snapshot = store.snapshot()
    const current = editedPost(pathPart(request, 'id'), snapshot)
    if (!current) throw new NotFoundError('Post not found')
    const { patch, revision } = checkPostPatch(request.body, snapshot, current)
    const save = store.savePost(current.id, patch, editRevision(request, revision))
    return replySaved(reply, save, { answerOf: (post) => answerOf(post, store) })
  },
}

export const renamePost: Call = {
  ...saved,
  summary: 'Change the address of a post; the old one leads there',
  params: idParams,
  body: renameSchema,
  conflict: true,
  async handle(request, reply, { store }) {
    const { id, revision } = checkRename(request.body)
    const save = store.renamePost(pathPart(request, 'id'), id, editRevision(request, revision))
    return replySaved(reply, save, { answerOf: (post) => answerOf(post, store) })
  },
}

export const featurePost: Call = {
  ...saved,
  summary: 'Feature a post or not',
  params: idParams,
  body: featuredSchema,
  async handle(request, reply, { store }) {
    const { featured } = checkBody(featuredSchema, request.body)
    const save = store.featurePost(pathPart(request, 'id'), featured)
    return replySaved(reply, save, { answerOf: (post) => answerOf(post, store) })
  },
}

export const deletePost: Call = {
  ...saved,
  summary: 'Delete a post',
  params: idParams,
  data: idParams,
  async handle(request, reply, { store, auth }) {
    const id = pathPart(request, 'id')
    const ids = [id, ...oldIds(id, store.snapshot())]
    const save = store.deletePost(id).then(async (deleted) => {
      // A link shows whatever post has the id: that of a later one is not meant. The post is gone
      // also where this cannot be stored, which is logged.
      await auth.previewLinks.revoke(...ids).catch(() => {})
      return deleted
    })
    return replySaved(reply, save, { answerOf: () => ({ id }) })
  },
}

export const countPost: Call = {
  tag: 'Posts',
  summary: 'Words of a text, as its page counts them',
  body: previewSchema,
  data: z.object({ word_count: count }),
  async handle(request, reply) {
    const { content, title = '' } = checkBody(previewSchema, request.body)
    return replyData(reply, { word_count: await countWordsInTurns(content, { title }) })
  },
}

export const previewPost: Call = {
  tag: 'Posts',
  summary: 'Markdown as the site shows it',
  body: previewSchema,
  data: z.object({ html: text }),
  meta: z.object({
    waiting: z
      .array(text)
      .optional()
      .meta({ description: 'Images of the text that no saved post has yet' }),
    not_shown: z
      .array(z.object({ line: count, reason: text }) satisfies z.ZodType<NotShown>)
      .optional()
      .meta({ description: 'What of the text is not in the html' }),
  }),
  async handle(request, reply, { renderer, images, store }) {
    const { content, title = '' } = checkBody(previewSchema, request.body)
    const { html, notShown } = await renderer.render(content, PREVIEW_ID_PREFIX, {
      title,
      math: store.snapshot().site.math,
    })
    const waiting: string[] = []
    for (const path of imagesNamedIn(content)) {
      if (await images.has(path)) waiting.push(`/${path}`)
    }
    const meta = {
      ...(waiting.length > 0 && { waiting }),
      ...(notShown && { not_shown: notShown }),
    }
    return replyData(reply, { html }, Object.keys(meta).length > 0 ? { meta } : {})
  },
}
