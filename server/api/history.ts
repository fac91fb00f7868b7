/** The admin's calls on the history: commits, old versions, undo, deleted posts. */
import * as z from 'zod'
import {
  deletedPostSchema,
  historyEntrySchema,
  savedMetaSchema,
} from '#domain/answers/admin-answers.ts'
import { text } from '#domain/answers/parts.ts'
import { postSchema } from '#domain/answers/public-answers.ts'
import * as history from '../content/history/content-history.ts'
import { BadRequestError } from '../errors.ts'
import type { LogCommit } from '../git/repository.ts'
import { limitOption } from '../queries/list-query.ts'
import { cursorParam, formatCursor } from '../queries/read.ts'
import { commitParams, defineCall } from './call.ts'
import { omitUndefined } from './check-input.ts'
import { adminPostAnswer } from './posts/post-calls.ts'
import { savedAnswer } from './saved-answer.ts'

const LIMIT_DEFAULT = 1_000

/** Empty counts as absent. */
const nameOption = text.optional().transform((name) => name || undefined)

export const listHistory = defineCall({
  summary: 'Commits of all content, of a post or of a project, newest first',
  query: z.object({
    post: nameOption,
    project: nameOption,
    limit: limitOption,
    /** Number of entries to skip. */
    cursor: cursorParam(/^\d{1,9}$/),
  }),
  data: z.array(historyEntrySchema),
  meta: z.object({ next_cursor: text.nullable() }),
  async handle({ query: { post, project, limit, cursor } }, { store }) {
    if (post !== undefined && project !== undefined) {
      throw new BadRequestError('Ask for the history of a post or of a project, not of both.')
    }
    const start = Number(cursor ?? 0)
    const end = start + (limit ?? LIMIT_DEFAULT)
    // One entry more, to know whether there is a next page.
    const entries = await history.listCommits(store, omitUndefined({ post, project }), end + 1)
    const next_cursor = end < entries.length ? formatCursor(String(end)) : null
    return { data: entries.slice(start, end).map(entryAnswer), meta: { next_cursor } }
  },
})

export const readPostAt = defineCall({
  summary: 'A post at a commit',
  params: commitParams,
  query: z.object({
    post: z
      .string({ error: 'Say which post to show: ?post=ID.' })
      .min(1, 'Say which post to show.'),
  }),
  data: postSchema,
  async handle({ params, query }, { store }) {
    return {
      data: await adminPostAnswer(await history.postAt(store, params.commit, query.post), store),
    }
  },
})

export const revertCommit = defineCall({
  summary: 'Undo a commit by a new commit',
  params: commitParams,
  data: historyEntrySchema,
  meta: savedMetaSchema,
  handle: ({ params }, { store }) => savedAnswer(history.undo(store, params.commit), entryAnswer),
})

export const listDeletedPosts = defineCall({
  summary: 'Deleted posts, each with the commit that deleted it',
  data: z.array(deletedPostSchema),
  async handle(_input, { store }) {
    const deleted = await history.deletedPosts(store)
    const answers = deleted.map(async ({ post, commit, date }) => ({
      ...(await adminPostAnswer(post, store)),
      commit,
      deleted_at: date,
    }))
    return { data: await Promise.all(answers) }
  },
})

function entryAnswer({ commit, author, date, subject, changes }: LogCommit) {
  const files = changes.flatMap(({ path, from }) => (from === null ? [path] : [path, from]))
  return { commit, author, date, subject, files }
}
