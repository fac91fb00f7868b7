import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIXTURE_PASSWORD } from '../test/api-fixture.ts'
import { COMMIT, ESSAY, openRecordingApi, type RecordingApi } from '../test/recording-api.ts'

let api: RecordingApi
beforeAll(async () => {
  api = await openRecordingApi()
})
afterAll(() => api.close())

describe('without a token', () => {
  it('no call that the document guards does anything, with whatever token', async () => {
    const { paths } = (await api.call('GET', '/api/openapi.json')).json
    const guarded: [string, string][] = []
    for (const [path, methods] of Object.entries<Record<string, { security?: unknown }>>(paths)) {
      for (const [method, { security }] of Object.entries(methods)) {
        // The login makes the token, and the webhook is signed.
        const isOpen = ['/api/auth/login', '/api/git/webhook'].includes(path)
        const isWrite = method !== 'get' && !isOpen
        if (isWrite) expect(security, `${method} ${path}`).toBeDefined()
        if (security)
          guarded.push([method, path.replace('{id}', 'first').replace('{commit}', COMMIT)])
      }
    }
    expect(guarded.length).toBeGreaterThan(15)
    const [head, claims] = (await api.token()).split('.')
    const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    const body = { ...ESSAY, featured: true, due_date: '2026-12-31' }
    for (const token of [null, 'x', `${head}.${claims}.AAAA`, `${unsigned}.${claims}.`]) {
      api.writes.length = 0
      for (const [method, path] of guarded) {
        const answer = await api.call(
          method.toUpperCase(),
          path,
          method === 'get' ? undefined : body,
          {
            token,
          },
        )
        expect([answer.status, answer.json.code], `${method} ${path}`).toEqual([
          401,
          'unauthorized',
        ])
        expect(answer.headers['cache-control']).toBe('no-store')
      }
      expect(api.writes).toEqual([])
    }
  })
})

describe('a login', () => {
  it('gives a token that logout ends', async () => {
    const login = await api.call(
      'POST',
      '/api/auth/login',
      { password: FIXTURE_PASSWORD },
      { token: null },
    )
    expect(login.status).toBe(200)
    expect(login.headers['cache-control']).toBe('no-store')
    const { token } = login.json.data
    expect((await api.call('GET', '/api/status', undefined, { token })).status).toBe(200)
    const logout = await api.call('POST', '/api/auth/logout', undefined, { token })
    expect([logout.status, logout.json]).toEqual([200, { data: null }])
    expect((await api.call('GET', '/api/status', undefined, { token })).status).toBe(401)
  })

  it.each([[undefined], [{}], [{ password: 7 }], [{ password: null }]])(
    'without a password text is 400: %j',
    async (body) => {
      const { status, json } = await api.call('POST', '/api/auth/login', body, { token: null })
      expect([status, json.code]).toEqual([400, 'validation'])
    },
  )
})

describe('anything at all', () => {
  it('is answered below 500, and writes nothing without a token', async () => {
    api.writes.length = 0
    const part = fc.oneof(
      fc.constantFrom('posts', 'public', 'essay', 'tags', 'history', 'deadline-projects', 'first'),
      fc.string({ maxLength: 12 }),
    )
    const request = fc.record({
      method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'),
      path: fc.array(part, { maxLength: 4 }),
      query: fc.dictionary(
        fc.constantFrom('limit', 'cursor', 'tag', 'q', 'from', 'x'),
        fc.string(),
        {
          maxKeys: 3,
        },
      ),
      body: fc.option(fc.oneof(fc.json(), fc.string()), { nil: undefined }),
      hasToken: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(request, async ({ method, path, query, body, hasToken }) => {
        api.writes.length = 0
        const address = `/api/${path.map(encodeURIComponent).join('/')}?${new URLSearchParams(query)}`
        const { status } = await api.call(method, address, body, {
          ...(!hasToken && { token: null }),
          headers: body === undefined ? {} : { 'content-type': 'application/json' },
        })
        expect(status).toBeLessThan(500)
        if (!hasToken) expect(api.writes).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})
