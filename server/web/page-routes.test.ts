/** Whole documents over HTTP: what a visitor, a robot and a second request get. */

import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import type { InitialData } from '../../client/start/initial-data.ts'
import { DEFAULT_ABOUT } from '../content/formats/page-file.ts'
import { createPageFixture, NOON, type PageFixture, SITE_URL } from '../test/page-fixture.ts'
import { postRecord, projectRecord } from '../test/test-records.ts'

const HOSTILE = `</script><script>alert(1)</script><!-- " ' & <b>`

const essay = postRecord({ id: 'an-essay', title: 'An essay', tags: ['Writing'] })
const short = postRecord({ id: 'a-short', type: 'short', title: 'A short', content: 'Short text' })
const link = postRecord({
  id: 'a-link',
  type: 'link',
  title: 'A link',
  url: 'https://other.example/',
})
const draft = postRecord({ id: 'a-draft', title: 'A draft', draft: true })
const scheduled = postRecord({ id: 'later', title: 'Later', instant: NOON + 60_000 })

let fixture: PageFixture

function start(...args: Parameters<typeof createPageFixture>): PageFixture {
  fixture = createPageFixture(...args)
  return fixture
}

afterEach(async () => {
  await fixture.app.close()
})

const get = (url: string, headers: Record<string, string> = {}) =>
  fixture.app.inject({ url, headers })

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

const PAGES = [
  '/',
  '/essays',
  '/short-posts',
  '/about',
  '/stats',
  '/projects',
  '/search',
  '/search?q=essay',
  '/resources/learning-ai',
  '/post/an-essay',
  '/post/a-short',
  '/post/a-link',
]

