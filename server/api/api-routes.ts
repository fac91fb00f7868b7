/**
 * Every call of the API, and how they are put on an app: guards before bodies are read, one form
 * of answers, 405 for a known address with another method.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { NotFoundError } from '../errors.ts'
import { CALL_DOCS, type CallDoc } from './call-docs.ts'
import { handleApiError } from './error-handler.ts'
import { createHistoryCalls } from './history-calls.ts'
import { registerJsonBody } from './json-body.ts'
import { openApiSchema, registerOpenApi } from './openapi.ts'
import { refuseOtherMethods } from './other-methods.ts'
import { createPostCalls, type PostCallEdges } from './post-calls.ts'
import { createProjectCalls } from './project-calls.ts'
import { createReadCalls, type ReadEdges } from './read-calls.ts'
import { createSiteCalls, type SiteCallEdges } from './site-calls.ts'

export type ApiEdges = ReadEdges & PostCallEdges & SiteCallEdges

type Guard = 'visitor' | 'admin'
type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown
type Call = readonly [HTTPMethods, string, Guard, Handler, CallDoc]

/** All calls: method, address, who may, handler, description. */
function apiCalls(edges: ApiEdges): readonly Call[] {
  const { readQuery, readPost, readUnkept, readAdminPosts } = createReadCalls(edges)
  const posts = createPostCalls(edges)
  const projects = createProjectCalls(edges)
  const history = createHistoryCalls(edges)
  const site = createSiteCalls(edges)
  const docs = CALL_DOCS
  return [
    ['POST', '/api/auth/login', 'visitor', site.login, docs.login],
    ['POST', '/api/auth/logout', 'admin', site.logout, docs.logout],

    ['GET', '/api/posts/public', 'visitor', readQuery, docs.posts],
    ['GET', '/api/posts/public/:type', 'visitor', readQuery, docs.postsOfType],
    ['GET', '/api/posts/featured', 'visitor', readQuery, docs.featured],
    ['GET', '/api/posts/tags', 'visitor', readQuery, docs.tags],
    ['GET', '/api/posts/streak', 'visitor', readQuery, docs.streak],
    ['GET', '/api/posts/heatmap', 'visitor', readQuery, docs.heatmap],
    ['GET', '/api/posts/:id', 'visitor', readPost, docs.post],
    ['GET', '/api/posts/by-id/:id', 'visitor', readPost, docs.post],
    ['GET', '/api/posts/admin', 'admin', readAdminPosts, docs.adminPosts],
    ['GET', '/api/posts/deleted', 'admin', history.listDeletedPosts, docs.deletedPosts],
    ['POST', '/api/posts', 'admin', posts.createPost, docs.createPost],
    ['POST', '/api/posts/preview', 'admin', posts.previewPost, docs.preview],
    ['POST', '/api/posts/tags/reset', 'admin', posts.resetTags, docs.resetTags],
    ['PUT', '/api/posts/:id', 'admin', posts.updatePost, docs.updatePost],
    ['PUT', '/api/posts/by-id/:id', 'admin', posts.updatePost, docs.updatePost],
    ['PATCH', '/api/posts/:id/featured', 'admin', posts.featurePost, docs.featurePost],
    ['PATCH', '/api/posts/by-id/:id/featured', 'admin', posts.featurePost, docs.featurePost],
    ['DELETE', '/api/posts/:id', 'admin', posts.deletePost, docs.deletePost],
    ['DELETE', '/api/posts/by-id/:id', 'admin', posts.deletePost, docs.deletePost],

    ['GET', '/api/history', 'admin', history.listHistory, docs.history],
    ['GET', '/api/history/:commit', 'admin', history.readPostAt, docs.postAt],
    ['POST', '/api/history/:commit/revert', 'admin', history.revertCommit, docs.revert],

    ['GET', '/api/deadline-projects', 'visitor', readQuery, docs.projects],
    ['POST', '/api/deadline-projects', 'admin', projects.createProject, docs.createProject],
    ['PATCH', '/api/deadline-projects/:id', 'admin', projects.updateProject, docs.updateProject],

    ['GET', '/api/search', 'visitor', readUnkept, docs.search],
    ['GET', '/api/about', 'visitor', readQuery, docs.about],
    ['GET', '/api/resources/:page', 'visitor', readQuery, docs.resources],
    ['GET', '/api/site', 'visitor', readQuery, docs.site],
    ['GET', '/api/status', 'admin', site.readStatus, docs.status],
    ['GET', '/healthz', 'visitor', site.readAlive, docs.healthz],
    ['GET', '/readyz', 'visitor', site.readReady, docs.readyz],
  ]
}

/** Puts the API and the health checks on an app. To be awaited before pages are put on it. */
export async function registerApi(app: FastifyInstance, edges: ApiEdges): Promise<void> {
  await edges.auth.register(app)
  await registerOpenApi(app)
  await app.register(async (api) => {
    registerJsonBody(api)
    api.setErrorHandler(handleApiError)
    // Schemas describe the calls; handlers check what they are given, after the guard.
    api.setValidatorCompiler(() => () => true)
    api.setSerializerCompiler(() => (answer) => JSON.stringify(answer))
    const calls = apiCalls(edges)
    for (const call of calls) registerCall(api, call, edges)
    api.get('/api/openapi.json', { schema: { hide: true } }, (_request, reply) =>
      reply.header('cache-control', 'no-cache').send(app.swagger()),
    )
    const own = calls.map(([method, url]) => [method, url] as const)
    refuseOtherMethods(api, [...own, ['GET', '/api/openapi.json']])
    for (const url of ['/api', '/api/*']) {
      api.all(url, { schema: { hide: true }, onRequest: refuseUnknown }, refuseUnknown)
    }
  })
}

function registerCall(api: FastifyInstance, call: Call, { auth }: ApiEdges): void {
  const [method, url, guard, handler, doc] = call
  const isAdmin = guard === 'admin'
  // An answer to a token, or with one in it, is for its reader alone; a health check is for now.
  const isPrivate = isAdmin || method !== 'GET' || doc.tag === 'Health'
  api.route({
    method,
    url,
    schema: openApiSchema(doc, isAdmin),
    ...(isPrivate && {
      async onRequest(request: FastifyRequest, reply: FastifyReply) {
        reply.header('cache-control', 'no-store')
        if (isAdmin) await auth.requireAdmin(request)
      },
    }),
    handler,
  })
}

async function refuseUnknown(): Promise<never> {
  throw new NotFoundError('There is no such call.')
}
