/**
 * Every call of the API, and how they are put on an app: guards before bodies are read, one form
 * of answers, 405 for a known address with another method.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { sendReady } from '../answers/cached-answer.ts'
import { publicHeaders } from '../answers/public-headers.ts'
import { NotFoundError } from '../errors.ts'
import { LongLists } from '../queries/long-lists.ts'
import { JSON_TYPE } from './answer-query.ts'
import type { ApiDeps, Call } from './call.ts'
import { handleApiError } from './http/error-handler.ts'
import { registerJsonBody } from './http/json-body.ts'
import { createKnownAddresses, type KnownAddresses } from './http/known-addresses.ts'
import * as media from './media.ts'
import * as writes from './posts/post-writes.ts'
import * as posts from './posts/posts.ts'
import { createReview } from './posts/reviews.ts'
import { readHeatmap, readStreak } from './posts/statistics.ts'
import { listTags, resetTags } from './posts/tags.ts'
import * as projects from './projects.ts'
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
  ['GET', '/api/posts/:id/changes', 'visitor', posts.readChanges],
  ['GET', '/api/posts/by-id/:id/changes', 'visitor', posts.readChanges],
  ['GET', '/api/posts/admin', 'admin', posts.listAdminPosts],
  ['GET', '/api/posts/deleted', 'admin', history.listDeletedPosts],
  ['POST', '/api/posts', 'admin', writes.createPost],
  ['POST', '/api/posts/preview', 'admin', writes.previewPost],
  ['POST', '/api/posts/tags/reset', 'admin', resetTags],
  ['PUT', '/api/posts/:id', 'admin', writes.updatePost],
  ['PUT', '/api/posts/by-id/:id', 'admin', writes.updatePost],
  ['PATCH', '/api/posts/:id/featured', 'admin', writes.featurePost],
  ['PATCH', '/api/posts/by-id/:id/featured', 'admin', writes.featurePost],
  ['DELETE', '/api/posts/:id', 'admin', writes.deletePost],
  ['DELETE', '/api/posts/by-id/:id', 'admin', writes.deletePost],

  ['POST', '/api/media', 'admin', media.addImage],
  ['GET', '/api/media/:year/:name', 'admin', media.readWaitingImage],

  ['GET', '/api/history', 'admin', history.listHistory],
  ['GET', '/api/history/:commit', 'admin', history.readPostAt],
  ['POST', '/api/history/:commit/revert', 'admin', history.revertCommit],

  ['GET', '/api/deadline-projects', 'visitor', projects.listProjects],
  ['POST', '/api/deadline-projects', 'admin', projects.createProject],
  ['PATCH', '/api/deadline-projects/:id', 'admin', projects.updateProject],

  ['GET', '/api/files', 'admin', files.readFile],
  ['PUT', '/api/files', 'admin', files.saveFile],
  ['GET', '/api/files/site', 'admin', files.listSiteFiles],
  ['GET', '/api/conflicts', 'admin', conflicts.listConflicts],
  ['GET', '/api/conflicts/:id', 'admin', conflicts.readConflict],
  ['POST', '/api/conflicts/:id/resolve', 'admin', conflicts.resolveConflict],
  ['GET', '/api/displaced/:commit', 'admin', displaced.readDisplaced],
  ['PATCH', '/api/displaced/:commit', 'admin', displaced.discardDisplaced],
  ['POST', '/api/displaced/:commit/restore', 'admin', displaced.restoreDisplaced],
  ['POST', '/api/reviews', 'admin', createReview],

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
export async function registerApi(
  app: FastifyInstance,
  given: Omit<ApiDeps, 'longLists'>,
): Promise<void> {
  const deps = { ...given, longLists: new LongLists(given.answers) }
  await deps.auth.register(app)
  await app.register(async (api) => {
    registerJsonBody(api)
    api.setErrorHandler(handleApiError)
    const addresses = createKnownAddresses([...ROUTES, ['GET', DOCUMENT_ADDRESS]])
    for (const route of ROUTES) {
      const { registerBody } = route[3]
      if (!registerBody) registerCall(api, { route, deps, addresses })
      else {
        await api.register(async (others) => {
          registerBody(others)
          registerCall(others, { route, deps, addresses })
        })
      }
    }
    registerDocument(api, deps)
    await registerUnknown(api, addresses)
  })
}

function registerCall(
  api: FastifyInstance,
  more: { route: Route; deps: ApiDeps; addresses: KnownAddresses },
): void {
  const { deps, addresses } = more
  const [method, url, guard, call] = more.route
  const isAdmin = guard === 'admin'
  const isPrivate = isAdmin || call.isUncached === true
  async function onRequest(request: FastifyRequest, reply: FastifyReply) {
    addresses.refuseOtherMethods(request.method, pathOf(request))
    reply.header('cache-control', 'no-store')
    if (isAdmin) await deps.auth.requireAdmin(request)
  }
  const handler = (request: FastifyRequest, reply: FastifyReply) =>
    call.handle(request, reply, deps)
  api.route({ method, url, handler, ...(isPrivate && { onRequest }) })
}

function registerDocument(api: FastifyInstance, deps: ApiDeps): void {
  const { moment, answers, securityHeaders } = deps
  let document: string | undefined
  api.get(DOCUMENT_ADDRESS, async (request, reply) => {
    const now = moment()
    const ready = await answers.get({
      key: DOCUMENT_ADDRESS,
      generation: now.id,
      async make() {
        const { buildOpenApi } = await import('./openapi.ts')
        document ??= buildOpenApi(ROUTES)
        const headers = { 'content-type': JSON_TYPE, ...publicHeaders(now), ...securityHeaders }
        return { statusCode: 200, headers, body: Buffer.from(document) }
      },
    })
    sendReady(request, reply, ready)
  })
}

/** Everything else below /api, by whatever method, and other methods of the health checks. */
async function registerUnknown(api: FastifyInstance, addresses: KnownAddresses): Promise<void> {
  async function refuse(request: FastifyRequest): Promise<never> {
    addresses.refuseOtherMethods(request.method, pathOf(request))
    throw new NotFoundError('There is no such call.')
  }
  await api.register(
    async (unknown) => {
      // Before a body is read, which may be anything.
      unknown.addHook('onRequest', refuse)
      unknown.setNotFoundHandler(refuse)
    },
    { prefix: '/api' },
  )
  // An address of another method, where a post's id could stand.
  api.route({ method: 'GET', url: '/api/posts/preview', onRequest: refuse, handler: refuse })
  const others = api.supportedMethods.filter((name) => name !== 'GET' && name !== 'HEAD')
  for (const url of ['/healthz', '/readyz']) {
    api.route({ method: others, url, onRequest: refuse, handler: refuse })
  }
}

/** The request's path without its query. */
function pathOf({ url }: FastifyRequest): string {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}