describe('a page', () => {
  const parts = {
    pages: new Map([['learning-ai', { ...DEFAULT_ABOUT, id: 'learning-ai', title: 'AI' }]]),
    projects: [projectRecord({ id: 'ship' })],
  }

  it.each(PAGES)('is a complete document at %s', async (url) => {
    start([essay, short, link], parts)
    const response = await get(url)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.headers['cache-control']).toContain('public, max-age=0, must-revalidate, ')
    const html = response.body
    expect(html).toMatch(/^<!doctype html>\n<html lang="en" data-theme="dark">/)
    const [head = ''] = html.split('</head>')
    expect(count(head, /<title>/g)).toBe(1)
    expect(head).toMatch(/<title>[^<]+ \| G\.A\.P\.<\/title>/)
    expect(count(html, /<h1[ >]/g)).toBe(1)
    expect(canonicalOf(html)).toBe(SITE_URL + url.split('?')[0])
    expect(metaOf(html, 'og:url')).toBe(canonicalOf(html))
    expect(metaOf(html, 'og:image')).toMatch(/^https:\/\/gap\.example\/og(\/[a-z-]+)?\.png$/)
    const feeds = count(html, /<link rel="alternate" type="application\/(?:atom|rss|feed)\+/g)
    // Those of the site, and those of the type that is listed.
    expect(feeds).toBe(/^\/(essays|short-posts)/.test(url) ? 6 : 3)
    expect(jsonLdOf(html)['@type']).toBe(url.startsWith('/post/') ? 'BlogPosting' : 'WebSite')
    expect(html).not.toMatch(/ style=|<style| on\w+="/)
    expect(count(html, /<script(?! type="application\/| src=")/g)).toBe(0)
  })

  it.each(PAGES)('carries the answers it was made from at %s', async (url) => {
    start([essay, short, link], parts)
    const initial = initialDataOf((await get(url)).body)
    expect(initial).toMatchObject({ today: '2026-11-20', failures: {} })
    if (url !== '/search') expect(Object.keys(initial.answers)).not.toHaveLength(0)
  })

  it('does not send the markdown', async () => {
    start([essay])
    expect((await get('/post/an-essay')).body).not.toContain('"content":')
  })

  it('loads its sheet, and a script that asks for the page’s once it is painted', async () => {
    start([essay])
    const [head = '', body = ''] = (await get('/about')).body.split('</head>')
    expect(head).toContain(
      '<script src="/assets/before-paint-A.js" data-script="/assets/main-A.js">',
    )
    expect(head).toContain('<link rel="stylesheet" href="/assets/main-A.css">')
    expect(count(head, /<script/g)).toBe(1 + count(head, /application\/ld\+json/g))
    expect(body).not.toContain('src="/assets/')
  })

  it('has a script and a sheet of its own where it is the admin’s', async () => {
    start([essay])
    const { body } = await get('/admin')
    expect(body).toContain('data-script="/assets/panel-A.js"')
    expect(body).toContain('<link rel="stylesheet" href="/assets/panel-A.css">')
    expect(body).not.toContain('main-A')
  })
})

describe('text made to break out', () => {
  it('stays text in title, head, structured data and initial data', async () => {
    start([
      { ...essay, title: HOSTILE, description: HOSTILE, tags: [HOSTILE], excerpt: HOSTILE },
      { ...short, title: HOSTILE, excerpt: HOSTILE, preview: HOSTILE },
    ])
    for (const url of ['/', '/essays', '/short-posts', '/post/an-essay', '/stats']) {
      const { body } = await get(url)
      expect(body).not.toContain('<script>alert')
      expect(count(body, /<\/script>/g)).toBe(count(body, /<script/g))
      expect(body).not.toMatch(/<b>/)
      expect(initialDataOf(body).today).toBe('2026-11-20')
    }
    const { body } = await get('/post/an-essay')
    expect(jsonLdOf(body).headline).toBe(HOSTILE)
  })

  it('stays text in the address', async () => {
    start([essay])
    const query = encodeURIComponent(HOSTILE)
    for (const url of [`/search?q=${query}`, `/essays?tag=${query}`, `/post/${query}`]) {
      const { body } = await get(url)
      expect(body).not.toContain('<script>alert')
      expect(body).not.toContain('<b>')
    }
  })
})

describe('an address with nothing behind it', () => {
  it('is a 404 page that the log names', async () => {
    start([essay])
    const response = await get('/no/such?x=1')
    expect(response.statusCode).toBe(404)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.body).toContain('Oops! Page not found')
    expect(metaOf(response.body, 'robots')).toBe('noindex')
    expect(canonicalOf(response.body)).toBeUndefined()
    expect(fixture.logged).toEqual([
      { level: 'info', details: { path: '/no/such' }, message: 'Unknown path' },
    ])
  })

  it.each(['nothing', 'a-draft', 'later'])('has no post %s', async (id) => {
    start([essay, draft, scheduled])
    const response = await get(`/post/${id}`)
    expect(response.statusCode).toBe(404)
    expect(response.body).toContain('Post not found')
    expect(response.body).not.toContain('A draft')
    expect(initialDataOf(response.body).failures).toEqual({
      [`/posts/by-id/${id}`]: { statusCode: 404, error: 'Post not found' },
    })
  })

  it('is made once for an unknown post, as every page is, and without a line in the log', async () => {
    start([essay])
    const first = await get('/post/nothing')
    const { contexts } = fixture
    expect((await get('/post/nothing')).body).toBe(first.body)
    expect([fixture.contexts, fixture.logged]).toEqual([contexts, []])
  })

  it('has a post as soon as its time has come', async () => {
    start([scheduled])
    expect((await get('/post/later')).statusCode).toBe(404)
    fixture.setNow(NOON + 60_000)
    fixture.change({})
    expect((await get('/post/later')).statusCode).toBe(200)
    expect((await get('/essays')).body).toContain('Later')
  })

  it('does not answer other methods on a page', async () => {
    start([essay])
    const page = await fixture.app.inject({ method: 'POST', url: '/essays' })
    expect(page.statusCode).toBe(405)
    expect(page.headers.allow).toBe('GET, HEAD')
    expect((await fixture.app.inject({ method: 'DELETE', url: '/nothing' })).statusCode).toBe(404)
  })
})

describe('another address of a page', () => {
  it('leads from an old id to the new one', async () => {
    start([
      { ...essay, aliases: ['old', 'a-draft'] },
      draft,
      { ...draft, id: 'd', aliases: ['gone'] },
    ])
    const response = await get('/post/old')
    expect(response.statusCode).toBe(301)
    expect(response.headers.location).toBe('/post/an-essay')
    expect((await get('/post/gone')).statusCode).toBe(404)
  })

  it('leads from the address on another site to the post', async () => {
    start([
      { ...essay, aliases: ['essay', '/2019/essay', '/essays'] },
      { ...draft, aliases: ['/2019/secret'] },
    ])
    for (const url of ['/2019/essay', '/2019/essay/', '/2019/essay.html', '/2019/essay/?a=b']) {
      const response = await get(url)
      expect(response.statusCode).toBe(301)
      expect(response.headers.location).toBe('/post/an-essay')
    }
    expect((await get('/2019/secret')).statusCode).toBe(404)
    expect((await get('/essays')).statusCode).toBe(200)
  })

  it('leads from a slash at the end to the page', async () => {
    start([essay])
    const response = await get('/essays/?tag=a')
    expect(response.statusCode).toBe(308)
    expect(response.headers.location).toBe('/essays?tag=a')
    expect((await get('//evil.example/')).statusCode).toBe(404)
  })

  it('is the same page under any Host', async () => {
    start([essay])
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    const { body } = await get('/essays', headers)
    expect(body).not.toContain('evil.example')
    expect(canonicalOf(body)).toBe(`${SITE_URL}/essays`)
  })
})

