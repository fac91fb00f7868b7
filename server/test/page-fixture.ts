/** The pages on an app of their own, over records made by hand: for tests of server/web. */
import Fastify, { type FastifyInstance } from 'fastify'
import { AnswerCache } from '../answers/answer-cache.ts'
import type { ContentParts } from '../content/index/build-snapshot.ts'
import { buildSnapshot } from '../content/index/build-snapshot.ts'
import type { PostRecord } from '../content/records.ts'
import type { Log } from '../log.ts'
import { createGenerations } from '../queries/generation.ts'
import type { AssetManifest } from '../web/assets.ts'
import { registerPages } from '../web/page-routes.ts'
import {
  registerSecurityHeaders,
  securityHeaders,
  unroutedOptions,
} from '../web/security-headers.ts'
import { emptyParts } from './test-records.ts'

export const SITE_URL = 'https://gap.example'
export const NOON = Date.parse('2026-11-20T12:00:00Z')

export const testManifest: AssetManifest = {
  build: 'test',
  site: { script: '/assets/main-A.js', sheet: '/assets/main-A.css' },
  panel: { script: '/assets/panel-A.js', sheet: '/assets/panel-A.css' },
  beforePaint: '/assets/before-paint-A.js',
  fonts: ['/assets/inter-A.woff2'],
  files: [],
  previousFiles: [],
}

export interface PageFixture {
  app: FastifyInstance
  /** How often a page's answers were worked out. */
  readonly contexts: number
  /** Posts whose text was rendered, by id, once for each time. */
  rendered: string[]
  logged: { level: string; details: object; message: string }[]
  /** Swaps in a snapshot with these posts changed (null: gone) and these parts. */
  change(posts: Record<string, PostRecord | null>, parts?: Partial<ContentParts>): void
  /** Sets the clock, in milliseconds since 1970. */
  setNow(now: number): void
  /** Makes every query of rendered text fail with this, until null. */
  failWith(error: Error | null): void
}

/** Pages over these posts; close `app` after use. */
export function createPageFixture(
  posts: readonly PostRecord[],
  parts: Partial<ContentParts> = {},
): PageFixture {
  let now = NOON
  let failure: Error | null = null
  let content: ContentParts = { ...emptyParts(), ...parts }
  let current = buildSnapshot({ version: 1, now, parts: content, posts })
  const rendered: string[] = []
  let contexts = 0
  const logged: PageFixture['logged'] = []
  const record = (level: string) => (details: object, message: string) => {
    logged.push({ level, details, message })
  }
  const log: Log = {
    debug: record('debug'),
    info: record('info'),
    warn: record('warn'),
    error: record('error'),
  }
  const answers = new AnswerCache({ maxBytes: 10_000_000 })
  const headers = securityHeaders(SITE_URL)
  const app = Fastify(unroutedOptions(headers))
  const generation = createGenerations({ snapshot: () => current, now: () => now })
  answers.register(app, generation)
  registerSecurityHeaders(app, headers)
  registerPages(app, {
    generation,
    contextOf: ({ snapshot, today }) => {
      contexts += 1
      return {
        ...{ snapshot, today, now },
        async html(post) {
          if (failure) throw failure
          rendered.push(post.id)
          return `<p>${post.content}</p>`
        },
        aboutHtml: async () => '<p>About us.</p>',
        search: async (query) => ({
          hits: snapshot.publicPosts
            .filter(({ title }) => title.includes(query))
            .map((post) => ({ post, snippet: post.excerpt })),
          similar: false,
        }),
      }
    },
    answers,
    manifest: testManifest,
    siteUrl: () => SITE_URL,
    securityHeaders: headers,
    log,
  })
  return {
    app,
    get contexts() {
      return contexts
    },
    rendered,
    logged,
    change(changed, more = {}) {
      const records = new Map<string, PostRecord | null>(current.posts)
      for (const [id, post] of Object.entries(changed)) records.set(id, post)
      content = { ...content, ...more }
      current = buildSnapshot({
        ...{ version: current.version + 1, now, parts: content },
        posts: [...records.values()].filter((post) => post !== null),
      })
    },
    setNow(at) {
      now = at
    },
    failWith(error) {
      failure = error
    },
  }
}
