/** Whole documents over HTTP: what a visitor, a robot and a second request get. */
import { once } from 'node:events'
import { request } from 'node:http'
import { afterEach, expect, it, vi } from 'vitest'
import { splitUrl } from '#domain/addresses.ts'
import type { InitialData } from '../../client/data/query-store.ts'
import { matchPage } from '../../client/start/page-table.ts'
import { until } from '../test/git-fixture.ts'
import { serverOfFile } from '../test/live-server.ts'
import { readManifest } from './static-files.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const SITE_URL = 'https://gap.example'
const post = (title: string, front = '') =>
  `---\ntitle: ${title}\ntype: essay\ndate: 2026-05-01\n${front}---\n\nText of ${title}.\n`

const WORDS = 'A word, '.repeat(30)

let now = NOON
const logged: string[] = []
const server = serverOfFile(
  {
    'site.yaml': `time_zone: Europe/Berlin\ndescription: "${WORDS}"\n`,
    'tags.yaml': '- Unused\n',
    'resources/learning-ai.yaml': `title: AI\nintro: "${WORDS}"\n`,
    'projects/ship.yaml': 'title: Ship\ndue_date: 2026-12-31\n',
    'posts/an-essay.md': post(
      'An essay',
      'tags: [Writing, A, "b &"]\naliases: [old, /2019/essay, /größe, /essays, /?p=123, /index.php?p=124, https://gap.example/a/#part]\n',
    ),
    'posts/a-short.md':
      '---\ntype: short\ntitle: A short\ndate: 2026-05-02\naliases: [two]\n---\nText\n',
    'posts/a-link.md':
      '---\ntitle: A link\nurl: https://other.example/\ndate: 2026-05-01\naliases: [two]\n---\nText.\n',
    'posts/a-draft.md': post('A draft', 'draft: true\naliases: [gone, /2019/secret]\n'),
    'posts/later.md': post('Later').replace('2026-05-01', '2026-11-20T12:01:00Z'),
  },
  { LOG_LEVEL: 'info' },
  { now: () => now, logTo: { write: (line) => logged.push(line) } },
)

afterEach(() => {
  now = NOON
  vi.restoreAllMocks()
})

const get: ReturnType<typeof server>['get'] = (...args) => server().get(...args)
const initialDataOf = (html: string): InitialData =>
  JSON.parse(
    /<script type="application\/json" id="initial-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '',
  )
const jsonLdOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '')
const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
const count = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].length
const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]

