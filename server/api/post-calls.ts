/** The admin's calls on posts: check, store, answer. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PostRecord } from '../content/records.ts'
import type { ContentStore } from '../content/store.ts'
import { imagesNamedIn } from '../content/writes/post-images.ts'
import { NotFoundError } from '../errors.ts'
import { type MarkdownRenderer, PREVIEW_ID_PREFIX } from '../markdown/markdown-renderer.ts'
import type { PendingImages } from '../media/pending-images.ts'
import { fullPost } from '../queries/post-answer.ts'
import { checkBody } from './http/checked-fields.ts'
import { savedOrConflict } from './http/conflict-answer.ts'
import { editRevision } from './http/edit-revision.ts'
import { pathPart, replyData, savedMeta } from './http/reply.ts'
import { checkPostInput, checkPostPatch, featuredForm, previewForm } from './post-input.ts'

export interface PostCallEdges {
  store: ContentStore
  renderer: Pick<MarkdownRenderer, 'render'>
  images: Pick<PendingImages, 'has'>
}

/** Handlers of the writes and of the preview. */
export function createPostCalls({ store, renderer, images }: PostCallEdges) {
  const answerOf = (post: PostRecord) =>
    fullPost(post, { snapshot: store.snapshot(), html: (record) => store.html(record) })

  async function createPost(request: FastifyRequest, reply: FastifyReply) {
    const input = checkPostInput(request.body, store.snapshot())
    const saved = await store.createPost(input)
    const more = { meta: savedMeta(saved), statusCode: 201 }
    return replyData(reply, await answerOf(saved.value), more)
  }

  async function updatePost(request: FastifyRequest, reply: FastifyReply) {
    const id = pathPart(request, 'id')
    const snapshot = store.snapshot()
    const current = snapshot.posts.get(id)
    if (!current) throw new NotFoundError('Post not found')
    const { patch, revision } = checkPostPatch(request.body, snapshot, current)
    const saved = await savedOrConflict(
      store.savePost(id, patch, editRevision(request, revision)),
      // A post's save conflicts with posts alone.
      (record) => answerOf(record as PostRecord),
    )
    return replyData(reply, await answerOf(saved.value), { meta: savedMeta(saved) })
  }

  async function featurePost(request: FastifyRequest, reply: FastifyReply) {
    const { featured } = checkBody(featuredForm, request.body)
    const saved = await store.featurePost(pathPart(request, 'id'), featured)
    return replyData(reply, await answerOf(saved.value), { meta: savedMeta(saved) })
  }

  async function deletePost(request: FastifyRequest, reply: FastifyReply) {
    const saved = await store.deletePost(pathPart(request, 'id'))
    return replyData(reply, { id: saved.value.id }, { meta: savedMeta(saved) })
  }

  async function resetTags(_request: FastifyRequest, reply: FastifyReply) {
    const saved = await store.resetTags()
    return replyData(reply, { count: saved.value }, { meta: savedMeta(saved) })
  }

  async function previewPost(request: FastifyRequest, reply: FastifyReply) {
    const { content } = checkBody(previewForm, request.body)
    const { html } = await renderer.render(content, PREVIEW_ID_PREFIX)
    const waiting: string[] = []
    for (const path of imagesNamedIn(content)) {
      if (await images.has(path)) waiting.push(`/${path}`)
    }
    return replyData(reply, { html }, waiting.length > 0 ? { meta: { waiting } } : {})
  }

  return { createPost, updatePost, featurePost, deletePost, resetTags, previewPost }
}
