/** What stands on every answer of the whole server, and what none of them gives away. */
import { connect } from 'node:net'
import { expect, it, vi } from 'vitest'
import { BRIDGED_PATHS, SITE_PATHS } from '#domain/addresses.ts'
import { CALLS } from '../api/calls.ts'
import { pathsOf, QUERIES } from '../queries/queries.ts'
import { securityHeaders } from '../web/security-headers.ts'
import { serverOfFile } from './live-server.ts'

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='

const site = serverOfFile({
  'site.yaml':
    'accent: "#c2410c"\nbridge: https://fed.brid.gy\nstandard_site: at://did:plc:a/site.standard.publication/a\n',
  'style.css': 'a { color: red }',
  'posts/a.md':
    '---\ntitle: A\ntype: essay\ntags: [A, "Q?A & B"]\ndate: 2026-01-02\n---\nText of Q?A.\n',
  'projects/a.yaml': 'title: P\ndue_date: 2026-12-31\n',
  'pages/now.md': '---\ntitle: Now\n---\nText.\n',
  'resources/tools.yaml': 'title: Tools\nitems: []\n',
  'media/2026/a.png': PNG,
})

const assetOf = async () => /\/assets\/[\w.-]+\.css/.exec(await site().page('/'))?.[0] ?? ''

/** An address for each row of the site's table, and for each public read. */
async function addresses(): Promise<string[]> {
  const examples: Record<string, string> = {
    ':postId': 'a',
    ':projectId': 'a',
    ':tagId': 'a',
    ':tag': 'a',
    ':id': 'a',
    ':pageId': 'tools',
    ':page': 'tools',
    ':type': 'essay',
    ':file': 'a.png',
    ':token': 'x',
    '/media/*': '/media/2026/a.png',
    '/assets/*': await assetOf(),
  }
  const reads = QUERIES.flatMap(([path]) => pathsOf(`/api${path}`))
  return [...SITE_PATHS, ...reads, '/api/openapi.json', '/now']
    .filter((path) => path !== '/api/*')
    .map((path) => path.replace(/\/\w+\/\*|:\w+/g, (name) => examples[name] ?? name))
    .map((path) => path.replace('/api/pages/a', '/api/pages/now'))
}

/** Addresses by the status of their answer; those of another method than GET begin with it. */
const ANSWERS = {
  200:
    '/ /post/a /admin /feed.xml /feed.xml?tag=x /streak.svg /og/a.png /healthz ' +
    '/readyz /api/posts/a /api/openapi.json',
  301: '/favicon.ico',
  308: '/essays/',
  400: '/%zz',
  401: '/api/status POST:/api/posts',
  404: '/post/nothing /nothing /og/nothing.png /assets/nothing.js /api/posts/nothing /api/nothing',
  405: 'POST:/post/a POST:/api/posts/a',
}

it('carries the security headers, cached or made for the request', async () => {
  const asked = Object.entries(ANSWERS).flatMap(([status, addresses]) =>
    addresses.split(' ').map((what) => ({ status, what })),
  )
  for (const { status: expected, what } of [...asked, ...asked]) {
    const [path = '', method = 'GET'] = what.split(':').reverse()
    const { status, headers, text } = await site().request(method, path, undefined, { token: null })
    expect(`${status}`, what).toBe(expected)
    const policy = headers['content-security-policy']
    expect(policy, what).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy, what).toContain("object-src 'none'; base-uri 'none'; frame-ancestors 'none'")
    expect(policy, what).not.toContain('unsafe')
    expect(headers, what).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.stringMatching(/^max-age=\d+$/),
      'referrer-policy': expect.any(String),
      'permissions-policy': expect.any(String),
    })
    expect(text, what).not.toMatch(/node_modules|\.(ts|mjs):\d+/)
  }
})

const NO_JSON = 'Content-Type: application/json\r\nContent-Length: 1\r\n\r\n{'

