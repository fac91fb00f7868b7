/** The admin's calls that mend: files as texts, conflicts, lost changes, the review of a week. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ContentStore, Saved } from '../content/store.ts'
import { StaleTextError } from '../content/writes/stale-text-error.ts'
import { BadRequestError, ConflictError } from '../errors.ts'
import { fullPost } from '../queries/post-answer.ts'
import { checkBody } from './http/checked-fields.ts'
import { editRevision } from './http/edit-revision.ts'
import { commitPart, pathPart, replyData, savedMeta } from './http/reply.ts'
import { discardForm, resolveForm, restoreForm, reviewForm, saveFileForm } from './repair-forms.ts'

/** Handlers of what repairs the content. */
export function createRepairCalls({ store }: { store: ContentStore }) {
  async function readFile(request: FastifyRequest, reply: FastifyReply) {
    // Fastify gives text, or a list where an option is repeated.
    const { path } = request.query as Record<string, string | string[]>
    if (typeof path !== 'string')
      throw new BadRequestError('Say which file to read: ?path=about.md.')
    return replyData(reply, await store.readText(path))
  }

  async function saveFile(request: FastifyRequest, reply: FastifyReply) {
    const { path, text, revision, force } = checkBody(saveFileForm, request.body)
    const basedOn = editRevision(request, revision ?? null)
    const change = { text, basedOn, isForced: force ?? false }
    const saved = await savedText(store.saveText(path, change))
    return replyData(reply, saved.value, { meta: savedMeta(saved) })
  }

  async function listSiteFiles(_request: FastifyRequest, reply: FastifyReply) {
    const files = store.siteFiles()
    return replyData(
      reply,
      files.map(({ path, isThere, problems }) => ({ path, is_there: isThere, problems })),
    )
  }

  async function listConflicts(_request: FastifyRequest, reply: FastifyReply) {
    return replyData(reply, await store.conflicts())
  }

  async function readConflict(request: FastifyRequest, reply: FastifyReply) {
    return replyData(reply, await store.conflict(pathPart(request, 'id')))
  }

  async function resolveConflict(request: FastifyRequest, reply: FastifyReply) {
    const { text, revision, other_revision } = checkBody(resolveForm, request.body)
    const choice = { text, site: revision, other: other_revision }
    const saved = await store.resolveConflict(pathPart(request, 'id'), choice)
    return replyData(reply, saved.value, { meta: savedMeta(saved) })
  }

  async function readLost(request: FastifyRequest, reply: FastifyReply) {
    return replyData(reply, await store.lostChange(commitPart(request)))
  }

  async function restoreLost(request: FastifyRequest, reply: FastifyReply) {
    const { whole } = checkBody(restoreForm, request.body)
    const saved = await store.restoreLost(commitPart(request), whole ?? false)
    return replyData(reply, saved.value, { meta: savedMeta(saved) })
  }

  async function discardLost(request: FastifyRequest, reply: FastifyReply) {
    const { discarded } = checkBody(discardForm, request.body)
    return replyData(reply, await store.discardLost(commitPart(request), discarded))
  }

  async function createReview(request: FastifyRequest, reply: FastifyReply) {
    const { week } = checkBody(reviewForm, request.body)
    const saved = await store.createReview(week ?? null)
    const snapshot = store.snapshot()
    const post = await fullPost(saved.value, { snapshot, html: (record) => store.html(record) })
    const meta = { ...savedMeta(saved), ...(saved.isThere && { existing: true }) }
    return replyData(reply, post, { meta, statusCode: saved.isThere ? 200 : 201 })
  }

  return {
    readFile,
    saveFile,
    listSiteFiles,
    listConflicts,
    readConflict,
    resolveConflict,
    readLost,
    restoreLost,
    discardLost,
    createReview,
  }
}

/** Waits for a save; one that came too late becomes a 409 with both texts. */
async function savedText<Value>(save: Promise<Saved<Value>>): Promise<Saved<Value>> {
  try {
    return await save
  } catch (error) {
    if (!(error instanceof StaleTextError)) throw error
    const { current, base } = error
    throw new ConflictError(error.message, { current, base })
  }
}
