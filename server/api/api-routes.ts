/**
 * Every call of the API, and how they are put on an app: guards before bodies are read, one form
 * of answers, 405 for a known address with another method.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { sendReady } from '../answers/cached-answer.ts'
import { publicHeaders } from '../answers/public-headers.ts'
import { NotFoundError } from '../errors.ts'
import { createHistoryCalls } from './history-calls.ts'
import { handleApiError } from './http/error-handler.ts'
import { registerJsonBody } from './http/json-body.ts'
import { createKnownAddresses, type KnownAddresses } from './http/known-addresses.ts'
import { createMediaCalls, type MediaEdges, registerImageBody } from './media-call.ts'
import type { CallName } from './openapi/openapi.ts'
import { createPostCalls, type PostCallEdges } from './post-calls.ts'
import { createProjectCalls } from './project-calls.ts'
import { createReadCalls, type ReadEdges } from './read-calls.ts'
import { createRepairCalls } from './repair-calls.ts'
import { createSiteCalls, type SiteCallEdges } from './site-calls.ts'
import { createWebhookCall, registerRawBody, type WebhookEdges } from './webhook-call.ts'

type ApiEdges = ReadEdges & PostCallEdges & SiteCallEdges & WebhookEdges & MediaEdges

/** Answers for their asker or their moment alone, though they need no token. */
const UNKEPT: ReadonlySet<CallName> = new Set(['login', 'healthz', 'readyz', 'webhook'])

/** Calls whose body is not JSON. */
const OTHER_BODIES: Partial<Record<CallName, (app: FastifyInstance) => void>> = {
  webhook: registerRawBody,
  addImage: registerImageBody,
}

type Guard = 'visitor' | 'admin'
type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown
type Call = readonly [HTTPMethods, string, Guard, CallName, Handler]

/** All calls: method, address, who may, the name of its description, handler. */
function apiCalls(edges: ApiEdges): readonly Call[] {
  const { readQuery, readPost, readChanges, readUnkept, readAdminPosts } = createReadCalls(edges)
  const posts = createPostCalls(edges)
  const projects = createProjectCalls(edges)
  const media = createMediaCalls(edges)
  const history = createHistoryCalls(edges)
  const repair = createRepairCalls(edges)
  const site = createSiteCalls(edges)
  return [
    ['POST', '/api/auth/login', 'visitor', 'login', site.login],
    ['POST', '/api/auth/logout', 'admin', 'logout', site.logout],

    ['GET', '/api/posts/public', 'visitor', 'posts', readQuery],
    ['GET', '/api/posts/public/:type', 'visitor', 'postsOfType', readQuery],
    ['GET', '/api/posts/featured', 'visitor', 'featured', readQuery],
    ['GET', '/api/posts/tags', 'visitor', 'tags', readQuery],
    ['GET', '/api/posts/streak', 'visitor', 'streak', readQuery],
    ['GET', '/api/posts/heatmap', 'visitor', 'heatmap', readQuery],
    ['GET', '/api/posts/:id', 'visitor', 'post', readPost],
    ['GET', '/api/posts/by-id/:id', 'visitor', 'post', readPost],
    ['GET', '/api/posts/:id/changes', 'visitor', 'postChanges', readChanges],
    ['GET', '/api/posts/by-id/:id/changes', 'visitor', 'postChanges', readChanges],
    ['GET', '/api/posts/admin', 'admin', 'adminPosts', readAdminPosts],
    ['GET', '/api/posts/deleted', 'admin', 'deletedPosts', history.listDeletedPosts],
    ['POST', '/api/posts', 'admin', 'createPost', posts.createPost],
    ['POST', '/api/posts/preview', 'admin', 'preview', posts.previewPost],
    ['POST', '/api/posts/tags/reset', 'admin', 'resetTags', posts.resetTags],
    ['PUT', '/api/posts/:id', 'admin', 'updatePost', posts.updatePost],
    ['PUT', '/api/posts/by-id/:id', 'admin', 'updatePost', posts.updatePost],
    ['PATCH', '/api/posts/:id/featured', 'admin', 'featurePost', posts.featurePost],
    ['PATCH', '/api/posts/by-id/:id/featured', 'admin', 'featurePost', posts.featurePost],
    ['DELETE', '/api/posts/:id', 'admin', 'deletePost', posts.deletePost],
    ['DELETE', '/api/posts/by-id/:id', 'admin', 'deletePost', posts.deletePost],

    ['POST', '/api/media', 'admin', 'addImage', media.addImage],
    ['GET', '/api/media/:year/:name', 'admin', 'waitingImage', media.readWaitingImage],

    ['GET', '/api/history', 'admin', 'history', history.listHistory],
    ['GET', '/api/history/:commit', 'admin', 'postAt', history.readPostAt],
    ['POST', '/api/history/:commit/revert', 'admin', 'revert', history.revertCommit],

    ['GET', '/api/deadline-projects', 'visitor', 'projects', readQuery],
    ['POST', '/api/deadline-projects', 'admin', 'createProject', projects.createProject],
    ['PATCH', '/api/deadline-projects/:id', 'admin', 'updateProject', projects.updateProject],

    ['GET', '/api/files', 'admin', 'fileText', repair.readFile],
    ['PUT', '/api/files', 'admin', 'saveFile', repair.saveFile],
    ['GET', '/api/files/site', 'admin', 'siteFiles', repair.listSiteFiles],
    ['GET', '/api/conflicts', 'admin', 'conflicts', repair.listConflicts],
    ['GET', '/api/conflicts/:id', 'admin', 'conflict', repair.readConflict],
    ['POST', '/api/conflicts/:id/resolve', 'admin', 'resolveConflict', repair.resolveConflict],
    ['GET', '/api/displaced/:commit', 'admin', 'lostChange', repair.readLost],
    ['PATCH', '/api/displaced/:commit', 'admin', 'discardLost', repair.discardLost],
    ['POST', '/api/displaced/:commit/restore', 'admin', 'restoreLost', repair.restoreLost],
    ['POST', '/api/reviews', 'admin', 'createReview', repair.createReview],

    ['GET', '/api/search', 'visitor', 'search', readUnkept],
    ['GET', '/api/about', 'visitor', 'about', readQuery],
    ['GET', '/api/resources/:page', 'visitor', 'resources', readQuery],
    ['GET', '/api/site', 'visitor', 'site', readQuery],
    ['GET', '/api/status', 'admin', 'status', site.readStatus],
    ['POST', '/api/git/webhook', 'visitor', 'webhook', createWebhookCall(edges)],
    ['GET', '/healthz', 'visitor', 'healthz', site.readAlive],
    ['GET', '/readyz', 'visitor', 'readyz', site.readReady],
  ]
}