it.each<[string, string, string?]>([
  ['/', 'Blog'],
  ['/essays', 'Essays'],
  ['/short-posts', 'Short Posts'],
  ['/about', 'About'],
  ['/stats', 'Stats'],
  ['/projects', 'Current Projects'],
  ['/record', 'The Record'],
  ['/search', 'Search', 'noindex'],
  ['/search?q=essay', 'Search', 'noindex'],
  ['/resources/learning-ai', 'AI'],
  ['/post/an-essay', 'An essay'],
  ['/post/a-short', 'A short'],
  ['/post/a-link', 'A link'],
  ['/tags/writing', 'Writing'],
  ['/tags/unused', 'Unused'],
])('a page is a complete document with its answers at %s', async (url, title, robots) => {
  const { status, headers, text: html } = await get(url)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(html).toMatch(/^<!doctype html>\n<html lang="en" data-theme="dark">/)
  const [head = ''] = html.split('</head>')
  expect(head.match(/(?<=<title>)[^<]+/g)).toEqual([`${title} | G.A.P.`])
  expect(metaOf(html, 'robots')).toBe(robots)
  expect(count(html, /<h1[ >]/g)).toBe(1)
  expect(canonicalOf(html)).toBe(SITE_URL + url.split('?')[0])
  expect(metaOf(html, 'og:url')).toBe(canonicalOf(html))
  expect(metaOf(html, 'og:image')).toMatch(/^https:\/\/gap\.example\/og(\/[a-z-]+)?\.png$/)
  const isPost = url.startsWith('/post/')
  expect(jsonLdOf(html)['@type']).toBe(isPost ? 'BlogPosting' : 'WebSite')
  if (!isPost) expect(html).toContain('"urlTemplate":"https://gap.example/search?q={term}"')
  if (url === '/post/an-essay') expect(metaOf(html, 'article:tag')).toBe('Writing')
  expect(html).not.toMatch(/ style=|<style| on\w+="/)
  expect(count(html, /<script(?! type="application\/| src=")/g)).toBe(0)
  const initial = initialDataOf(html)
  expect(initial).toMatchObject({ today: '2026-11-20', failures: {} })
  const { page, params } = matchPage(url.split('?')[0] ?? '')
  const search = splitUrl(url).search
  const queries = page.queries({ params, search, today: initial.today })
  expect(Object.keys(initial.answers)).toEqual(queries)
  expect(html).not.toContain('"content":')
})

it('a page has a description of at most 160 characters', async () => {
  for (const path of ['/', '/resources/learning-ai', '/post/x']) {
    const description = metaOf((await get(path)).text, 'description')
    expect(description, path).toBe(`${WORDS.slice(0, 158)}…`)
  }
})

it.each([
  ['/essays', '', ''],
  ['/short-posts?tag=Writing', '?tag=Writing', 'Posts tagged Writing'],
  ['/?tag=b+%26&tag=A', '?tag=A&amp;tag=b+%26', 'Posts tagged A or b &amp;'],
  ['/tags/b', '?tag=b+%26', 'Posts tagged b &amp;'],
  ['/', '', ''],
  ['/stats', '', ''],
  ['/record', '', ''],
])('%s names the feeds of all posts, and of those it lists', async (path, search, name) => {
  const links = [...(await get(path)).text.matchAll(/<link rel="alternate" type="[^"]*" (.*?)>/g)]
  const feedsOf = (title: string, options: string) =>
    ['feed.xml:Atom', 'rss.xml:RSS', 'feed.json:JSON Feed'].map((feed) => {
      const [file, kind] = feed.split(':')
      return `title="G.A.P.${title} (${kind})" href="https://gap.example/${file}${options}"`
    })
  const record = 'title="G.A.P.: Record (Atom)" href="https://gap.example/record.xml"'
  expect(links.map(([, link]) => link).toSorted()).toEqual(
    [
      ...feedsOf('', ''),
      ...(name === '' ? [] : feedsOf(`: ${name}`, search)),
      ...(path === '/record' ? [record] : []),
    ].toSorted(),
  )
})

it.each([
  ['/about', 'main', 'panel'],
  ['/admin', 'panel', 'main'],
])('%s has the script and sheet %s, after it is painted', async (path, own, other) => {
  const [head = '', body = ''] = (await get(path)).text.split('</head>')
  const script = `<script src="/assets/before-paint-\\w+.js" data-script="/assets/${own}-\\w+.js">`
  expect(head).toMatch(new RegExp(script))
  expect(head).toMatch(new RegExp(`<link rel="stylesheet" href="/assets/${own}-\\w+.css">`))
  expect(head + body).not.toContain(`/assets/${other}-`)
  expect(count(head, /<script/g)).toBe(1 + count(head, /application\/ld\+json/g))
  expect(body).not.toContain('src="/assets/')
})

it('a page is the same under any Host', async () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  for (const path of ['/essays', '/essays/', '/feed.xml', '/sitemap.xml', '/api/site']) {
    // `fetch` overrides the Host header.
    const [answer] = await once(request(server().address + path, { headers }).end(), 'response')
    const told = [answer.headers.location, ...(await answer.setEncoding('utf8').toArray())]
    expect(told.join(), path).not.toContain('evil.example')
  }
})

it('a tag has a page of its public posts, to which the tags of posts and cards lead', async () => {
  const listed = async (path: string) => {
    const { text } = await get(path)
    return [/<h1[^>]*>(.*?)<\/h1>/.exec(text)?.[1], ...text.matchAll(/href="\/post\/([^"]*)"/g)]
      .map((part) => (typeof part === 'string' ? part.replace(/<[^>]*>/g, '') : part?.[1]))
      .join()
  }
  expect(await listed('/tags/writing')).toBe('Writing 1 post,an-essay')
  expect(await listed('/tags/unused')).toBe('Unused 0 posts')
  for (const path of ['/essays', '/post/an-essay']) {
    expect((await get(path)).text).toContain('<a href="/tags/writing">Writing</a>')
  }
  for (const path of ['/tags/nothing', '/tags/Writing', '/tags']) {
    const { status, text } = await get(path)
    const [, heading] = /<h1.*?>(.*?)</.exec(text) ?? []
    expect([path, status, heading]).toEqual([path, 404, 'Oops! Page not found'])
  }
  const sitemap = (await get('/sitemap.xml')).text
  expect(sitemap.match(/(?<=<loc>[^<]*\/tags\/)[^<]*/g)).toEqual(['a', 'b', 'writing'])
})

it('an address with nothing behind it is a 404 page that the log names', async () => {
  const { status, headers, text } = await get('/no/such?x=1')
  expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect(text).toContain('Oops! Page not found')
  expect(metaOf(text, 'robots')).toBe('noindex')
  expect(text).not.toMatch(/canonical|og:|ld\+json/)
  const line = logged.map((line) => JSON.parse(line)).find(({ path }) => path === '/no/such')
  expect(line).toMatchObject({ msg: 'Unknown path' })
})

it.each(['nothing', 'a-draft', 'later'])('there is no post %s, and no log line', async (id) => {
  const { status, text } = await get(`/post/${id}`)
  expect(status).toBe(404)
  expect(text).toContain('<title>Post not found | G.A.P.')
  expect(metaOf(text, 'robots')).toBe('noindex')
  expect(text).not.toContain('A draft')
  expect(text).toBe((await get('/post/another')).text)
  expect(logged.join()).not.toContain(`/post/${id}`)
})

it.each([
  ['/post/old', '301 /post/an-essay'],
  ['/post/two', '301 /post/a-link'],
  ['/post/gone', '404'],
  ['/2019/essay', '301 /post/an-essay'],
  ['/2019/essay/', '301 /post/an-essay'],
  ['/2019/essay.html', '301 /post/an-essay'],
  ['/2019//essay/index.html', '301 /post/an-essay'],
  ['/gr%C3%B6%C3%9Fe/', '301 /post/an-essay'],
  ['/2019/essay/?a=b', '301 /post/an-essay'],
  ['/?p=123', '301 /post/an-essay'],
  ['/index.php?p=124', '301 /post/an-essay'],
  ['/a/', '301 /post/an-essay'],
  ['/2019/secret', '404'],
  ['/essays', '200'],
  ['/essays/?tag=a', '308 /essays?tag=a'],
  ['/post/an-essay///', '308 /post/an-essay'],
  ['//evil.example/', '404'],
  ['/%5Cevil.example/', '404'],
  ['/essays?after=%21%21', '400'],
])('another address of a page %s is answered %s', async (path, expected) => {
  const { status, headers } = await get(path)
  expect([status, headers.location].filter(Boolean).join(' ')).toBe(expected)
})

it('assets are the same bytes in every encoding, kept for ever, and not sent again', async () => {
  const [, sheet = ''] = /href="(\/assets\/main-\w+\.css)"/.exec((await get('/')).text) ?? []
  const plain = await get(sheet, { 'accept-encoding': 'identity' })
  for (const [accepted, encoding] of [
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
  ] as const) {
    const { headers, text } = await get(sheet, { 'accept-encoding': accepted })
    expect([headers['content-encoding'], text === plain.text]).toEqual([encoding, true])
    expect(headers.vary).toMatch(/^accept-encoding$/i)
    expect(headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
  }
  expect(plain.headers['content-length']).toBe(`${plain.bytes.length}`)
  expect(() => readManifest('/nowhere')).toThrow('npm run build')
})

const ADMIN_PAGES = ['', '/blog', '/projects', '/activity', '/files'].map((path) => `/admin${path}`)

it.each(ADMIN_PAGES)('nobody keeps %s', async (url) => {
  const { status, headers, text } = await get(url)
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(headers['x-robots-tag']).toBe('noindex, nofollow')
  expect(metaOf(text, 'robots')).toBe('noindex')
  expect(canonicalOf(text)).toBeUndefined()
})

it('a second request gets the same bytes in every encoding', async () => {
  const plain = await get('/essays', { 'accept-encoding': 'identity' })
  const gzip = await get('/essays', { 'accept-encoding': 'gzip' })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gzip.text).toBe(plain.text)
  for (const { headers } of [plain, gzip]) {
    expect([headers.vary, headers.etag]).toEqual(['Accept-Encoding', plain.headers.etag])
  }
})

it('a second request sees a change of its post, and a new day', async () => {
  const pages = ['/', '/essays', '/post/an-essay']
  const before = await Promise.all(pages.map((path) => get(path)))
  await server().request('PUT', '/api/posts/an-essay', { title: 'A better title' })
  for (const [index, path] of pages.entries()) {
    const after = await get(path)
    expect(after.text).toContain('A better title')
    expect(after.headers.etag).not.toBe(before[index]?.headers.etag)
  }
  now = NOON + 24 * 3_600_000
  expect(initialDataOf((await get('/stats')).text).today).toBe('2026-11-21')
})

it('a second request gets the page that shows what can be shown while something fails', async () => {
  const { store } = server().app
  await server().request('PUT', '/api/posts/an-essay', { featured: true })
  vi.spyOn(store.renderer, 'render').mockRejectedValue(new Error('secret detail'))
  const failed = await get('/')
  expect([failed.status, failed.text.includes('secret detail')]).toEqual([500, false])
  expect(failed.text).toContain('A better title')
  expect(logged.join()).toContain('secret detail')
  vi.restoreAllMocks()
  await until(async () => (await get('/')).status === 200)
})
