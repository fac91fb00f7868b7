/** What stands on every answer of the whole server, and what none of them gives away. */
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { securityHeaders } from '../web/security-headers.ts'
import { serverOfFile } from './live-server.ts'

const site = serverOfFile({
  'posts/a.md': '---\ntitle: A\ntype: essay\ndate: 2026-01-02\n---\nText.\n',
})

/** Addresses by the status of their answer; those of another method than GET begin with it. */
const ANSWERS = {
  200:
    '/ /post/a /admin /feed.xml /feed.xml?type=essay&tag=x /streak.svg /og/a.png /healthz ' +
    '/readyz /api/posts/a /api/openapi.json',
  301: '/favicon.ico',
  308: '/essays/',
  400: '/%zz',
  401: '/api/status POST:/api/posts',
  404:
    '/post/nothing /nothing /feed.xml?type=novel /og/nothing.png /assets/nothing.js ' +
    '/api/posts/nothing /api/nothing',
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
  ['an unknown expectation', 'GET / HTTP/1.1', 'Expect: cake', 417],
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
