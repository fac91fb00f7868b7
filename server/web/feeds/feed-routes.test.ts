/** The addresses that are no pages: feeds, sitemap, calendar, badge, icons and cards. */
import { createHash } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { serverOfFile } from '../../test/live-server.ts'
import { parseXml } from '../../test/strict-xml.ts'

const health = (n: number) => n % 3 === 0
const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)
const posts = Array.from({ length: 60 }, (_, n) => [
  `posts/p${n}.md`,
  `---\ntype: ${n % 2 ? 'essay' : 'short'}\ntitle: P${n}\ndate: ${day(n)}
tags: [${health(n) ? 'Health' : 'Writing'}]\n---\nText ${n}.\n`,
])
const server = serverOfFile({
  ...Object.fromEntries(posts),
  'posts/a.png.md': '---\ntitle: A\nurl: https://x.org/\ndate: 2025-12-01\n---\nText.\n',
  'posts/draft.md': '---\ntitle: Draft\ntags: [Health]\ndraft: true\n---\nText.\n',
  'posts/later.md': '---\ntitle: Later\ntags: [Health]\ndate: 2999-01-01\n---\nText.\n',
})
const get: ReturnType<typeof server>['get'] = (...args) => server().get(...args)

it.each([
  ['/feed.xml', 'application/atom+xml', 'https://gap.example/post/p59'],
  ['/rss.xml', 'application/rss+xml', 'https://gap.example/post/p59'],
  ['/feed.json', 'application/feed+json', 'https://gap.example/post/p59'],
  ['/record.xml', 'application/atom+xml', '<id>https://gap.example/record.xml</id>'],
  ['/sitemap.xml', 'application/xml', 'https://gap.example/post/p0'],
  ['/robots.txt', 'text/plain', 'https://gap.example/sitemap.xml'],
  ['/deadlines.ics', 'text/calendar', 'END:VCALENDAR'],
  ['/streak.svg', 'image/svg+xml', 'day streak'],
  ['/favicon.svg', 'image/svg+xml', '<svg'],
  ['/manifest.webmanifest', 'application/manifest+json', '"short_name":"G.A.P."'],
])('answers %s with its type', async (path, type, words) => {
  // A feed has its posts once they are rendered.
  await expect.poll(async () => (await get(path)).text).toContain(words)
  const { status, headers, text } = await get(path)
  expect([status, headers['content-type']]).toEqual([200, expect.stringContaining(type)])
  if (type.endsWith('xml')) parseXml(text)
})

it.each(['/streak.svg', '/favicon.svg'])('allows the style of %s, and no other', async (path) => {
  const { headers, text } = await get(path)
  const [, style = ''] = /<style>(.+?)<\/style>/.exec(text) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`)
})

it('has every icon that its manifest names, and one for home screens', async () => {
  const { icons } = JSON.parse((await get('/manifest.webmanifest')).text)
  const sizes = []
  for (const path of [...icons.map(({ src }: { src: string }) => src), '/apple-touch-icon.png']) {
    const { status, headers, bytes } = await get(path)
    const isPng = headers['content-type'] === 'image/png'
    sizes.push([path, status, isPng ? bytes.readUInt32BE(16) : 'any'])
  }
  expect(sizes).toEqual([
    ['/favicon.svg', 200, 'any'],
    ['/icon-192.png', 200, 192],
    ['/icon-512.png', 200, 512],
    ['/icon-maskable-512.png', 200, 512],
    ['/apple-touch-icon.png', 200, 180],
  ])
})

it('draws cards of public posts and of the site', async () => {
  for (const path of ['/og/a.png.png', '/og.png']) {
    const { status, bytes } = await get(path)
    const size = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
    expect([path, status, ...size]).toEqual([path, 200, 1200, 630])
  }
  for (const path of ['/og/draft.png', '/og/later.png', '/og/none.png', '/og/a.png', '/og/x']) {
    expect((await get(path)).status).toBe(404)
  }
})

it.each<[string, (n: number) => boolean]>([
  ['', () => true],
  ['?tag=writing', (n) => !health(n)],
  ['?tag=%20HEALTH', health],
  ['?tag=Writing&tag=Health&tag=none', () => true],
  ['?tag=none', () => false],
  ['?tag=&utm_source=x', () => true],
])('has the newest 20 of the posts that "%s" asks for', async (search, isAsked) => {
  const { items } = JSON.parse((await get(`/feed.json${search}`)).text)
  const ids = items.map(({ url }: { url: string }) => Number(url.split('/p').at(-1)))
  const all = posts.map((_, n) => n).reverse()
  expect(ids).toEqual(all.filter(isAsked).slice(0, 20))
})

it('answers 304 for a feed that a change does not show in, and nothing of a deleted post', async () => {
  const known = { 'if-none-match': String((await get('/feed.xml')).headers.etag) }
  await server().request('PUT', '/api/posts/p0', { content: 'Other.' })
  expect((await get('/feed.xml', known)).status).toBe(304)
  await server().request('DELETE', '/api/posts/p59')
  const { status, text } = await get('/feed.xml', known)
  expect([status, text.includes('/post/p59')]).toEqual([200, false])
  expect(text).toContain('/post/p39<')
})

it('caches nothing with a text that is not rendered yet; a feed has the post afterwards', async () => {
  const { renderer } = server().app.store
  const render = renderer.render.bind(renderer)
  const late = { html: '<pre></pre>', problem: null, isFinal: false }
  const spy = vi.spyOn(renderer, 'render')
  spy.mockImplementation(async (text, ...more) => {
    const rendered = await render(text, ...more)
    return text.idPrefix === 'p-p58-' ? { ...rendered, ...late } : rendered
  })
  await server().request('PUT', '/api/posts/p57', { title: 'New' })
  const without = await get('/feed.xml')
  expect(without.headers['cache-control']).toBe('no-store')
  expect(without.text).toContain('/post/p57<')
  expect(without.text).not.toContain('/post/p58<')
  const cached = async () => {
    const paths = ['/post/p58', '/', '/api/posts/p58', '/api/posts/public?limit=9']
    const answers = await Promise.all(paths.map((path) => get(path)))
    return answers.map(({ headers }) => headers['cache-control'] !== 'no-store')
  }
  expect(await cached()).toEqual([false, false, false, false])
  spy.mockRestore()
  expect((await get('/feed.xml')).text).toContain('/post/p58<')
  expect(await cached()).toEqual([true, true, true, true])
})
