/** Routes beside pages and API, cached like pages; and those that lead to a bridge. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type GROUNDS, readableAccent } from '#domain/accent.ts'
import {
  BRIDGED_PATHS,
  type FilePath,
  PROJECT_FEED_PATH,
  projectCardPath,
  projectPath,
} from '#domain/addresses.ts'
import type { AnswerCache } from '../../answers/answer-cache.ts'
import { PUBLIC_HEADERS } from '../../answers/cached-answer.ts'
import { isPublic } from '../../content/records.ts'
import { NotFoundError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { QueryContext } from '../../queries/query-context.ts'
import { allowStyle } from '../security-headers.ts'
import { deadlinesIcs } from './deadlines-ics.ts'
import { FEED_FORMATS } from './feed-formats.ts'
import { feedAddress, feedTags, loadFeed, loadProjectFeed } from './feed-source.ts'
import { drawPicture } from './pictures/draw-pictures.ts'
import { LIGHT_STYLE } from './pictures/palette.ts'
import { APP_ICONS, appIconSvg, faviconSvg, TOUCH_ICON, webManifest } from './pictures/site-icon.ts'
import { postCard, projectCard, siteCard, socialCardSvg } from './pictures/social-card.ts'
import { streakSvg } from './pictures/streak-badge.ts'
import { recordFeed } from './record-feed.ts'
import { robotsTxt, sitemapXml } from './sitemap-xml.ts'

export interface SiteDeps {
  /** A new one for each answer. */
  context(): QueryContext
  /** Cache of answers; may be shared with the API. */
  answers: AnswerCache
  log: Log
}

interface GeneratedFile {
  type: string
  make(context: QueryContext): Made | Promise<Made>
}
type Made = string | Buffer

const SVG_HEADERS = allowStyle(LIGHT_STYLE)

/** A PNG of an SVG. */
const picture = (svg: (context: QueryContext) => string | Promise<string>): GeneratedFile => ({
  type: 'image/png',
  make: async (context) => drawPicture(await svg(context)),
})

/** Files generated from the snapshot, by path. */
const GENERATED_FILES: readonly (GeneratedFile & { path: FilePath })[] = [
  { path: '/record.xml', type: 'application/atom+xml', make: recordFeed },
  { path: '/sitemap.xml', type: 'application/xml', make: sitemapXml },
  {
    path: '/.well-known/site.standard.publication',
    type: 'text/plain',
    make: ({ snapshot }) => present(snapshot.site.standard_site),
  },
  { path: '/robots.txt', type: 'text/plain', make: robotsTxt },
  { path: '/deadlines.ics', type: 'text/calendar', make: deadlinesIcs },
  { path: '/streak.svg', type: 'image/svg+xml', make: streakSvg },
  {
    path: '/favicon.svg',
    type: 'image/svg+xml',
    make: async ({ snapshot: { icon: image } }) =>
      // The author's own may be large.
      faviconSvg(image && (await drawPicture(appIconSvg(APP_ICONS[0], { image })))),
  },
  { path: '/accent.css', type: 'text/css', make: accentCss },
  { path: '/style.css', type: 'text/css', make: ({ snapshot }) => present(snapshot.style) },
  { path: '/manifest.webmanifest', type: 'application/manifest+json', make: webManifest },
  ...[...APP_ICONS, TOUCH_ICON].map((icon) => ({
    path: icon.path,
    ...picture(({ snapshot }) => appIconSvg(icon, { image: snapshot.icon })),
  })),
  { path: '/og.png', ...picture((context) => socialCardSvg(siteCard(context))) },
]

/** @throws NotFoundError for nothing, such as a setting that the site has not */
function present<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new NotFoundError()
  return value
}

/** The style sheet that gives both themes the author's accent. */
function accentCss({ snapshot }: QueryContext): string {
  const accent = present(snapshot.site.accent)
  const on = (ground: keyof typeof GROUNDS) => readableAccent(accent, ground)
  return `:root {
  --accent: light-dark(${on('light')}, ${on('dark')});
  --accent-quiet: color-mix(in srgb, var(--accent) 18%, var(--bg));
  --on-accent: var(--bg);
}

/* Boxes are lighter in the dark theme. */
:is(.box, .raised, .side-menu, .prose details, .markdown-alert) {
  --accent: light-dark(${on('light')}, ${on('raised')});
}

mark {
  color: var(--on-accent);
  background: var(--accent);
}
`
}

type Request = FastifyRequest<{ Params: { projectId?: string; file?: string } }>

/** Registers the routes, cached by the key of their file. Errors go to the app's error handler. */
export function registerFeeds(app: FastifyInstance, { answers, context }: SiteDeps): void {
  const add = (
    path: string,
    fileOf: (current: QueryContext, request: Request) => GeneratedFile & { key: string },
  ) =>
    app.get(path, async (request: Request, reply) => {
      const current = context()
      const { key, type, make } = fileOf(current, request)
      const headers = {
        'content-type': type === 'image/png' ? type : `${type}; charset=utf-8`,
        ...PUBLIC_HEADERS,
        ...(type === 'image/svg+xml' && SVG_HEADERS),
      }
      const makeAnswer = async () => {
        return { statusCode: 200, headers, body: Buffer.from(await make(current)) }
      }
      return answers.send(request, reply, { key, context: current, make: makeAnswer })
    })
  for (const file of GENERATED_FILES) add(file.path, () => ({ key: file.path, ...file }))
  for (const { path, type, write } of FEED_FORMATS) {
    add(path, ({ snapshot }, { url }) => {
      const tags = feedTags(url, snapshot)
      const make = async (current: QueryContext) => write(await loadFeed({ path, tags }, current))
      return { key: feedAddress(path, tags), type, make }
    })
  }
  add(PROJECT_FEED_PATH, ({ snapshot }, { params }) => {
    const project = present(snapshot.projectNamed(params.projectId ?? ''))
    const [{ type, write }] = FEED_FORMATS
    const make = async (current: QueryContext) => write(await loadProjectFeed(project, current))
    return { key: `${projectPath(project.id)}/feed.xml`, type, make }
  })
  add('/og/:file', ({ snapshot, now }, { params }) => {
    const post = present(snapshot.posts.get(cardId(params.file)))
    if (!isPublic(post, now)) throw new NotFoundError()
    const card = picture(async (current) => socialCardSvg(await postCard(post, current)))
    return { key: `/og/${encodeURIComponent(post.id)}.png`, ...card }
  })
  add('/og/projects/:file', ({ snapshot }, { params }) => {
    const project = present(snapshot.projectsById.get(cardId(params.file)))
    const card = picture((current) => socialCardSvg(projectCard(project, current)))
    return { key: projectCardPath(project.id), ...card }
  })
  // Browsers request this icon when a page has no icon link.
  app.get('/favicon.ico', (_request, reply) =>
    reply.headers(PUBLIC_HEADERS).redirect('/favicon.svg', 301),
  )
  for (const path of BRIDGED_PATHS) {
    app.get(path, ({ originalUrl }, reply) => {
      const bridge = present(context().snapshot.site.bridge)
      const query = originalUrl.slice(originalUrl.search(/\?|$/))
      return reply.headers(PUBLIC_HEADERS).redirect(bridge + path + query, 302)
    })
  }
}

/** The id in the name of a card, '' in any other name. */
const cardId = (file = '') => /^(.+)\.png$/s.exec(file)?.[1] ?? ''
