/**
 * Public reads: the bytes of an answer are made once and sent as they are, so that a warm read is
 * a look-up. Tokens are not looked at; clients send what they have (contract §3).
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RESERVED_POST_IDS } from '#domain/post.ts'
import { movedPost } from '../content/moved-post.ts'
import type { PostRecord } from '../content/records.ts'
import { NotFoundError } from '../errors.ts'
import { filterPosts, parseAdminFilter } from './admin-list.ts'
import { canonicalQuery } from './canonical-query.ts'
import { listBody } from './list-body.ts'
import { parseListQuery, selectPosts } from './list-query.ts'
import type { Moment } from './moment.ts'
import { publicHeaders } from './public-headers.ts'
import { answerBody, dependenciesOf, type QueryContext, revisionOf } from './queries.ts'
import { buildReadyAnswer, sendReady } from './ready-answer.ts'
import type { ReadyAnswers } from './ready-answers.ts'
import { pathPart } from './reply.ts'

export interface ReadEdges {
  moment(): Moment
  /** A new context for each answer. */
  contextOf(moment: Moment): QueryContext
  answers: ReadyAnswers
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

  async function parts(path: string, context: QueryContext, now: Moment) {
    const body = await answerBody(path, context)
    const headers = { ...common, ...publicHeaders(now), vary: 'Authorization' }
    const isProvisional = context.hasStandIns?.() === true
    return { statusCode: 200, headers, body, isProvisional, revision: revisionOf(path, context) }
  }

  async function makeAnswer(request: FastifyRequest, reply: FastifyReply, now: Moment) {
    const path = canonicalQuery(pathOf(request))
    const context = contextOf(now)
    const ready = await answers.get({
      key: PREFIX + path,
      generation: now.id,
      tag: now.tag,
      dependencies: () => dependenciesOf(path, context),
      make: () => parts(path, context, now),
    })
    sendReady(request, reply, ready)
  }

  /** A query whose answer is kept. */
  function readQuery(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const now = moment()
    const held = answers.held(request.raw.url ?? '', now.id)
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
    const held = answers.held(request.raw.url ?? '', now.id)
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

  async function adminParts(path: string, now: Moment, all: readonly PostRecord[]) {
    const context = contextOf(now)
    const query = parseListQuery(new URLSearchParams(path.split('?')[1] ?? ''))
    const { posts, meta } = selectPosts(all, query, now.snapshot)
    const list = { name: 'admin', posts, meta, view: query.view }
    const body = await listBody(list, query, context)
    const isProvisional = context.hasStandIns?.() === true
    return { statusCode: 200, headers: adminHeaders, body, isProvisional }
  }

  /** Every post, for the admin alone: kept beside the public answers, never under their names. */
  async function readAdminPosts(request: FastifyRequest, reply: FastifyReply) {
    const now = moment()
    const { snapshot } = now
    const path = canonicalQuery(pathOf(request))
    const filter = parseAdminFilter(new URLSearchParams(pathOf(request).split('?')[1] ?? ''))
    if (filter !== null) {
      const found = filterPosts(snapshot.allPosts, filter, contextOf(now).now)
      return sendReady(request, reply, await buildReadyAnswer(await adminParts(path, now, found)))
    }
    const ready = await answers.get({
      key: `admin ${path}`,
      generation: now.id,
      dependencies: () => [snapshot.allPosts, snapshot.tagNamed],
      make: () => adminParts(path, now, snapshot.allPosts),
    })
    sendReady(request, reply, ready)
  }

  return { readQuery, readPost, readChanges, readUnkept, readAdminPosts }
}

function pathOf(request: FastifyRequest): string {
  return (request.raw.url ?? '').slice(PREFIX.length)
}

function postPath(id: string): string {
  const base = RESERVED_POST_IDS.has(id) ? '/posts/by-id/' : '/posts/'
  return base + encodeURIComponent(id)
}
