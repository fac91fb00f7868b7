/**
 * Every address that answers html. A page seen before is one look-up and one buffer; the others are
 * rendered once for each snapshot and day.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PAGES } from '../../client/start/page-table.ts'
import type { AnswerCache } from '../answers/answer-cache.ts'
import { buildAnswer, type CachedAnswer, sendAnswer } from '../answers/cached-answer.ts'
import { publicHeaders } from '../answers/public-headers.ts'
import { oldAddress } from '../content/formats/old-address.ts'
import { movedPost } from '../content/index/moved-post.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Generation } from '../queries/generation.ts'
import { previewedPost } from '../queries/preview.ts'
import type { QueryContext } from '../queries/query-context.ts'
import type { AssetManifest } from './assets.ts'
import { type PageAddress, pageAddress, withoutTrailingSlash } from './page-address.ts'
import { allAnswers, isGivenOut, statusOf, whatAnswers } from './page-answers.ts'
import { type HeaderMap, privatePageHeaders } from './security-headers.ts'

interface PageDeps {
  generation(): Generation
  contextOf(generation: Generation): QueryContext
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
    const generation = this.#deps.generation()
    const cached = this.#deps.answers.cached(request.raw.url ?? '/', generation.id)
    if (!cached) return this.#find(request, reply, generation)
    sendAnswer(request, reply, cached)
    return undefined
  }

  /** Sends the page of an address that is not cached, or leads to where it is now. */
  async #find(
    request: FastifyRequest,
    reply: FastifyReply,
    generation: Generation,
  ): Promise<unknown> {
    const url = request.raw.url ?? '/'
    const address = pageAddress(url)
    if (address.entry.name === 'not-found') {
      const moved = withoutTrailingSlash(url)
      if (moved && pageAddress(moved).entry.name === 'preview') {
        return this.#leadOn(reply, moved, 308)
      }
      if (moved) return redirect(reply, generation, { statusCode: 308, location: moved })
      const id = this.#movedTo(oldAddress(address.path), generation)
      if (id !== null) return redirect(reply, generation, { location: postAddress(id) })
      this.#deps.log.info({ path: address.path }, 'Unknown path')
      return sendAnswer(request, reply, await this.#notFound(generation))
    }
    const id = this.#movedTo(address.params.postId ?? null, generation)
    if (id !== null) {
      return redirect(reply, generation, { location: postAddress(id) })
    }
    const published = await this.#publishedPreview(address, generation)
    if (published !== null) return this.#leadOn(reply, postAddress(published), 302)
    const { path, search } = address
    const place = { key: path + search, statusCode: 200 }
    return sendAnswer(request, reply, await this.#page(address, generation, place))
  }

  #movedTo(old: string | null, generation: Generation): string | null {
    return old && movedPost(old, generation.snapshot, this.#deps.contextOf(generation).now)
  }

  /** Redirects from a preview link; never cached. */
  #leadOn(reply: FastifyReply, location: string, statusCode: 302 | 308): FastifyReply {
    return reply
      .headers(privatePageHeaders(this.#deps.securityHeaders))
      .redirect(location, statusCode)
  }

  /** The id of a preview link's post that has been published since. */
  async #publishedPreview(address: PageAddress, generation: Generation): Promise<string | null> {
    if (address.entry.name !== 'preview') return null
    const context = this.#deps.contextOf(generation)
    const found = await previewedPost(address.params.token ?? '', context)
    return found?.isPublic ? found.post.id : null
  }

  #notFound(generation: Generation): Promise<CachedAnswer> {
    const address = { ...pageAddress(NOT_FOUND_PATH), isKept: true }
    return this.#page(address, generation, { key: NOT_FOUND_KEY, statusCode: 404 })
  }

  async #page(
    address: PageAddress,
    generation: Generation,
    { key, statusCode }: { key: string; statusCode: number },
  ): Promise<CachedAnswer> {
    const { answers, log } = this.#deps
    const context = this.#deps.contextOf(generation)
    const { entry, params, search } = address
    const place = { params, search: new URLSearchParams(search), today: generation.today }
    const queries = entry.queries(place)
    const make = async () => {
      const [found, { renderPage }] = await Promise.all([allAnswers(queries, context), rendering()])
      const page = await renderPage({ ...this.#frame(address, generation), ...found, statusCode })
      return { ...page, isFallback: context.hasFallbacks?.() === true }
    }
    try {
      const isKept = address.isKept && isGivenOut(search, context)
      if (!isKept) return await buildAnswer(await make())
      return await answers.get({ key, generation: generation.id, make })
    } catch (error) {
      if (error instanceof AppError) log.info({ path: address.path }, error.message)
      else log.error({ err: error, path: address.path }, 'A page could not be made')
      return this.#failed(address, generation, queries)
    }
  }

  /** The page with what could be answered; never cached. */
  async #failed(
    address: PageAddress,
    generation: Generation,
    queries: readonly string[],
  ): Promise<CachedAnswer> {
    const { log } = this.#deps
    const { renderFaultPage, renderPage } = await rendering()
    try {
      const found = await whatAnswers(queries, this.#deps.contextOf(generation), log)
      const statusCode = statusOf(found.failures)
      return await buildAnswer(
        await renderPage({ ...this.#frame(address, generation), ...found, statusCode }),
      )
    } catch (error) {
      log.error({ err: error, path: address.path }, 'The page of a failure could not be made')
      const { brand } = generation.snapshot.site
      return buildAnswer(renderFaultPage({ ...this.#deps, brand }))
    }
  }

  #frame(address: PageAddress, generation: Generation) {
    const { manifest, securityHeaders, siteUrl } = this.#deps
    return { address, generation, manifest, securityHeaders, siteUrl: siteUrl() }
  }
}

/** React and the screens are a quarter of the program, and a start needs none of it. */
const rendering = () => import('./render-page.ts')

const postAddress = (id: string): string => `/post/${encodeURIComponent(id)}`

/** Asked again each time: an alias may be given to another post. */
function redirect(
  reply: FastifyReply,
  generation: Generation,
  { location, statusCode = 301 }: { location: string; statusCode?: 301 | 308 },
): FastifyReply {
  return reply.headers(publicHeaders(generation)).redirect(location, statusCode)
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
