/** What a cache between visitors and servers is told, by whole servers. */
import { expect, it } from 'vitest'
import { SHARED_SECONDS, STALE_SECONDS } from '../answers/public-headers.ts'
import { until } from './git-fixture.ts'
import { historyRead, type LiveServer, serve, serverOfFile } from './live-server.ts'
import { cloneOf, makeRemote } from './remote-fixture.ts'

const FILES = {
  'tags.yaml': '- {name: Writing, color: tag-rose}\n',
  'about.md': 'About this.\n',
  'resources/learning-ai.yaml': 'title: Learning AI\nitems: []\n',
  'projects/ship.yaml': 'title: Ship\ndue_date: 2026-12-31\n',
  'posts/a.md':
    '---\ntitle: A\ntype: essay\ntags: [Writing]\ndate: 2026-01-02\naliases: [old]\n---\nText.\n',
  'posts/b.md': 'A note without a date of its own.\n',
}

const CALLS = ['posts/public', 'posts/tags', 'posts/streak', 'posts/a', 'deadline-projects', 'site']
const PAGES =
  '/ /essays?tag=Writing /post/a /stats /projects /about /search?q=a /feed.xml /rss.xml ' +
  '/feed.json /sitemap.xml /robots.txt /deadlines.ics /streak.svg /favicon.svg ' +
  '/manifest.webmanifest /api/openapi.json'
const TEXTS = [...PAGES.split(' '), ...CALLS.map((call) => `/api/${call}`)]
const CARDS = ['/og/a.png', '/og.png', '/icon-192.png']
const MOVED = ['/post/old', '/essays/', '/favicon.ico', '/api/posts/old']
const UNKNOWN = ['/nothing', '/post/nothing']

const SHORTLY = `public, max-age=0, must-revalidate, s-maxage=${SHARED_SECONDS}, stale-while-revalidate=${STALE_SECONDS}`

/** An answer as it stays: the first may say that its text is still being rendered. */
async function settled({ get }: LiveServer, path: string, headers: Record<string, string> = {}) {
  await until(async () => (await get(path)).headers['cache-control'] !== 'no-store')
  return get(path, headers)
}
const tagOf = async ({ get }: LiveServer) => (await get('/robots.txt')).headers['cache-tag']

const site = serverOfFile({ ...FILES, 'posts/b.md': '---\ndate: 2026-01-03\n---\nA note.\n' })

it('keeps public answers shortly, asks by ETag and names the content', async () => {
  const server = site()
  const tag = await tagOf(server)
  expect(tag).toMatch(/^[0-9a-f]{16}-\d{4}-\d\d-\d\d$/)
  for (const path of [...TEXTS, ...CARDS, ...MOVED, ...UNKNOWN]) {
    const { headers } = await settled(server, path)
    expect(headers, path).toMatchObject({ 'cache-control': SHORTLY, 'cache-tag': tag })
    expect(headers['cdn-cache-control'], path).toContain(`max-age=${SHARED_SECONDS},`)
    expect(headers, path).not.toHaveProperty('set-cookie')
  }
  for (const path of [...TEXTS, ...CARDS]) {
    const { etag = '' } = (await server.get(path)).headers
    const known = { 'if-none-match': `"other", ${etag}` }
    const { status, headers } = await server.get(path, known)
    expect([path, status, headers.etag, headers['cache-tag']]).toEqual([path, 304, etag, tag])
  }
})

it('keeps nothing that is the admin’s, shows a token or went wrong', async () => {
  const { get } = site()
  for (const path of ['/admin', '/admin/blog', '/api/posts/admin', '/api/status', '/healthz']) {
    expect((await get(path)).headers['cache-control'], path).toBe('no-store')
  }
  for (const path of TEXTS) {
    const { status, headers } = await get(path, { authorization: 'Bearer whatever' })
    expect([path, status, headers['cache-control']]).toEqual([path, 200, 'no-store'])
    for (const name of ['cdn-cache-control', 'cache-tag']) expect(headers).not.toHaveProperty(name)
  }
  for (const path of CALLS) {
    expect((await get(`/api/${path}`)).headers.vary).toBe('Accept-Encoding, Authorization')
  }
  expect((await get('/api/posts/nothing')).headers['cache-control']).toBe('no-cache')
})

it('renames the content in answers that a change leaves as they are', async () => {
  const server = site()
  const before = await settled(server, '/post/a')
  const draft = { title: 'Draft', content: 'Words.', draft: true }
  expect((await server.call('POST', '/posts', draft)).status).toBe(201)
  expect(await tagOf(server)).toBe(before.headers['cache-tag'])
  const other = await server.call('POST', '/posts', { title: 'Other', content: 'Words.' })
  expect(other.status).toBe(201)
  const tag = await tagOf(server)
  expect(tag).not.toBe(before.headers['cache-tag'])
  for (const accepted of ['identity', 'gzip', 'br']) {
    const { headers } = await settled(server, '/post/a', { 'accept-encoding': accepted })
    expect([headers['cache-tag'], headers.etag]).toEqual([tag, before.headers.etag])
  }
})

it('is the same from every server with the same content', async () => {
  const remote = makeRemote(FILES)
  const servers = [await serve(cloneOf(remote)), await serve(cloneOf(remote))]
  await Promise.all(servers.map(historyRead))
  await until(async () => new Set(await Promise.all(servers.map(tagOf))).size === 1)
  for (const path of [...TEXTS, ...CARDS, ...UNKNOWN]) {
    for (const accepted of ['identity', 'gzip']) {
      const [a, b] = await Promise.all(
        servers.map((server) => settled(server, path, { 'accept-encoding': accepted })),
      )
      expect([path, a?.headers.etag, a?.bytes.equals(b?.bytes ?? Buffer.of())]).toEqual([
        ...[path, b?.headers.etag, true],
      ])
    }
  }
})
