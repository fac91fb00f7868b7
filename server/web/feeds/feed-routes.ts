/**
 * Every address that is neither a page nor the API: feeds, sitemap, calendar, badge, icons and
 * social cards. The texts are cached like pages. What writes them is loaded when it is first asked for.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { feedSearch } from '#domain/feed-filter.ts'
import type { AnswerCache } from '../../answers/answer-cache.ts'
import { hasEtag, sendAnswer } from '../../answers/cached-answer.ts'
import { publicHeaders } from '../../answers/public-headers.ts'
import { isPublic } from '../../content/records.ts'
import { NotFoundError } from '../../errors.ts'
import type { Generation } from '../../queries/generation.ts'
import type { QueryContext } from '../../queries/query-context.ts'
import { allowStyle, type HeaderMap } from '../security-headers.ts'
import { askedFeed } from './asked-feed.ts'
import { type FeedSource, loadFeed } from './feed-source.ts'
import { jsonFeed } from './json-feed.ts'
import type { SocialCards } from './pictures/create-social-cards.ts'
import {
  APP_ICONS,
  type AppIcon,
  FAVICON_STYLE,
  faviconSvg,
  TOUCH_ICON,
  webManifest,
} from './pictures/site-icon.ts'
import { postCard, siteCard } from './pictures/social-card-of.ts'
import type { SocialCard } from './pictures/social-card-svg.ts'
import { drawnStreak } from './pictures/streak-of-site.ts'
import { STREAK_STYLE, streakSvg } from './pictures/streak-svg.ts'

interface FeedDeps {
  generation(): Generation
  contextOf(generation: Generation): QueryContext
  /** Kept answers; may be shared with the API and the pages. */
  answers: AnswerCache
  cards: SocialCards
  /** The site's own address without a trailing slash, known once the server listens. */
  siteUrl(): string
  securityHeaders: HeaderMap
}

interface Asked {
  generation: Generation
  context: QueryContext
  siteUrl: string
}

interface GeneratedFile {
  /** With the query, in one spelling, where there is one. */
  path: string
  type: string
  /** Its style sheet, which the policy must name. */
  style?: string
  make(asked: Asked): string | Promise<string>
}

const SVG = 'image/svg+xml; charset=utf-8'

interface Feed {
  path: string
  type: string
  write(source: FeedSource): Promise<string>
}

const FEEDS: readonly Feed[] = [
  {
    path: '/feed.xml',
    type: 'application/atom+xml; charset=utf-8',
    write: async (source) => (await import('./atom-and-rss.ts')).atomFeed(source),
  },
  {
    path: '/rss.xml',
    type: 'application/rss+xml; charset=utf-8',
    write: async (source) => (await import('./atom-and-rss.ts')).rssFeed(source),
  },
  {
    path: '/feed.json',
    type: 'application/feed+json; charset=utf-8',
    write: async (source) => jsonFeed(source),
  },
]

const FILES: readonly GeneratedFile[] = [
  {
    path: '/record.xml',
    type: 'application/atom+xml; charset=utf-8',
    make: async ({ generation, siteUrl }) =>
      (await import('./record-feed.ts')).recordFeed(generation, siteUrl),
  },
  {
    path: '/sitemap.xml',
    type: 'application/xml; charset=utf-8',
    make: async ({ generation, siteUrl }) =>
      (await import('./sitemap-xml.ts')).sitemapXml(generation.snapshot, siteUrl),
  },
  {
    path: '/robots.txt',
    type: 'text/plain; charset=utf-8',
    make: async ({ siteUrl }) => (await import('./sitemap-xml.ts')).robotsTxt(siteUrl),
  },
  {
    path: '/deadlines.ics',
    type: 'text/calendar; charset=utf-8',
    make: async ({ generation, siteUrl }) =>
      (await import('./deadlines-ics.ts')).deadlinesIcs(generation.snapshot, siteUrl),
  },
  {
    path: '/streak.svg',
    type: SVG,
    style: STREAK_STYLE,
    make: ({ generation: { snapshot, today } }) =>
      streakSvg(drawnStreak(snapshot, today), snapshot.site.brand),
  },
  {
    path: '/favicon.svg',
    type: SVG,
    style: FAVICON_STYLE,
    make: faviconSvg,
  },
  {
    path: '/manifest.webmanifest',
    type: 'application/manifest+json; charset=utf-8',
    make: ({ generation }) => webManifest(generation.snapshot.site),
  },
]

