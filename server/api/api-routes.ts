/**
 * Every call of the API, and how they are put on an app: guards before bodies are read, one form
 * of answers, 405 for a known address with another method.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { sendAnswer } from '../answers/cached-answer.ts'
import { publicHeaders } from '../answers/public-headers.ts'
import { AppError, NotFoundError } from '../errors.ts'
import { JSON_TYPE, PREFIX } from './answer-query.ts'
import type { ApiDeps, Call } from './call.ts'
import { handleApiError } from './http/error-handler.ts'
import { registerJsonBody } from './http/json-body.ts'
import * as media from './media.ts'
import * as writes from './posts/post-calls.ts'
import * as posts from './posts/posts.ts'
import * as previews from './posts/preview-links.ts'
import { readHeatmap, readStreak } from './posts/statistics.ts'
import { changeTag, listTags, listTagUses, resetTags } from './posts/tags.ts'
import * as projects from './projects.ts'
import { readLedger, readRecord } from './record.ts'
import * as conflicts from './repair/conflicts.ts'
import * as displaced from './repair/displaced.ts'
import * as files from './repair/files.ts'
import * as history from './repair/history.ts'
import { login, logout } from './session.ts'
import * as site from './site.ts'
import { readAlive, readReady, readStatus } from './status.ts'
import { takeWebhook } from './webhook.ts'

type Guard = 'visitor' | 'admin'
type Route = readonly [HTTPMethods, string, Guard, Call]

/** All calls: method, address, who may, what it takes and does. */
const ROUTES: readonly Route[] = [
  ['POST', '/api/auth/login', 'visitor', login],
  ['POST', '/api/auth/logout', 'admin', logout],

  ['GET', '/api/posts/public', 'visitor', posts.listPosts],
  ['GET', '/api/posts/public/:type', 'visitor', posts.listPostsOfType],
  ['GET', '/api/posts/featured', 'visitor', posts.listFeatured],
  ['GET', '/api/posts/tags', 'visitor', listTags],
  ['GET', '/api/posts/streak', 'visitor', readStreak],
  ['GET', '/api/posts/heatmap', 'visitor', readHeatmap],
  ['GET', '/api/posts/:id', 'visitor', posts.readPost],
  ['GET', '/api/posts/by-id/:id', 'visitor', posts.readPost],
  ['GET', '/api/posts/admin', 'admin', posts.listAdminPosts],
  ['GET', '/api/posts/deleted', 'admin', history.listDeletedPosts],
  ['POST', '/api/posts', 'admin', writes.createPost],
  ['POST', '/api/posts/preview', 'admin', writes.previewPost],
  ['POST', '/api/posts/words', 'admin', writes.countPost],
  ['POST', '/api/posts/tags/reset', 'admin', resetTags],
  ['PUT', '/api/posts/:id', 'admin', writes.updatePost],
  ['PUT', '/api/posts/by-id/:id', 'admin', writes.updatePost],
  ['POST', '/api/posts/:id/rename', 'admin', writes.renamePost],
  ['POST', '/api/posts/by-id/:id/rename', 'admin', writes.renamePost],
  ['PATCH', '/api/posts/:id/featured', 'admin', writes.featurePost],
  ['PATCH', '/api/posts/by-id/:id/featured', 'admin', writes.featurePost],
  ['DELETE', '/api/posts/:id', 'admin', writes.deletePost],
  ['DELETE', '/api/posts/by-id/:id', 'admin', writes.deletePost],

  ['POST', '/api/posts/:id/preview-link', 'admin', previews.createPreviewLink],
  ['POST', '/api/posts/by-id/:id/preview-link', 'admin', previews.createPreviewLink],
  ['DELETE', '/api/posts/:id/preview-link', 'admin', previews.revokePreviewLinks],
  ['DELETE', '/api/posts/by-id/:id/preview-link', 'admin', previews.revokePreviewLinks],
  ['GET', '/api/preview/:token', 'visitor', previews.readPreview],

  ['GET', '/api/tags', 'admin', listTagUses],
  ['PATCH', '/api/tags', 'admin', changeTag],

  ['POST', '/api/media', 'admin', media.addImage],
  ['GET', '/api/media/:year/:name', 'admin', media.readWaitingImage],

  ['GET', '/api/history', 'admin', history.listHistory],
  ['GET', '/api/history/:commit', 'admin', history.readPostAt],
  ['POST', '/api/history/:commit/revert', 'admin', history.revertCommit],

  ['GET', '/api/deadline-projects', 'visitor', projects.listProjects],
  ['POST', '/api/deadline-projects', 'admin', projects.createProject],
  ['PATCH', '/api/deadline-projects/:id', 'admin', projects.updateProject],
  ['GET', '/api/deadlines/ledger', 'visitor', readLedger],
  ['GET', '/api/record', 'visitor', readRecord],

  ['GET', '/api/files', 'admin', files.readFile],
  ['PUT', '/api/files', 'admin', files.saveFile],
  ['GET', '/api/files/site', 'admin', files.listSiteFiles],
  ['GET', '/api/conflicts', 'admin', conflicts.listConflicts],
  ['GET', '/api/conflicts/:id', 'admin', conflicts.readConflict],
  ['POST', '/api/conflicts/:id/resolve', 'admin', conflicts.resolveConflict],
  ['GET', '/api/displaced/:commit', 'admin', displaced.readDisplaced],
  ['PATCH', '/api/displaced/:commit', 'admin', displaced.discardDisplaced],
  ['POST', '/api/displaced/:commit/restore', 'admin', displaced.restoreDisplaced],

  ['GET', '/api/search', 'visitor', site.search],
  ['GET', '/api/about', 'visitor', site.readAbout],
  ['GET', '/api/resources/:page', 'visitor', site.readResources],
  ['GET', '/api/site', 'visitor', site.readSite],
  ['GET', '/api/status', 'admin', readStatus],
  ['POST', '/api/git/webhook', 'visitor', takeWebhook],
  ['GET', '/healthz', 'visitor', readAlive],
  ['GET', '/readyz', 'visitor', readReady],
]