describe('the admin’s pages', () => {
  it.each(['/admin', '/admin/blog', '/admin/projects'])('are kept by nobody: %s', async (url) => {
    start([essay])
    const response = await get(url)
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.headers['x-robots-tag']).toBe('noindex, nofollow')
    expect(metaOf(response.body, 'robots')).toBe('noindex')
    expect(canonicalOf(response.body)).toBeUndefined()
  })
})

describe('a second request', () => {
  it('gets the same bytes in every encoding', async () => {
    start([essay, short])
    const plain = await get('/')
    const gzip = await get('/', { 'accept-encoding': 'gzip' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload)).toEqual(plain.rawPayload)
    for (const { headers } of [plain, gzip]) {
      expect(headers.vary).toBe('Accept-Encoding')
      expect(headers.etag).toBe(plain.headers.etag)
      expect(headers['content-security-policy']).toContain("default-src 'none'")
    }
  })

  it('gets 304 for what it has', async () => {
    start([essay])
    const { headers } = await get('/essays')
    const second = await get('/essays', { 'if-none-match': String(headers.etag) })
    expect(second.statusCode).toBe(304)
    expect(second.body).toBe('')
    expect(second.headers['content-security-policy']).toBe(headers['content-security-policy'])
    const third = await get('/essays', { 'if-none-match': '"other"' })
    expect(third.statusCode).toBe(200)
  })

  it('gets the head alone when it asks for that', async () => {
    start([essay])
    const { headers } = await get('/essays')
    const head = await fixture.app.inject({ method: 'HEAD', url: '/essays' })
    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
    expect(head.headers['content-length']).toBe(headers['content-length'])
  })

  it('gets 304 after a change that its page does not show', async () => {
    const far = { ...short, id: 'far', instant: short.instant - 1000 }
    start([{ ...essay, instant: short.instant + 1000 }, short, far])
    const first = await get('/post/an-essay')
    fixture.change({}, { projects: [projectRecord({ id: 'new' })] })
    fixture.change({ far: { ...far, title: 'Another', revision: '2' } })
    const known = { 'if-none-match': String(first.headers.etag) }
    expect((await get('/post/an-essay', known)).statusCode).toBe(304)
  })

  it.each(['/', '/essays', '/post/an-essay'])('sees a change of its post at %s', async (url) => {
    start([essay, short])
    const first = await get(url)
    fixture.change({ 'an-essay': { ...essay, title: 'A better title', revision: '2' } })
    const second = await get(url)
    expect(second.body).toContain('A better title')
    expect(second.headers.etag).not.toBe(first.headers.etag)
    fixture.change({ 'an-essay': null })
    expect((await get(url)).body).not.toContain('A better title')
  })

  it('sees a new day', async () => {
    start([essay])
    expect(initialDataOf((await get('/stats')).body).today).toBe('2026-11-20')
    fixture.setNow(NOON + 24 * 3_600_000)
    expect(initialDataOf((await get('/stats')).body).today).toBe('2026-11-21')
  })

  it('has the same ETag from a server started later', async () => {
    const etagOf = async () => {
      start([essay, short])
      const { headers } = await get('/')
      await fixture.app.close()
      return headers.etag
    }
    const first = await etagOf()
    expect(await etagOf()).toBe(first)
  })
})

describe('a failure while a page is made', () => {
  it('shows what can be shown, tells the log and is not kept', async () => {
    start([essay, short])
    fixture.failWith(new Error('secret detail'))
    const response = await get('/')
    expect(response.statusCode).toBe(500)
    expect(response.body).not.toContain('secret detail')
    expect(response.body).toContain('An essay')
    expect(fixture.logged.map(({ level }) => level)).toContain('error')
    fixture.failWith(null)
    expect((await get('/')).statusCode).toBe(200)
  })

  it('refuses a cursor nobody gave', async () => {
    start([essay])
    const response = await get('/essays?after=%21%21')
    expect(response.statusCode).toBe(400)
    expect(response.body).toContain('Failed to load essays')
  })
})