it.each([
  ['a method nobody knows', 'PROPFIND /essays HTTP/1.1', '', 405],
  ['a body that is not JSON', 'POST /api/posts HTTP/1.1', NO_JSON, 401],
  ['an address that cannot be decoded', 'GET /%zz HTTP/1.1', '', 400],
  ['an address with a host', 'GET http://x.org/post/a HTTP/1.1', '', 200],
  ['bytes that are not HTTP', 'hello', '', 400],
  ['headers without end', 'GET / HTTP/1.1', `X: ${'x'.repeat(70_000)}`, 431],
  ['a long path', `GET /${'a'.repeat(4000)} HTTP/1.1`, '', 404],
])('carries them on the answer to %s too', async (_, line, more, statusCode) => {
  const { port } = new URL(site().address)
  const text = await new Promise<string>((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(`${line}\r\nHost: a\r\nConnection: close\r\n${more}\r\n\r\n`),
    )
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('end', () => socket.end())
    socket.on('close', () => resolve(answer.toLowerCase()))
    socket.on('error', reject)
  })
  expect(text).toContain(`http/1.1 ${statusCode} `)
  for (const [name, value] of Object.entries(securityHeaders('https://gap.example'))) {
    expect(text).toContain(`${name}: ${value.toLowerCase()}\r\n`)
  }
})

it('is 405 with the methods of the address for any other, as a page, a file, a picture or a call', async () => {
  for (const path of await addresses()) {
    const others = CALLS.filter(([, url]) => url.replace(':id', 'a') === path).map(([one]) => one)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (others.includes(method)) continue
      const { status, headers, json } = await site().request(method, path, undefined, {
        token: null,
      })
      expect([method, path, status, json?.code]).toEqual([method, path, 405, 'method_not_allowed'])
      expect(headers.allow, path).toContain('GET, HEAD')
    }
  }
  for (const path of ['/nothing', '/api/nothing', '/post/a/b']) {
    const { status, json } = await site().request('POST', path, '<', { token: null })
    expect([path, status, json.code]).toEqual([path, 404, 'not_found'])
  }
})

/** Of those that do not answer 200. */
const STATUSES: Record<string, number> = {
  ...{ '/favicon.ico': 301, '/preview/x': 404, '/api/preview/x': 404 },
  ...Object.fromEntries(BRIDGED_PATHS.map((path) => [path, 302])),
}

it('is the same to HEAD without its body, and 304 for who has it', async () => {
  for (const path of await addresses()) {
    const plain = { 'accept-encoding': 'identity' }
    const { status, headers, bytes } = await site().get(path, plain)
    expect([path, status]).toEqual([path, STATUSES[path] ?? 200])
    const head = await site().request('HEAD', path, undefined, { token: null, headers: plain })
    expect([path, head.status, head.text]).toEqual([path, status, ''])
    if (status === 200) expect(head.headers['content-length'], path).toBe(`${bytes.length}`)
    const { etag } = headers
    if (etag === undefined || status !== 200) continue
    expect(head.headers.etag, path).toBe(etag)
    // `fetch` asks for a fresh answer unless something else is said.
    const known = { 'if-none-match': `"x", ${etag}`, 'cache-control': 'max-age=60' }
    const again = await site().get(path, { ...known, ...plain })
    expect([path, again.status, again.text]).toEqual([path, 304, ''])
    expect(again.headers['content-security-policy'], path).toContain("object-src 'none'")
  }
})

