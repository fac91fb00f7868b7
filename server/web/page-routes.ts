/** Routes that answer html; a page is rendered once for each snapshot and day. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { postPath, projectPath } from '#domain/addresses.ts'
import type { Answer } from '#domain/answers/public-answers.ts'
import type { InitialData } from '../../client/data/query-store.ts'
import { UNKNOWN_POST_PATH } from '../../client/start/page-queries.ts'
import { PAGES } from '../../client/start/page-table.ts'
import { type AnswerParts, PUBLIC_HEADERS } from '../answers/cached-answer.ts'
import { oldAddress } from '../content/formats/post-id.ts'
import { resolveOldId } from '../content/index/ids.ts'
import { isPublic } from '../content/records.ts'
import { AppError, BadRequestError } from '../errors.ts'
import type { Log } from '../log.ts'
import { previewedPost } from '../queries/preview.ts'
import { answerQuery } from '../queries/queries.ts'
import type { QueryContext } from '../queries/query-context.ts'
import type { SiteDeps } from './feeds/feed-routes.ts'
import { type PageAddress, pageAddress, withoutTrailingSlash } from './page-address.ts'
import { PRIVATE_PAGE_HEADERS } from './security-headers.ts'
import type { AssetManifest } from './static-files.ts'

interface PageDeps extends SiteDeps {
  manifest: AssetManifest
}

/** All others may be given once. */
const REPEATED_PARAMETERS = ['tag', 'kind']
const FAULT_SENTENCE = 'Something went wrong. Please try again.'

/** Registers the pages; own pages and the 404 page are at all other addresses. */
export function registerPages(app: FastifyInstance, deps: PageDeps): void {
  const send = (request: FastifyRequest, reply: FastifyReply) => sendPage(request, reply, deps)
  for (const { path } of PAGES) app.get(path, send)
  app.setNotFoundHandler(send)
}

/** Sends the page of an address, or a redirect. */
async function sendPage(request: FastifyRequest, reply: FastifyReply, deps: PageDeps) {
  const context = deps.context()
  const address = pageAddress(request.url, context.snapshot)
  const redirect = await redirectOf(address, request.url, context)
  if (redirect !== null) {
    // Cached like a page, but not here: an alias may move. Preview links stay private.
    const isPrivate = address.path.startsWith('/preview/')
    const headers = isPrivate ? PRIVATE_PAGE_HEADERS : PUBLIC_HEADERS
    return reply.headers(headers).redirect(redirect.location, redirect.statusCode)
  }
  if (address.page.name === 'not-found') deps.log.info({ path: address.path }, 'Unknown path')
  const target = canonicalAddress(address, context)
  const key = target.path + target.search
  const make = () => makePage(target, context, deps)
  return deps.answers.send(request, reply, { key, context, make })
}

/** The address to render and cache: all unknown paths share one, and so do all unknown posts. */
function canonicalAddress(address: PageAddress, { snapshot, now }: QueryContext): PageAddress {
  const { page, params } = address
  // An address that no page can have.
  if (page.name === 'not-found') return pageAddress('//', snapshot)
  if (page.name !== 'post') return address
  const post = snapshot.posts.get(params.postId ?? '')
  return post && isPublic(post, now) ? address : pageAddress(UNKNOWN_POST_PATH, snapshot)
}

/** Redirect target of an address; null if the page is at this address. */
async function redirectOf(
  address: PageAddress,
  url: string,
  context: QueryContext,
): Promise<{ location: string; statusCode: number } | null> {
  const { page, params } = address
  if (page.name === 'preview') {
    const previewed = await previewedPost(params.token ?? '', context)
    return previewed?.isPublic ? { location: postPath(previewed.post.id), statusCode: 302 } : null
  }
  const isUnknown = page.name === 'not-found'
  const { snapshot, now, siteUrl } = context
  const slashless = isUnknown ? withoutTrailingSlash(url, snapshot) : null
  if (slashless !== null) return { location: slashless, statusCode: 308 }
  const project = page.name === 'project' && snapshot.projectNamed(params.projectId ?? '')
  if (project && project.id !== params.projectId) {
    return { location: projectPath(project.id), statusCode: 301 }
  }
  for (const old of oldNames(address, url, siteUrl)) {
    const id = resolveOldId(old, snapshot, now)
    if (id !== null) return { location: postPath(id), statusCode: 301 }
    const moved = [...snapshot.pages.values()].find(({ aliases }) => aliases.includes(old))
    if (moved) return { location: moved.address, statusCode: 301 }
  }
  return null
}

/** What an alias may say for an address: with its query, which goes before a page, then without. */
function oldNames({ page, params, path }: PageAddress, url: string, siteUrl: string): string[] {
  const { origin } = new URL(siteUrl)
  const withQuery = url.includes('?') ? oldAddress(url) : null
  const name = page.name === 'not-found' ? oldAddress(path) : params.postId
  return [withQuery, name].flatMap((old) => (old ? [old, origin + old] : []))
}

/** Renders a page with the answers of its queries and the status of the first failure. */
async function makePage(
  address: PageAddress,
  context: QueryContext,
  { manifest, log }: PageDeps,
): Promise<AnswerParts> {
  const { page, params, search } = address
  const { renderPage } = await import('./render-page.ts')
  const input = { params, search: new URLSearchParams(search), today: context.today }
  const queries = page.queries(input)
  const twice = page.parameters?.find(
    (name) => !REPEATED_PARAMETERS.includes(name) && input.search.getAll(name).length > 1,
  )
  const answerOf = async (query: string) => {
    if (twice !== undefined) throw new BadRequestError(`"${twice}" is given more than once.`)
    return answerQuery(query, context)
  }
  const results = await answerQueries(queries, answerOf, log)
  const failed = queries.map((query) => results.failures[query]).find((failure) => failure)
  const statusCode = page.name === 'not-found' ? 404 : (failed?.statusCode ?? 200)
  return renderPage({ address, context, manifest, ...results, statusCode })
}

/** Answers the queries of a page, answers and failures by path. Internal errors are logged. */
async function answerQueries(
  queries: readonly string[],
  answerOf: (query: string) => Promise<Answer<unknown, unknown>>,
  log: Log,
) {
  const failures: NonNullable<InitialData['failures']> = {}
  const results = await Promise.all(
    queries.map(async (query) => {
      try {
        return [[query, await answerOf(query)] as const]
      } catch (error) {
        const isExpected = error instanceof AppError
        if (!isExpected) log.error({ err: error, query }, 'A query failed')
        failures[query] = isExpected
          ? { statusCode: error.statusCode, error: error.message }
          : { statusCode: 500, error: FAULT_SENTENCE }
        return []
      }
    }),
  )
  // In the order of the queries, so that the same answers give the same bytes.
  return { answers: Object.fromEntries(results.flat()), failures }
}
