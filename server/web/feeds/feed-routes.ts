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
import { PUBLIC_HEADERS, sendAnswer } from '../../answers/cached-answer.ts'
import { isPublic } from '../../content/records.ts'
import { NotFoundError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { Generation } from '../../queries/generation.ts'
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
  generation(): Generation
  contextOf(generation: Generation): QueryContext
  /** Cache of answers; may be shared with the API. */
  answers: AnswerCache
  /** The site's origin, known once the server listens. */
  siteUrl(): string
  log: Log
}

interface GeneratedFile {
  /** Path with the normalized query, if any. */
  path: string
  type: string
  make(generation: Generation, siteUrl: string, context: QueryContext): Made | Promise<Made>
}
type Made = string | Buffer

/** Files generated from the snapshot, by path. */
const GENERATED_FILES: readonly (GeneratedFile & { path: FilePath })[] = [
  { path: '/record.xml', type: 'application/atom+xml', make: recordFeed },
  { path: '/sitemap.xml', type: 'application/xml', make: sitemapXml },
  {
    path: '/.well-known/site.standard.publication',
    type: 'text/plain',
    make: ({ snapshot }) => present(snapshot.site.standard_site),
  },
  { path: '/robots.txt', type: 'text/plain', make: (_, siteUrl) => robotsTxt(siteUrl) },
  { path: '/deadlines.ics', type: 'text/calendar', make: deadlinesIcs },
  { path: '/streak.svg', type: 'image/svg+xml', make: streakSvg },
  { path: '/accent.css', type: 'text/css', make: accentCss },
  { path: '/style.css', type: 'text/css', make: ({ snapshot }) => present(snapshot.style) },
  { path: '/manifest.webmanifest', type: 'application/manifest+json', make: webManifest },
]

/** @throws NotFoundError for nothing, such as a setting that the site has not */
function present<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new NotFoundError()
  return value
}

/** The style sheet that gives both themes the author's accent. */
function accentCss({ snapshot }: Generation): string {
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

const SVG_HEADERS = allowStyle(LIGHT_STYLE)

/** A PNG of an SVG that is made on demand. */
function picture(
  { log }: SiteDeps,
  path: string,
  svg: (generation: Generation) => string | Promise<string>,
): GeneratedFile {
  const make = async (generation: Generation) => drawPicture(await svg(generation), log)
  return { path, type: 'image/png', make }
}

type Request = FastifyRequest<{ Params: { projectId?: string; file?: string } }>

/** Adds routes of generated files, cached by their path. */
function fileRoutes(app: FastifyInstance, deps: SiteDeps) {
  return (path: string, fileOf: (request: Request) => GeneratedFile) =>
    app.get(path, async (request: Request, reply) => {
      const { path: key, type, make } = fileOf(request)
      const generation = deps.generation()
      const headers = {
        'content-type': type === 'image/png' ? type : `${type}; charset=utf-8`,
        ...PUBLIC_HEADERS,
        ...(type === 'image/svg+xml' && SVG_HEADERS),
      }
      const makeAnswer = async () => {
        const context = deps.contextOf(generation)
        const body = Buffer.from(await make(generation, deps.siteUrl(), context))
        return { statusCode: 200, headers, body, isFallback: context.hasFallbacks?.() === true }
      }
      const answer = await deps.answers.get({ key, generation: generation.id, make: makeAnswer })
      return sendAnswer(request, reply, answer)
    })
}

/** Registers the routes. Errors go to the app's error handler. */
export function registerFeeds(app: FastifyInstance, deps: SiteDeps): void {
  const add = fileRoutes(app, deps)
  for (const { path, type, write } of FEED_FORMATS) {
    add(path, ({ url }) => {
      const tags = feedTags(url, deps.generation().snapshot)
      const make: GeneratedFile['make'] = async (_, siteUrl, context) =>
        write(await loadFeed({ path, tags }, siteUrl, context))
      return { path: feedAddress(path, tags), type, make }
    })
  }
  for (const file of [
    ...GENERATED_FILES,
    ...[...APP_ICONS, TOUCH_ICON].map((icon) =>
      picture(deps, icon.path, ({ snapshot }) => appIconSvg(icon, { image: snapshot.icon })),
    ),
    {
      path: '/favicon.svg',
      type: 'image/svg+xml',
      make: async ({ snapshot: { icon: image } }: Generation) =>
        // The author's own may be large.
        faviconSvg(image && (await drawPicture(appIconSvg(APP_ICONS[0], { image }), deps.log))),
    },
    picture(deps, '/og.png', (generation) => socialCardSvg(siteCard(generation))),
  ]) {
    add(file.path, () => file)
  }
  add(PROJECT_FEED_PATH, ({ params }) => {
    const project = present(deps.generation().snapshot.projectNamed(params.projectId ?? ''))
    const [{ type, write }] = FEED_FORMATS
    const make: GeneratedFile['make'] = async (_, siteUrl, context) =>
      write(await loadProjectFeed(project, siteUrl, context))
    return { path: `${projectPath(project.id)}/feed.xml`, type, make }
  })
  add('/og/:file', ({ params }) => {
    const generation = deps.generation()
    const post = present(generation.snapshot.posts.get(cardId(params.file)))
    if (!isPublic(post, deps.contextOf(generation).now)) throw new NotFoundError()
    return picture(deps, `/og/${encodeURIComponent(post.id)}.png`, async (current) =>
      socialCardSvg(await postCard(post, current)),
    )
  })
  add('/og/projects/:file', ({ params }) => {
    const project = present(deps.generation().snapshot.projectsById.get(cardId(params.file)))
    return picture(deps, projectCardPath(project.id), (current) =>
      socialCardSvg(projectCard(project, current)),
    )
  })
  // Browsers request this icon when a page has no icon link.
  app.get('/favicon.ico', (_request, reply) =>
    reply.headers(PUBLIC_HEADERS).redirect('/favicon.svg', 301),
  )
  for (const path of BRIDGED_PATHS) {
    app.get(path, ({ originalUrl }, reply) => {
      const bridge = present(deps.generation().snapshot.site.bridge)
      const query = originalUrl.slice(originalUrl.search(/\?|$/))
      return reply.headers(PUBLIC_HEADERS).redirect(bridge + path + query, 302)
    })
  }
}

/** The id in the name of a card, '' in any other name. */
const cardId = (file = '') => /^(.+)\.png$/s.exec(file)?.[1] ?? ''
