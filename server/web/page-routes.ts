/**
 * Every address that answers html. A page is rendered once for each snapshot and day; a cached one
 * is answered before its route runs.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PAGES } from '../../client/start/page-table.ts'
import type { AnswerCache } from '../answers/answer-cache.ts'
import { type AnswerParts, type CachedAnswer, sendAnswer } from '../answers/cached-answer.ts'
import { publicHeaders } from '../answers/public-headers.ts'
import { oldAddress } from '../content/formats/post-id.ts'
import { movedPost } from '../content/index/moved-post.ts'
import type { Log } from '../log.ts'
import type { Generation } from '../queries/generation.ts'
import { previewedPost } from '../queries/preview.ts'
import type { QueryContext } from '../queries/query-context.ts'
import type { AssetManifest } from './assets.ts'
import { type PageAddress, pageAddress, withoutTrailingSlash } from './page-address.ts'
import { pageAnswers, statusOf } from './page-answers.ts'
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

  /** Sends the page of an address, or leads to where it is now. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const generation = this.#deps.generation()
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
      const shown = pageAddress(NOT_FOUND_PATH)
      return sendAnswer(request, reply, await this.#page(shown, generation, NOT_FOUND_KEY))
    }
    const id = this.#movedTo(address.params.postId ?? null, generation)
    if (id !== null) {
      return redirect(reply, generation, { location: postAddress(id) })
    }
    const published = await this.#publishedPreview(address, generation)
    if (published !== null) return this.#leadOn(reply, postAddress(published), 302)
    return sendAnswer(request, reply, await this.#page(address, generation))
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

  #page(
    address: PageAddress,
    generation: Generation,
    key = address.path + address.search,
  ): Promise<CachedAnswer> {
    const make = () => this.#make(address, generation)
    return this.#deps.answers.get({ key, generation: generation.id, make })
  }

  /** A page with what could be answered; with status 500 only where that is our fault. */
  async #make(address: PageAddress, generation: Generation): Promise<AnswerParts> {
    const { manifest, securityHeaders, siteUrl, log } = this.#deps
    const { entry, params, search } = address
    const context = this.#deps.contextOf(generation)
    const { renderFaultPage, renderPage } = await import('./render-page.ts')
    try {
      const place = { params, search: new URLSearchParams(search), today: generation.today }
      const queries = entry.queries(place)
      const found = await pageAnswers(queries, context, log)
      const statusCode = entry.name === 'not-found' ? 404 : statusOf(queries, found)
      const frame = { address, generation, manifest, securityHeaders, siteUrl: siteUrl() }
      const page = await renderPage({ ...frame, ...found, statusCode })
      return { ...page, isFallback: statusCode >= 500 || context.hasFallbacks?.() === true }
    } catch (error) {
      log.error({ err: error, path: address.path }, 'A page could not be made')
      const { brand } = generation.snapshot.site
      return renderFaultPage({ manifest, securityHeaders, brand })
    }
  }
}

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
