/** What a cache between visitors and servers is told, by whole servers. */

import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SHARED_SECONDS, STALE_SECONDS } from '../answers/public-headers.ts'
import { atEnd } from './at-end.ts'
import { makeFolder, until } from './git-fixture.ts'
import { historyRead, type LiveServer, serve, serverOfFile } from './live-server.ts'
import { cloneOf, makeRemote } from './remote-fixture.ts'

const FILES = {
  'site.yaml': 'time_zone: Europe/Berlin\n',
  'tags.yaml': '- {name: Writing, color: tag-rose}\n',
  'about.md': 'About this.\n',
  'resources/learning-ai.yaml': 'title: Learning AI\nitems: []\n',
  'projects/ship.yaml': 'title: Ship\ndue_date: 2026-12-31\n',
  'posts/a.md':
    '---\ntitle: A\ntype: essay\ntags: [Writing]\ndate: 2026-01-02\naliases: [old]\n---\nText.\n',
  'posts/b.md': 'A note without a date of its own.\n',
}

const PAGES = [
  '/',
  '/essays?tag=Writing',
  '/post/a',
  '/stats',
  '/projects',
  '/about',
  '/search?q=a',
]
const CALLS = ['posts/public', 'posts/tags', 'posts/streak', 'posts/a', 'deadline-projects', 'site']
const FEEDS = ['feed.xml', 'rss.xml', 'feed.json', 'sitemap.xml', 'robots.txt', 'deadlines.ics']
const FILES_MADE = ['streak.svg', 'favicon.svg', 'manifest.webmanifest', 'api/openapi.json']
const TEXTS = [
  ...PAGES,
  ...CALLS.map((call) => `/api/${call}`),
  ...[...FEEDS, ...FILES_MADE].map((name) => `/${name}`),
]
const CARDS = ['/og/a.png', '/og.png', '/icon-192.png']
const MOVED = ['/post/old', '/essays/', '/favicon.ico', '/api/posts/old']
const UNKNOWN = ['/nothing', '/post/nothing']

const SHORTLY = `public, max-age=0, must-revalidate, s-maxage=${SHARED_SECONDS}, stale-while-revalidate=${STALE_SECONDS}`

const get = (server: LiveServer, path: string, headers: Record<string, string> = {}) =>
  fetch(server.address + path, { headers, redirect: 'manual' })
/** An answer as it stays: the first may say that its text is still being rendered. */
async function settled(server: LiveServer, path: string, headers: Record<string, string> = {}) {
  await until(async () => (await header(server, path, 'cache-control')) !== 'no-store')
  return get(server, path, headers)
}
const header = async (server: LiveServer, path: string, name: string) =>
  (await get(server, path)).headers.get(name)

const site = serverOfFile(FILES)

/** The server once it has read its history: what that says of the posts is in their pages too. */
async function siteWithHistory(): Promise<LiveServer> {
  const server = site()
  await until(() => {
    const { facts, posts } = server.app.store.snapshot()
    // A text without a date has that of its first commit.
    return facts !== null && posts.get('b')?.instant === facts.beginsAt
  })
  return server
}

it('keeps public answers shortly, asks by ETag and names the content', async () => {
  const server = await siteWithHistory()
  const tag = await header(server, '/robots.txt', 'cache-tag')
  expect(tag).toMatch(/^[0-9a-f]{16}-\d{4}-\d\d-\d\d$/)
  for (const path of [...TEXTS, ...CARDS, ...MOVED, ...UNKNOWN]) {
    const answer = await settled(server, path)
    expect(answer.headers.get('cache-control'), path).toBe(SHORTLY)
    expect(answer.headers.get('cdn-cache-control'), path).toContain(`max-age=${SHARED_SECONDS},`)
    expect(answer.headers.get('cache-tag'), path).toBe(tag)
    expect(answer.headers.get('set-cookie'), path).toBeNull()
  }
  for (const path of [...TEXTS, ...CARDS]) {
    const etag = (await header(server, path, 'etag')) ?? ''
    const again = await get(server, path, { 'if-none-match': etag })
    expect([path, again.status, again.headers.get('etag')]).toEqual([path, 304, etag])
    expect(again.headers.get('cache-tag'), path).toBe(tag)
  }
})

it('keeps nothing that is the admin’s, shows a token or went wrong', async () => {
  const server = site()
  for (const path of ['/admin', '/admin/blog', '/api/posts/admin', '/api/status', '/healthz']) {
    expect(await header(server, path, 'cache-control'), path).toBe('no-store')
  }
  for (const path of TEXTS) {
    const { status, headers } = await get(server, path, { authorization: 'Bearer whatever' })
    expect(status, path).toBe(200)
    expect(headers.get('cache-control'), path).toBe('no-store')
    for (const name of ['cdn-cache-control', 'cache-tag']) expect(headers.get(name)).toBeNull()
  }
  for (const path of CALLS) {
    expect(await header(server, `/api/${path}`, 'vary')).toBe('Accept-Encoding, Authorization')
  }
  expect(await header(server, '/api/posts/nothing', 'cache-control')).toBe('no-cache')
})

it('renames the content in answers that a change leaves as they are', async () => {
  const server = await siteWithHistory()
  const before = await settled(server, '/post/a')
  // A post of the second in which the note was committed may come before it.
  const { facts } = server.app.store.snapshot()
  await until(() => Date.now() >= (facts?.beginsAt ?? Number.POSITIVE_INFINITY) + 1000)
  const other = await server.call('POST', '/posts', { title: 'Other', content: 'Words.' })
  expect(other.status).toBe(201)
  const tag = await header(server, '/robots.txt', 'cache-tag')
  expect(tag).not.toBe(before.headers.get('cache-tag'))
  for (const accepted of ['identity', 'gzip', 'br']) {
    const after = await settled(server, '/post/a', { 'accept-encoding': accepted })
    expect(after.headers.get('cache-tag')).toBe(tag)
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'))
  }
})

it('is the same from every server with the same content', async () => {
  const remote = makeRemote(FILES)
  const start = async () => {
    const stateDir = join(makeFolder(), 'state')
    const server = await serve(cloneOf(remote), { stateDir })
    atEnd(() => server.app.close())
    return server
  }
  const [one, two] = [await start(), await start()]
  await Promise.all([one, two].map(historyRead))
  const tags = () => Promise.all([one, two].map((it) => header(it, '/robots.txt', 'cache-tag')))
  await until(async () => new Set(await tags()).size === 1)
  for (const path of [...TEXTS, ...CARDS, ...UNKNOWN]) {
    for (const accepted of ['identity', 'gzip']) {
      const [a, b] = await Promise.all(
        [one, two].map(async (server) => {
          const answer = await settled(server, path, { 'accept-encoding': accepted })
          const bytes = Buffer.from(await answer.arrayBuffer()).toString('base64')
          return { etag: answer.headers.get('etag'), bytes }
        }),
      )
      expect(b, path).toEqual(a)
    }
  }
})
