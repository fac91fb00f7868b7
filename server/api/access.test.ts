import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { AT_HALF_PAST_NINE, PASSWORD, serverOfFile } from '../test/live-server.ts'
import { times } from '../test/times.ts'

const POST = '---\ntitle: First\ntype: essay\n---\n\nText.\n'
const logged: string[] = []
const server = serverOfFile(
  { 'posts/first.md': POST },
  { LOG_LEVEL: 'trace' },
  { ...AT_HALF_PAST_NINE, logTo: { write: (line) => logged.push(line) } },
)
const OPTIONS = ['limit', 'cursor', 'tag', 'tag[]', 'q', 'from', 'to', 'view', 'post', '__proto__']
const PAGES = 'api post essays search stats og assets media admin preview feed.xml streak.svg'
const PARTS =
  'posts public essay tags history deadline-projects first by-id heatmap admin deleted search ' +
  'status auth login git webhook media files conflicts displaced openapi.json ' +
  `.. .git \0 % %00 // \\ __proto__ constructor ${'x'.repeat(3_000)}`
const TIME_LIMIT_MS = times(30_000, 3_600_000)
const head = () => server().head()

it('no call that the document guards does anything, with whatever token', async () => {
  const { paths } = (await server().request('GET', '/api/openapi.json')).json
  const guarded: [string, string][] = []
  for (const [path, methods] of Object.entries<Record<string, { security?: unknown }>>(paths)) {
    for (const [method, { security }] of Object.entries(methods)) {
      // The login makes the token, and the webhook is signed.
      const isOpen = ['/api/auth/login', '/api/git/webhook'].includes(path)
      const isWrite = method !== 'get' && !isOpen
      if (isWrite) expect(security, `${method} ${path}`).toBeDefined()
      const values: Record<string, string> = { id: 'first', commit: head(), year: '2026' }
      const address = path.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? 'a.webp')
      if (security) guarded.push([method, address])
    }
  }
  expect(guarded.length).toBeGreaterThan(15)
  expect(guarded).toContainEqual(['get', '/api/media/2026/a.webp'])
  const [header, claims] = (await server().token()).split('.')
  const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  const body = { title: 'T', content: 'C', featured: true, due_date: '2026-12-31' }
  const before = head()
  for (const token of [null, 'x', `${header}.${claims}.AAAA`, `${unsigned}.${claims}.`]) {
    for (const [method, path] of guarded) {
      const sent = method === 'get' ? undefined : body
      const answer = await server().request(method.toUpperCase(), path, sent, { token })
      const told = [method, path, answer.status, answer.code, answer.headers['cache-control']]
      expect(told).toEqual([method, path, 401, 'unauthorized', 'no-store'])
    }
  }
  expect([head(), server().git('status', '--porcelain')]).toEqual([before, ''])
})

it('a login gives a token that logout ends', async () => {
  const send = (method: string, path: string, token: string | null, body?: object) =>
    server().request(method, path, body, { token })
  const login = await send('POST', '/api/auth/login', null, { password: PASSWORD })
  expect([login.status, login.headers['cache-control']]).toEqual([200, 'no-store'])
  const { token } = login.json.data
  expect((await send('GET', '/api/status', token)).status).toBe(200)
  const logout = await send('POST', '/api/auth/logout', token)
  expect([logout.status, logout.json]).toEqual([200, { data: null }])
  expect((await send('GET', '/api/status', token)).status).toBe(401)
})

it('no password and no token stands in the log, whatever it is told', async () => {
  const token = await server().token()
  const headers = { authorization: `Bearer ${token}` }
  await server().request('POST', '/api/auth/login', { password: `${PASSWORD}!` }, { headers })
  await server().request('POST', '/api/posts', '{', { headers })
  server().app.log.error({ req: { method: 'GET', headers } }, 'As a fault would be logged')
  expect(logged.join()).toContain('/api/auth/login')
  expect(logged.join()).toContain('As a fault would be logged')
  for (const secret of [PASSWORD, token]) expect(logged.join()).not.toContain(secret)
})

it.each([
  ['and writes nothing without a token', null],
  ['with a token', undefined],
])('anything at all is answered below 500, %s', { timeout: TIME_LIMIT_MS }, async (_, token) => {
  const part = fc.oneof(fc.constantFrom(...PARTS.split(' ')), fc.string({ maxLength: 12 }))
  const request = fc.record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'),
    path: fc.tuple(fc.constantFrom(...PAGES.split(' ')), fc.array(part, { maxLength: 4 })),
    query: fc.dictionary(fc.constantFrom(...OPTIONS), fc.string(), { maxKeys: 3 }),
    body: fc.option(fc.oneof(fc.json(), fc.string()), { nil: undefined }),
  })
  const before = head()
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path: [first, rest], query, body }) => {
      const path = [first, ...rest]
      const address = `/${path.map(encodeURIComponent).join('/')}?${new URLSearchParams(query)}`
      const isRead = method === 'GET' || method === 'HEAD'
      const { status } = await server().request(method, address, isRead ? undefined : body, {
        ...(token === null && { token }),
        headers: body === undefined ? {} : { 'content-type': 'application/json' },
      })
      expect(status).toBeLessThan(500)
    }),
    { numRuns: times(250, 50_000) },
  )
  if (token === null) expect(head()).toBe(before)
})