const DOCUMENT_ADDRESS = '/api/openapi.json'

/** Puts the API and the health checks on an app. */
export async function registerApi(app: FastifyInstance, deps: ApiDeps): Promise<void> {
  await deps.auth.register(app)
  await app.register(async (api) => {
    registerJsonBody(api)
    api.setErrorHandler(handleApiError)
    for (const route of ROUTES) {
      const { registerBody } = route[3]
      if (!registerBody) registerCall(api, { route, deps })
      else {
        await api.register(async (others) => {
          registerBody(others)
          registerCall(others, { route, deps })
        })
      }
    }
    registerDocument(api, deps)
    refuseOtherMethods(api)
    await refuseUnknown(api)
  })
}

function registerCall(
  api: FastifyInstance,
  { route, deps }: { route: Route; deps: ApiDeps },
): void {
  const [method, url, guard, call] = route
  const isAdmin = guard === 'admin'
  const isPrivate = isAdmin || call.isUncached === true
  async function onRequest(request: FastifyRequest, reply: FastifyReply) {
    reply.header('cache-control', 'no-store')
    if (isAdmin) await deps.auth.requireAdmin(request)
  }
  const handler = (request: FastifyRequest, reply: FastifyReply) =>
    call.handle(request, reply, deps)
  api.route({ method, url, handler, ...(isPrivate && { onRequest }) })
}

function registerDocument(api: FastifyInstance, deps: ApiDeps): void {
  const { generation, answers, securityHeaders } = deps
  let document: string | undefined
  api.get(DOCUMENT_ADDRESS, async (request, reply) => {
    const current = generation()
    const ready = await answers.get({
      key: DOCUMENT_ADDRESS,
      generation: current.id,
      async make() {
        const { buildOpenApi } = await import('./openapi.ts')
        document ??= buildOpenApi(ROUTES)
        const headers = { 'content-type': JSON_TYPE, ...publicHeaders(current), ...securityHeaders }
        return { statusCode: 200, headers, body: Buffer.from(document) }
      },
    })
    sendAnswer(request, reply, ready)
  })
}

/**
 * Answers 405 to the other methods of each address, before a body is read. No call takes OPTIONS:
 * below /api what has no route is asked for again by that method (`refuseUnknown`), so that an
 * address needs one route to refuse and not six.
 */
function refuseOtherMethods(api: FastifyInstance): void {
  const methodsOf = new Map<string, HTTPMethods[]>([[DOCUMENT_ADDRESS, ['GET', 'HEAD']]])
  for (const [method, url] of ROUTES) {
    // Fastify answers HEAD wherever there is a GET.
    const own = method === 'GET' ? [method, 'HEAD'] : [method]
    methodsOf.set(url, [...(methodsOf.get(url) ?? []), ...own])
  }
  for (const [url, methods] of methodsOf) {
    const allow = methods.join(', ')
    const refuse = async () => {
      const sentence = `This address takes only ${allow}.`
      throw new AppError(405, 'method_not_allowed', sentence, { headers: { allow } })
    }
    const others = url.startsWith(PREFIX) ? methodsOfPattern(url) : api.supportedMethods
    const refused = new Set(['OPTIONS', ...others].filter((name) => !methods.includes(name)))
    // HEAD comes with GET.
    if (refused.has('GET')) refused.delete('HEAD')
    api.route({ method: [...refused], url, onRequest: refuse, handler: refuse })
  }
}

/** Methods of the addresses with a parameter where this one has a word: `/posts/tags` is no post. */
function methodsOfPattern(url: string): HTTPMethods[] {
  const word = url.slice(url.lastIndexOf('/') + 1)
  return ROUTES.filter(([, other]) => other.replace(/:\w+$/, word) === url).map(([name]) => name)
}

/** Answers 404 to everything else below /api, before a body is read. */
async function refuseUnknown(api: FastifyInstance): Promise<void> {
  async function refuse({ method, raw }: FastifyRequest, reply: FastifyReply) {
    if (method === 'OPTIONS') throw new NotFoundError('There is no such call.')
    reply.hijack()
    raw.method = 'OPTIONS'
    api.routing(raw, reply.raw)
  }
  await api.register(
    async (unknown) => {
      unknown.addHook('onRequest', refuse)
      unknown.setNotFoundHandler(refuse)
    },
    { prefix: PREFIX },
  )
}
