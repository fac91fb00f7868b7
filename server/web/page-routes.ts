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

interface PageDeps {
  moment(): Moment
  contextOf(moment: Moment): QueryContext
  /** May be shared with the API. */
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
export function registerPages(app: FastifyInstance, deps: PageDeps): void {
  const pages = new Pages(deps)
  const send = (request: FastifyRequest, reply: FastifyReply) => pages.send(request, reply)
  for (const { path } of PAGES) app.get(path, send)
  app.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return send(request, reply)
    return refuseMethod(request, reply)
  })
}

class Pages {
  readonly #deps: PageDeps

  constructor(deps: PageDeps) {
    this.#deps = deps
  }

  send(request: FastifyRequest, reply: FastifyReply): undefined | Promise<unknown> {
    const moment = this.#deps.moment()
    const cached = this.#deps.answers.cached(request.raw.url ?? '/', moment.id)
    if (!cached) return this.#find(request, reply, moment)
    sendReady(request, reply, cached)
    return undefined
  }

  /** Sends the page of an address that is not cached, or leads to where it is now. */
  async #find(request: FastifyRequest, reply: FastifyReply, moment: Moment): Promise<unknown> {
    const url = request.raw.url ?? '/'
    const address = pageAddress(url)
    if (address.entry.name === 'not-found') {
      const moved = withoutTrailingSlash(url)
      if (moved) return redirect(reply, moment, { statusCode: 308, location: moved })
      const id = this.#movedTo(oldAddress(address.path), moment)
      if (id !== null) return redirect(reply, moment, { location: postAddress(id) })
      this.#deps.log.info({ path: address.path }, 'Unknown path')
      return sendReady(request, reply, await this.#notFound(moment))
    }
    const id = this.#movedTo(address.params.postId ?? null, moment)
    if (id !== null) {
      const ending = address.entry.name === 'post-changes' ? '/changes' : ''
      return redirect(reply, moment, { location: postAddress(id) + ending })
    }
    const { path, search } = address
    const place = { key: path + search, statusCode: 200 }
    return sendReady(request, reply, await this.#page(address, moment, place))
  }

  #movedTo(old: string | null, moment: Moment): string | null {
    return old && movedPost(old, moment.snapshot, this.#deps.contextOf(moment).now)
  }

  #notFound(moment: Moment): Promise<ReadyAnswer> {
    const address = { ...pageAddress(NOT_FOUND_PATH), isKept: true }
    return this.#page(address, moment, { key: NOT_FOUND_KEY, statusCode: 404 })
  }

  async #page(
    address: PageAddress,
    moment: Moment,
    { key, statusCode }: { key: string; statusCode: number },
  ): Promise<ReadyAnswer> {
    const { answers, log } = this.#deps
    const context = this.#deps.contextOf(moment)
    const { entry, params, search } = address
    const place = { params, search: new URLSearchParams(search), today: moment.today }
    const queries = entry.queries(place)
    const make = async () => {
      const found = await allAnswers(queries, context)
      const page = await renderPage({ ...this.#frame(address, moment), ...found, statusCode })
      return { ...page, isProvisional: context.hasStandIns?.() === true }
    }
    try {
      const isKept = address.isKept && isGivenOut(search, context)
      if (!isKept) return await buildReadyAnswer(await make())
      return await answers.get({ key, generation: moment.id, make })
    } catch (error) {
      if (error instanceof AppError) log.info({ path: address.path }, error.message)
      else log.error({ err: error, path: address.path }, 'A page could not be made')
      return this.#failed(address, moment, queries)
    }
  }

  /** The page with what could be answered; never cached. */
  async #failed(
    address: PageAddress,
    moment: Moment,
    queries: readonly string[],
  ): Promise<ReadyAnswer> {
    const { log } = this.#deps
    try {
      const found = await whatAnswers(queries, this.#deps.contextOf(moment), log)
      const statusCode = statusOf(found.failures)
      return await buildReadyAnswer(
        await renderPage({ ...this.#frame(address, moment), ...found, statusCode }),
      )
    } catch (error) {
      log.error({ err: error, path: address.path }, 'The page of a failure could not be made')
      const { brand } = moment.snapshot.site
      return buildReadyAnswer(renderFaultPage({ ...this.#deps, brand }))
    }
  }

  #frame(address: PageAddress, moment: Moment) {
    const { manifest, securityHeaders, siteUrl } = this.#deps
    return { address, moment, manifest, securityHeaders, siteUrl: siteUrl() }
  }
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
