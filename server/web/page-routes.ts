/**
 * Every address that answers html. A page seen before is one look-up and one buffer; the others are
 * rendered once for each snapshot and day.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PAGES } from '../../client/start/page-table.ts'
import type { AnswerCache } from '../answers/answer-cache.ts'
import { buildReadyAnswer, type ReadyAnswer, sendReady } from '../answers/cached-answer.ts'
import { publicHeaders } from '../answers/public-headers.ts'
import { oldAddress } from '../content/formats/old-address.ts'
import { movedPost } from '../content/index/moved-post.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Moment } from '../queries/generation.ts'
import type { QueryContext } from '../queries/queries.ts'
import type { AssetManifest } from './assets.ts'
import { type PageAddress, pageAddress, withoutTrailingSlash } from './page-address.ts'
import { allAnswers, isGivenOut, statusOf, whatAnswers } from './page-answers.ts'
import { renderFaultPage, renderPage } from './render-page.ts'
import type { HeaderMap } from './security-headers.ts'

interface PageEdges {
  moment(): Moment
  contextOf(moment: Moment): QueryContext
  /** Kept pages; may be shared with the API. */
  answers: AnswerCache
  manifest: AssetManifest
  /** The site's own address without a trailing slash, known once the server listens. */
  siteUrl(): string
  securityHeaders: HeaderMap
  log: Log
}

/** One page for all unknown addresses: it does not show which. */
const NOT_FOUND_KEY = 'not-found'
const NOT_FOUND_PATH = '/404'

/** Adds the pages, and what answers addresses and methods that nothing else does. */
export function registerPages(app: FastifyInstance, edges: PageEdges): void {
  const handlePage = createPageHandler(edges)
  for (const { path } of PAGES) app.get(path, handlePage)
  app.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return handlePage(request, reply)
    return refuseMethod(request, reply)
  })
}

function createPageHandler(edges: PageEdges) {
  const { answers, log } = edges

  function handlePage(request: FastifyRequest, reply: FastifyReply): undefined | Promise<unknown> {
    const moment = edges.moment()
    const url = request.raw.url ?? '/'
    const held = answers.cached(url, moment.id)
    if (!held) return findPage({ request, reply, url, moment })
    sendReady(request, reply, held)
    return undefined
  }

  async function findPage({ request, reply, url, moment }: PageRequest): Promise<unknown> {
    const address = pageAddress(url)
    if (address.entry.name === 'not-found') {
      const moved = withoutTrailingSlash(url)
      if (moved) return redirect(reply, moment, { statusCode: 308, location: moved })
      const id = movedTo(oldAddress(address.path), moment)
      if (id !== null) return redirect(reply, moment, { location: postAddress(id) })
      log.info({ path: address.path }, 'Unknown path')
      return sendReady(request, reply, await notFoundPage(moment))
    }
    const id = movedTo(address.params.postId ?? null, moment)
    if (id !== null) {
      const ending = address.entry.name === 'post-changes' ? '/changes' : ''
      return redirect(reply, moment, { location: postAddress(id) + ending })
    }
    return sendReady(request, reply, await readyPage(address, moment))
  }

  const movedTo = (old: string | null, moment: Moment) =>
    old && movedPost(old, moment.snapshot, edges.contextOf(moment).now)

  const notFoundPage = (moment: Moment) =>
    readyPage({ ...pageAddress(NOT_FOUND_PATH), isKept: true }, moment, {
      key: NOT_FOUND_KEY,
      statusCode: 404,
    })

  async function readyPage(
    address: PageAddress,
    moment: Moment,
    { key, statusCode } = { key: address.path + address.search, statusCode: 200 },
  ): Promise<ReadyAnswer> {
    const context = edges.contextOf(moment)
    const { entry, params, search } = address
    const place = { params, search: new URLSearchParams(search), today: moment.today }
    const queries = entry.queries(place)
    const make = async () => ({
      ...(await renderPage({
        ...frame(address, moment),
        statusCode,
        ...(await allAnswers(queries, context)),
      })),
      isProvisional: context.hasStandIns?.() === true,
    })
    try {
      const isKept = address.isKept && isGivenOut(search, context)
      if (!isKept) return await buildReadyAnswer(await make())
      return await answers.get({ key, generation: moment.id, make })
    } catch (error) {
      if (error instanceof AppError) log.info({ path: address.path }, error.message)
      else log.error({ err: error, path: address.path }, 'A page could not be made')
      return failedPage(address, moment, queries)
    }
  }

  /** The page with what could be answered; not kept. */
  async function failedPage(address: PageAddress, moment: Moment, queries: readonly string[]) {
    try {
      const found = await whatAnswers(queries, edges.contextOf(moment), log)
      const page = { ...frame(address, moment), ...found, statusCode: statusOf(found.failures) }
      return await buildReadyAnswer(await renderPage(page))
    } catch (error) {
      log.error({ err: error, path: address.path }, 'The page of a failure could not be made')
      const { brand } = moment.snapshot.site
      return buildReadyAnswer(renderFaultPage({ ...edges, brand }))
    }
  }

  function frame(address: PageAddress, moment: Moment) {
    const { manifest, securityHeaders } = edges
    return { address, moment, manifest, securityHeaders, siteUrl: edges.siteUrl() }
  }

  return handlePage
}

interface PageRequest {
  request: FastifyRequest
  reply: FastifyReply
  url: string
  moment: Moment
}

const postAddress = (id: string): string => `/post/${encodeURIComponent(id)}`

/** Asked again each time: an alias may be given to another post. */
function redirect(
  reply: FastifyReply,
  moment: Moment,
  { location, statusCode = 301 }: { location: string; statusCode?: 301 | 308 },
): FastifyReply {
  return reply.headers(publicHeaders(moment)).redirect(location, statusCode)
}

function refuseMethod(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isPage = pageAddress(request.raw.url ?? '/').entry.name !== 'not-found'
  const text = isPage ? 'This address can only be read.\n' : 'There is nothing here.\n'
  if (isPage) reply.header('allow', 'GET, HEAD')
  return reply
    .code(isPage ? 405 : 404)
    .header('cache-control', 'no-cache')
    .type('text/plain; charset=utf-8')
    .send(text)
}
