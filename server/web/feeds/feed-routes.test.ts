import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { AnswerCache } from '../../answers/answer-cache.ts'
import { buildSnapshot } from '../../content/index/build-snapshot.ts'
import type { PostRecord } from '../../content/records.ts'
import { AppError } from '../../errors.ts'
import { createGenerations } from '../../queries/generation.ts'
import { emptyParts, postRecord } from '../../test/test-records.ts'
import { registerSecurityHeaders, securityHeaders } from '../security-headers.ts'
import { registerFeeds } from './feed-routes.ts'
import type { AppIcon } from './pictures/site-icon.ts'
import type { SocialCard } from './pictures/social-card.ts'

const SITE_URL = 'https://gap.example'
const NOON = Date.parse('2026-11-20T12:00:00Z')

let app: FastifyInstance | undefined

afterEach(async () => {
  await app?.close()
})

function start(posts: PostRecord[]) {
  const build = (records: readonly PostRecord[], version = 1) =>
    buildSnapshot({ version, now: NOON, parts: emptyParts(), posts: records })
  let snapshot = build(posts)
  const rendered: string[] = []
  /** Posts whose text is not rendered yet. */
  const fallbacks = new Set<string>()
  const drawn: (SocialCard | AppIcon)[] = []
  const headers = securityHeaders(SITE_URL)
  const server = Fastify()
  app = server
  const answers = new AnswerCache({ maxBytes: 1e6 })
  registerSecurityHeaders(server, headers)
  server.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof AppError ? error.statusCode : 500).send(),
  )
  registerFeeds(server, {
    generation: createGenerations({ snapshot: () => snapshot, now: () => NOON }),
    contextOf: (generation) => ({
      ...{ snapshot: generation.snapshot, today: generation.today, now: NOON },
      async html(post) {
        rendered.push(post.id)
        return fallbacks.has(post.id) ? null : `<p>${post.content}</p>`
      },
      aboutHtml: async () => '',
      search: async () => ({ hits: [], similar: false }),
      hasFallbacks: (post) =>
        post ? fallbacks.has(post.id) : rendered.some((id) => fallbacks.has(id)),
    }),
    answers,
    pictures: {
      async draw(picture) {
        drawn.push(picture)
        return Buffer.from('png')
      },
    },
    siteUrl: () => SITE_URL,
    securityHeaders: headers,
  })
  const get = (url: string, more: Record<string, string> = {}) =>
    server.inject({ url, headers: more })
  const change = (changed: Record<string, PostRecord | null>) => {
    const records = new Map<string, PostRecord | null>(snapshot.posts)
    for (const [id, post] of Object.entries(changed)) records.set(id, post)
    const kept = [...records.values()].filter((post) => post !== null)
    snapshot = build(kept, snapshot.version + 1)
  }
  return { get, change, rendered, fallbacks, drawn }
}

const posts = Array.from({ length: 25 }, (_, n) => postRecord({ id: `p${n}`, instant: n * 1e9 }))

it.each([
  ['/feed.xml', 'application/atom+xml', 'https://gap.example/post/p24'],
  ['/rss.xml', 'application/rss+xml', 'https://gap.example/post/p24'],
  ['/feed.json', 'application/feed+json', 'https://gap.example/post/p24'],
  ['/sitemap.xml', 'application/xml', 'https://gap.example/post/p0'],
  ['/robots.txt', 'text/plain', 'https://gap.example/sitemap.xml'],
  ['/deadlines.ics', 'text/calendar', 'END:VCALENDAR'],
  ['/streak.svg', 'image/svg+xml', 'day streak'],
  ['/favicon.svg', 'image/svg+xml', '<svg'],
  ['/manifest.webmanifest', 'application/manifest+json', '"short_name":"G.A.P."'],
])('answers %s with its type, a policy and 304', async (path, type, text) => {
  const { get } = start(posts)
  const response = await get(path)
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toContain(type)
  expect(response.body).toContain(text)
  expect(response.headers['content-security-policy']).toContain("default-src 'none'")
  expect(response.headers['x-content-type-options']).toBe('nosniff')
  const again = await get(path, { 'if-none-match': String(response.headers.etag) })
  expect(again.statusCode).toBe(304)
})

it('answers 304 for a feed whose posts are the same after a change of another post', async () => {
  const { get, change } = start(posts)
  const { body, headers } = await get('/feed.xml')
  const known = { 'if-none-match': String(headers.etag) }
  change({ p0: postRecord({ id: 'p0', instant: 0, content: 'Other' }) })
  expect((await get('/feed.xml', known)).statusCode).toBe(304)
  expect((await get('/feed.xml')).body).toBe(body)
  change({ p24: null })
  const changed = await get('/feed.xml', known)
  expect(changed.statusCode).toBe(200)
  expect(changed.body).not.toContain('/post/p24')
  expect(changed.body).toContain('/post/p4<')
})