it('has ranges of files, and ignores them elsewhere', async () => {
  for (const path of await addresses()) {
    const isFile = /^\/(?:assets|media)\//.test(path)
    const plain = { 'accept-encoding': 'identity' }
    const whole = await site().get(path, plain)
    const part = await site().get(path, { ...plain, range: 'bytes=1-3' })
    const beyond = await site().get(path, { ...plain, range: 'bytes=999999999-' })
    if (!isFile) {
      expect([path, part.status, beyond.status]).toEqual([path, whole.status, whole.status])
      continue
    }
    const { length } = whole.bytes
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 1-3/${length}`])
    expect(part.bytes).toEqual(whole.bytes.subarray(1, 4))
    expect([beyond.status, beyond.code]).toEqual([416, 'range_not_satisfiable'])
    expect(beyond.headers).toMatchObject({
      'content-range': `bytes */${length}`,
      'cache-control': 'no-cache',
    })
  }
  for (const variant of ['.br', '.gz', '.br?x', '.gz?x=/']) {
    expect((await site().get((await assetOf()) + variant)).status, variant).toBe(404)
  }
})

it('has its query decoded once by calls, pages and feeds, and refuses what is named twice', async () => {
  const { get } = site()
  const found = async (path: string) => (await get(path)).text.includes('Text of Q?A')
  for (const query of ['Q?A %26 B', 'Q%3FA%20%26%20B', 'q%3fa+%26+b']) {
    for (const list of ['/api/posts/public?', '/feed.json?', '/feed.xml?', '/essays?']) {
      expect(await found(`${list}tag=${query}`), list + query).toBe(true)
    }
  }
  for (const list of ['/api/posts/public?', '/feed.json?', '/essays?']) {
    expect(await found(`${list}tag=Q%253FA %26 B`), list).toBe(false)
  }
  expect((await get('/api/search?q=git?zzz')).data).toEqual([])
  for (const path of await addresses()) {
    const [once, twice] = await Promise.all(['', '?x=1&x=2'].map((query) => get(path + query)))
    const told = [once, twice].map((answer) => [path, answer?.status, answer?.headers.etag])
    expect(told[1]).toEqual(told[0])
  }
  for (const path of [
    ...['/api/posts/public?limit=1&limit=1', '/api/search?q=a&q=a', '/api/record?limit=1&limit=2'],
    ...['/essays?after=a&after=a', '/projects?at=2026-01-02&at=2026-01-02', '/search?q=a&q=b'],
    // Also while the answer without the option is kept.
    '/api/deadline-projects?at=',
  ]) {
    expect([path, (await get(path)).status]).toEqual([path, 400])
  }
})

it('tells what a refused login needs, and when to try again', async () => {
  for (const path of ['/api/status', '/api/posts/admin']) {
    expect((await site().get(path)).headers['www-authenticate'], path).toBe('Bearer')
  }
  const { store } = site().app
  const read = vi.spyOn(store, 'snapshot').mockReturnValue({ ...store.snapshot(), facts: null })
  const paths = ['/record', '/record.xml', '/deadlines.ics', '/projects?at=2026-01-02']
  for (const path of [...paths, '/api/record', '/api/deadline-projects?at=2026-01-02']) {
    const { status, headers, code } = await site().get(path)
    expect([path, status, headers['retry-after']]).toEqual([path, 503, '5'])
    if (path.startsWith('/api/')) expect(code).toBe('history_pending')
  }
  expect((await site().ask('GET', '/deadlines/ledger')).data).toBeNull()
  const none = { first_due_date: null, slip_days: null, completed_on: null }
  expect((await site().ask('GET', '/deadline-projects')).data).toMatchObject([none])
  read.mockRestore()
})

it('asks for TLS only where the site has it', () => {
  expect(securityHeaders('http://localhost:3000')).not.toHaveProperty('strict-transport-security')
})

it('is never a file of the project, of the repository or of the content folder', async () => {
  const paths = `/.git/config /.git/HEAD /content/site.yaml /site.yaml /posts/a.md /package.json
    /dist/server/main.mjs /assets/ /assets/manifest.json /assets//manifest.json /assets/__proto__
    /assets/../manifest.json /assets/..%2fmanifest.json /assets/%2e%2e%2fserver%2fmain.mjs
    /assets/..%5c..%5cpackage.json /og/..%2f..%2fsite.yaml.png /%2e%2e/%2e%2e/etc/passwd
    /api/..%2f..%2fsite.yaml /api/resources/..%2fsite`
  for (const path of paths.split(/\s+/)) expect((await site().get(path)).status, path).toBe(404)
})
