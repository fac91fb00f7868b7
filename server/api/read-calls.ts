/**
 * Public reads: the bytes of an answer are made once and sent as they are, so that a warm read is
 * a look-up. Tokens are not looked at; clients send what they have.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RESERVED_POST_IDS } from '#domain/post.ts'
import type { AnswerCache } from '../answers/answer-cache.ts'
import { buildReadyAnswer, sendReady } from '../answers/cached-answer.ts'
import { publicHeaders } from '../answers/public-headers.ts'
import { movedPost } from '../content/index/moved-post.ts'
import { NotFoundError } from '../errors.ts'
import type { Moment } from '../queries/generation.ts'
import { parseListQuery, selectPosts } from '../queries/list-query.ts'
import { isLong, listAnswer, type PostList } from '../queries/list-text.ts'
import { LongLists } from '../queries/long-lists.ts'
import {
  answerQuery,
  canonicalPath,
  longListOf,
  type QueryContext,
  revisionOf,
} from '../queries/queries.ts'
import { filterPosts, parseAdminFilter } from './admin-list.ts'
import { pathPart } from './http/reply.ts'

export interface ReadEdges {
  moment(): Moment
  /** A new context for each answer. */
  contextOf(moment: Moment): QueryContext
  answers: AnswerCache
  /** Headers of every answer; ready ones go around the hooks that would set them. */
  securityHeaders: Readonly<Record<string, string>>
}

const PREFIX = '/api'
const JSON_TYPE = 'application/json; charset=utf-8'

/** Handlers of the reads. */
export function createReadCalls(edges: ReadEdges) {
  const { moment, contextOf, answers, securityHeaders } = edges
  const common = { 'content-type': JSON_TYPE, ...securityHeaders }
  const adminHeaders = { ...common, 'cache-control': 'no-store' }

  const longLists = new LongLists(answers)
  const headersAt = (now: Moment) => ({ ...common, ...publicHeaders(now), vary: 'Authorization' })

  async function parts(path: string, context: QueryContext, now: Moment) {
    const body = Buffer.from(JSON.stringify(await answerQuery(path, context)))
    const headers = headersAt(now)
    const isProvisional = context.hasStandIns?.() === true
    return { statusCode: 200, headers, body, isProvisional, revision: revisionOf(path, context) }
  }

  async function makeAnswer(request: FastifyRequest, reply: FastifyReply, now: Moment) {
    const context = contextOf(now)
    const path = canonicalPath(pathOf(request), context)
    const keeping = { key: PREFIX + path, generation: now.id }
    const kept = answers.cached(keeping.key, now.id)
    if (kept) return sendReady(request, reply, kept)
    const list = longListOf(path, context)
    if (list !== null) {
      const answer = { list, context, headers: headersAt(now) }
      const long = { ...answer, keeping: isForMany(path) ? keeping : null }
      return longLists.send(request, reply, long)
    }
    const make = () => parts(path, context, now)
    sendReady(request, reply, await answers.get({ ...keeping, make }))
  }

  /** A query whose answer is kept. */
  function readQuery(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const now = moment()
    const held = answers.cached(request.raw.url ?? '', now.id)
    if (held === undefined) return makeAnswer(request, reply, now)
    sendReady(request, reply, held)
    return undefined
  }

  /** One post; an id it had before leads to it. */
  const readPost = (request: FastifyRequest, reply: FastifyReply) => readOfPost(request, reply, '')

  /** How a post's text changed. */
  const readChanges = (request: FastifyRequest, reply: FastifyReply) =>
    readOfPost(request, reply, '/changes')

  /** @param ending behind the id in the address */
  function readOfPost(request: FastifyRequest, reply: FastifyReply, ending: string): unknown {
    const now = moment()
    const held = answers.cached(request.raw.url ?? '', now.id)
    if (held === undefined) {
      return makeAnswer(request, reply, now).catch((error: unknown) => {
        if (!(error instanceof NotFoundError)) throw error
        const id = movedPost(pathPart(request, 'id'), now.snapshot, contextOf(now).now)
        if (id === null) throw error
        return reply.headers(publicHeaders(now)).redirect(`${PREFIX}${postPath(id)}${ending}`, 301)
      })
    }
    sendReady(request, reply, held)
    return undefined
  }

  /** A query with too many answers to keep any. */
  async function readUnkept(request: FastifyRequest, reply: FastifyReply) {
    const now = moment()
    const ready = await buildReadyAnswer(await parts(pathOf(request), contextOf(now), now))
    sendReady(request, reply, ready)
  }

  /** Every post, for the admin alone: kept beside the public answers, never under their names. */
  async function readAdminPosts(request: FastifyRequest, reply: FastifyReply) {
    const now = moment()
    const { snapshot } = now
    const context = contextOf(now)
    const path = pathOf(request)
    const options = optionsOf(path)
    const filter = parseAdminFilter(options)
    const { allPosts } = snapshot
    const posts = filter === null ? allPosts : filterPosts(allPosts, filter, context.now)
    const list = selectPosts(posts, parseListQuery(options), snapshot)
    const keeping = filter === null ? { key: `admin ${path}`, generation: now.id } : null
    const kept = keeping && answers.cached(keeping.key, now.id)
    if (kept) return sendReady(request, reply, kept)
    if (isLong(list)) {
      return longLists.send(request, reply, { list, context, headers: adminHeaders, keeping })
    }
    const make = () => adminParts(list, context)
    const ready = keeping
      ? await answers.get({ ...keeping, make })
      : await buildReadyAnswer(await make())
    sendReady(request, reply, ready)
  }

  async function adminParts(list: PostList, context: QueryContext) {
    const body = Buffer.from(JSON.stringify(await listAnswer(list, context)))
    const isProvisional = context.hasStandIns?.() === true
    return { statusCode: 200, headers: adminHeaders, body, isProvisional }
  }

  return { readQuery, readPost, readChanges, readUnkept, readAdminPosts }
}

function pathOf(request: FastifyRequest): string {
  return (request.raw.url ?? '').slice(PREFIX.length)
}

function optionsOf(path: string): URLSearchParams {
  return new URLSearchParams(path.split('?')[1] ?? '')
}

/** There are too many filters of several tags, and places to read on from, to keep long lists of. */
function isForMany(path: string): boolean {
  const options = optionsOf(path)
  return !options.has('cursor') && options.getAll('tag').length <= 1
}

function postPath(id: string): string {
  const base = RESERVED_POST_IDS.has(id) ? '/posts/by-id/' : '/posts/'
  return base + encodeURIComponent(id)
}