it('has every icon that its manifest names, and one for home screens', async () => {
  const { get, drawn } = start([])
  const { icons } = JSON.parse((await get('/manifest.webmanifest')).body)
  const paths = icons.map(({ src }: { src: string }) => src)
  for (const path of [...paths, '/apple-touch-icon.png']) {
    const { statusCode, headers } = await get(path)
    expect([path, statusCode]).toEqual([path, 200])
    expect(headers['content-type']).toMatch(path.endsWith('.png') ? 'image/png' : 'image/svg+xml')
    expect(headers.etag).toBeDefined()
  }
  expect(drawn).toEqual([
    { size: 192, purpose: 'any' },
    { size: 512, purpose: 'any' },
    { size: 512, purpose: 'maskable' },
    { size: 180, purpose: 'maskable' },
  ])
})

it('draws cards of public posts and of the site', async () => {
  const hidden = [
    postRecord({ id: 'draft', draft: true }),
    postRecord({ id: 'later', instant: NOON + 1 }),
  ]
  const { get, drawn } = start([postRecord({ id: 'a.png', title: 'A', type: 'link' }), ...hidden])
  const response = await get('/og/a.png.png')
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('image/png')
  expect(response.headers['content-security-policy']).toBeDefined()
  expect((await get('/og.png')).statusCode).toBe(200)
  expect(drawn).toMatchObject([
    { title: 'A', badge: 'Link', note: 'January 1, 2026 · 1 min read' },
    { title: 'Growth & Accountability Project', badge: '' },
  ])
  for (const path of ['/og/draft.png', '/og/later.png', '/og/none.png', '/og/a.png', '/og/x']) {
    expect((await get(path)).statusCode).toBe(404)
  }
  expect(drawn.length).toBe(2)
})

it('keeps no feed without a text that is not rendered yet, and has the post afterwards', async () => {
  const { get, rendered, fallbacks } = start(posts.slice(0, 2))
  fallbacks.add('p1')
  const without = await get('/feed.xml')
  expect(without.headers['cache-control']).toBe('no-store')
  expect(without.body).toContain('/post/p0<')
  expect(without.body).not.toContain('/post/p1<')
  fallbacks.clear()
  const complete = await get('/feed.xml')
  expect(complete.body).toContain('/post/p1<')
  expect(complete.headers.etag).not.toBe(without.headers.etag)
  await get('/feed.xml')
  expect(rendered).toEqual(['p1', 'p0', 'p1', 'p0'])
})

const mixed = Array.from({ length: 60 }, (_, n) =>
  postRecord({
    id: `p${n}`,
    instant: n * 1e9,
    type: n % 2 ? 'essay' : 'short',
    tags: n % 3 ? ['Writing'] : ['Health'],
  }),
)
const idsIn = (body: string) =>
  (JSON.parse(body).items as { url: string }[]).map(({ url }) => Number(url.split('/p').at(-1)))

it.each<[string, (n: number) => boolean]>([
  ['?type=essay', (n) => n % 2 === 1],
  ['?tag=writing', (n) => n % 3 !== 0],
  ['?type=short&tag=%20HEALTH', (n) => n % 2 === 0 && n % 3 === 0],
  ['?tag=Writing&tag=Health&tag=none', () => true],
  ['?tag=none', () => false],
  ['?type=reading', () => false],
  ['?tag=&type=&utm_source=x', () => true],
])('has the newest 20 of the posts that %s asks for', async (search, isAsked) => {
  const { get } = start(mixed)
  const all = mixed.map((_, n) => n).reverse()
  expect(idsIn((await get(`/feed.json${search}`)).body)).toEqual(all.filter(isAsked).slice(0, 20))
})

it('answers an unknown type with 404, two types with 400 and too many tags with 400', async () => {
  const { get } = start(mixed)
  for (const path of ['/feed.xml', '/rss.xml', '/feed.json']) {
    expect((await get(`${path}?type=novel`)).statusCode).toBe(404)
    expect((await get(`${path}?type=essay&type=short`)).statusCode).toBe(400)
    expect((await get(`${path}?${'tag=a&'.repeat(51)}`)).statusCode).toBe(400)
  }
})

it('makes a feed once for all spellings', async () => {
  const { get, rendered } = start(mixed.slice(0, 3))
  const first = await get('/feed.xml?type=essay&tag=writing')
  expect(first.body).toContain('href="https://gap.example/feed.xml?tag=Writing&amp;type=essay"')
  expect((await get('/feed.xml?tag=Writing&tag=WRITING&type=essay')).body).toBe(first.body)
  expect(rendered).toEqual(['p1'])
})

it('counts the words of a long post with pauses before its card is drawn', async () => {
  let isCounted = false
  const long: PostRecord = {
    ...postRecord({ id: 'long' }),
    prepare: async () => {
      isCounted = true
    },
    get reading_minutes() {
      return isCounted ? 7 : 0
    },
  }
  const { get, drawn } = start([long])
  expect((await get('/og/long.png')).statusCode).toBe(200)
  expect(drawn).toMatchObject([{ note: expect.stringContaining('7 min read') }])
})
