/** What git keeps: commits, old versions, undoing, deleted posts. */
import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import { BadRequestError } from '../../errors.ts'
import type { HistoryEntry } from '../../git/repository.ts'
import type { Call } from '../call.ts'
import { commitPart, replyData } from '../http/reply.ts'
import { replySaved } from '../http/reply-saved.ts'
import { answerOf } from '../posts/post-calls.ts'
import { postSchema } from '../posts/post-schemas.ts'
import { commit, commitParams, instant, savedMetaSchema, text } from '../schemas.ts'

const LIMIT_MAX = 100

const entrySchema = z.object({
  commit,
  author: text,
  date: instant,
  subject: text,
  files: z.array(text),
}) satisfies z.ZodType<Omit<HistoryEntry, 'body'>>

export const listHistory: Call = {
  tag: 'History',
  summary: 'Commits of the content, of a post or of a project, newest first',
  query: z.object({
    post: text.optional(),
    project: text.optional(),
    limit: text.optional(),
    cursor: text.optional(),
  }),
  data: z.array(entrySchema),
  meta: z.object({ next_cursor: text.nullable() }),
  async handle(request, reply, { store }) {
    const post = option(request, 'post')
    const project = option(request, 'project')
    if (post !== undefined && project !== undefined) {
      throw new BadRequestError('Ask for the history of a post or of a project, not of both.')
    }
    const start = parseStart(option(request, 'cursor'))
    const limit = parseLimit(option(request, 'limit'))
    const entries = await store.history(
      { ...(post !== undefined && { post }), ...(project !== undefined && { project }) },
      // One more tells whether there are more.
      limit === null ? undefined : start + limit + 1,
    )
    const end = limit === null ? entries.length : start + limit
    const page = entries.slice(start, end).map(entryAnswer)
    const meta = { next_cursor: end < entries.length ? String(end) : null }
    return replyData(reply, page, { meta })
  },
}

export const readPostAt: Call = {
  tag: 'History',
  summary: 'A post as a commit had it',
  params: commitParams,
  query: z.object({ post: text }),
  data: postSchema,
  async handle(request, reply, { store }) {
    const commit = commitPart(request)
    const id = option(request, 'post')
    if (id === undefined) throw new BadRequestError('Say which post to show: ?post=ID.')
    return replyData(reply, await answerOf(await store.postAt(commit, id), store))
  },
}

export const revertCommit: Call = {
  tag: 'History',
  summary: 'Undo a commit as a new one',
  params: commitParams,
  data: entrySchema,
  meta: savedMetaSchema,
  async handle(request, reply, { store }) {
    return replySaved(reply, store.revert(commitPart(request)), { answerOf: entryAnswer })
  },
}

export const listDeletedPosts: Call = {
  tag: 'History',
  summary: 'Deleted posts, each with the commit that deleted it',
  data: z.array(postSchema.extend({ commit, deleted_at: instant })),
  async handle(_request, reply, { store }) {
    const deleted = await store.deletedPosts()
    const answers = deleted.map(async ({ post, commit, date }) => ({
      ...(await answerOf(post, store)),
      commit,
      deleted_at: date,
    }))
    return replyData(reply, await Promise.all(answers))
  },
}

function entryAnswer({ commit, author, date, subject, files }: HistoryEntry) {
  return { commit, author, date, subject, files }
}

/** The option's one value; absent and empty are alike. @throws BadRequestError when given twice */
function option(request: FastifyRequest, name: string): string | undefined {
  // Fastify gives text, or a list where an option is repeated.
  const value = (request.query as Record<string, string | string[]>)[name]
  if (Array.isArray(value)) throw new BadRequestError(`"${name}" is given more than once.`)
  return value || undefined
}

/** Entries of a page; null for all that are listed. @throws BadRequestError */
function parseLimit(text: string | undefined): number | null {
  if (text === undefined) return null
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= LIMIT_MAX) return limit
  throw new BadRequestError(`The limit must be a whole number from 1 to ${LIMIT_MAX}.`)
}

/** Entries before the page, which is what the cursor counts. @throws BadRequestError */
function parseStart(text: string | undefined): number {
  if (text === undefined) return 0
  if (/^(?:0|[1-9]\d{0,2})$/.test(text)) return Number(text)
  throw new BadRequestError('The cursor is not one that this site gave out.')
}