/** Adds the addresses. Failures are left to the app's error handler. */
export function registerFeeds(app: FastifyInstance, deps: FeedDeps): void {
  for (const feed of FEEDS) {
    app.get(feed.path, (request, reply) => {
      const context = deps.contextOf(deps.generation())
      const file = feedFile(feed, askedFeed(request.raw.url ?? '', context))
      return sendFile({ request, reply, file, deps })
    })
  }
  for (const file of FILES) {
    app.get(file.path, (request, reply) => sendFile({ request, reply, file, deps }))
  }
  // The icon that browsers ask for where a page names none.
  app.get('/favicon.ico', (_request, reply) =>
    reply.headers(publicHeaders(deps.generation())).redirect('/favicon.svg', 301),
  )
  for (const { path, size, purpose } of [...APP_ICONS, TOUCH_ICON]) {
    app.get(path, (request, reply) => {
      const generation = deps.generation()
      return sendPicture({ request, reply, deps, generation, picture: { size, purpose } })
    })
  }
  app.get('/og.png', (request, reply) => {
    const generation = deps.generation()
    const { snapshot, today } = generation
    const card = siteCard(snapshot, drawnStreak(snapshot, today))
    return sendPicture({ request, reply, deps, generation, picture: card })
  })
  app.get<{ Params: { file: string } }>('/og/:file', async (request, reply) => {
    const generation = deps.generation()
    const { snapshot, today } = generation
    const id = /^(.+)\.png$/s.exec(request.params.file)?.[1]
    const post = id === undefined ? undefined : snapshot.posts.get(id)
    if (!post || !isPublic(post, deps.contextOf(generation).now)) throw new NotFoundError()
    // The card says how long it takes to read.
    await post.prepare?.()
    const card = postCard(post, snapshot, drawnStreak(snapshot, today))
    return sendPicture({ request, reply, deps, generation, picture: card })
  })
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  deps: FeedDeps
}

async function sendFile({
  request,
  reply,
  file,
  deps,
}: Exchange & { file: GeneratedFile }): Promise<void> {
  const generation = deps.generation()
  const { path, type, style } = file
  const headers = {
    'content-type': type,
    ...publicHeaders(generation),
    ...(style === undefined ? deps.securityHeaders : allowStyle(deps.securityHeaders, style)),
  }
  const make = async () => {
    const siteUrl = deps.siteUrl()
    const context = deps.contextOf(generation)
    const text = await file.make({ generation, context, siteUrl })
    const isFallback = context.hasFallbacks?.() === true
    return { statusCode: 200, headers, body: Buffer.from(text), isFallback }
  }
  sendAnswer(request, reply, await deps.answers.get({ key: path, generation: generation.id, make }))
}

async function sendPicture({
  request,
  reply,
  deps,
  generation,
  picture,
}: Exchange & { generation: Generation; picture: SocialCard | AppIcon }): Promise<FastifyReply> {
  const png = await deps.cards.draw(picture)
  const etag = `"${createHash('sha256').update(png).digest('base64url').slice(0, 22)}"`
  // As long as a page: an unpublished post's title must not outlive it in a cache.
  reply.headers({ ...publicHeaders(generation), etag })
  if (hasEtag(request.headers['if-none-match'] ?? '', etag)) return reply.code(304).send()
  return reply.type('image/png').send(png)
}

function feedFile(
  { path, type, write }: Feed,
  { filter, posts }: ReturnType<typeof askedFeed>,
): GeneratedFile {
  return {
    path: path + feedSearch(filter),
    type,
    make: async ({ generation: { snapshot }, context, siteUrl }) =>
      write(
        await loadFeed({
          snapshot,
          filter,
          posts,
          siteUrl,
          html: (post) => context.html(post),
          isLate: (post) => context.hasFallbacks?.(post) === true,
        }),
      ),
  }
}