const DOCUMENT_ADDRESS = '/api/openapi.json'

/** Puts the API and the health checks on an app. */
export async function registerApi(app: FastifyInstance, edges: ApiEdges): Promise<void> {
  await edges.auth.register(app)
  await app.register(async (api) => {
    registerJsonBody(api)
    api.setErrorHandler(handleApiError)
    const calls = apiCalls(edges)
    const addresses = createKnownAddresses([...calls, ['GET', DOCUMENT_ADDRESS]])
    for (const call of calls) {
      const registerBody = OTHER_BODIES[call[3]]
      if (!registerBody) registerCall(api, { call, edges, addresses })
      else {
        await api.register(async (others) => {
          registerBody(others)
          registerCall(others, { call, edges, addresses })
        })
      }
    }
    registerDocument(api, calls, edges)
    await registerUnknown(api, addresses)
  })
}

function registerCall(
  api: FastifyInstance,
  more: { call: Call; edges: ApiEdges; addresses: KnownAddresses },
): void {
  const [method, url, guard, name, handler] = more.call
  const isAdmin = guard === 'admin'
  const isPrivate = isAdmin || UNKEPT.has(name)
  async function onRequest(request: FastifyRequest, reply: FastifyReply) {
    more.addresses.refuseOtherMethods(request.method, pathOf(request))
    reply.header('cache-control', 'no-store')
    if (isAdmin) await more.edges.auth.requireAdmin(request)
  }
  api.route({ method, url, handler, ...(isPrivate && { onRequest }) })
}

function registerDocument(
  api: FastifyInstance,
  calls: readonly Call[],
  { moment, answers, securityHeaders }: ReadEdges,
): void {
  let document: Promise<string> | undefined
  const build = async () => {
    const { buildOpenApi } = await import('./openapi/openapi.ts')
    return buildOpenApi(calls.map(([method, url, guard, name]) => [method, url, guard, name]))
  }
  api.get(DOCUMENT_ADDRESS, async (request, reply) => {
    const now = moment()
    const type = { 'content-type': 'application/json; charset=utf-8' }
    const ready = await answers.get({
      key: DOCUMENT_ADDRESS,
      generation: now.id,
      async make() {
        document ??= build()
        const headers = { ...type, ...publicHeaders(now), ...securityHeaders }
        return { statusCode: 200, headers, body: Buffer.from(await document) }
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
