import { describe, expect, it, vi } from 'vitest'
import { RepositoryError } from '../errors.ts'
import { apiOfFile } from '../test/open-api.ts'

const ESSAY = { type: 'essay', title: 'A title', content: 'A text' }
const COMMIT = 'c'.repeat(40)
const post = (title: string, more = '') =>
  `---\ntitle: ${title}\ntype: essay\ndate: 2026-05-01\n${more}---\n\nText.\n`
const logged: string[] = []
const files = {
  'posts/first.md': post('First'),
  'posts/plan.md': post('Plan', 'draft: true\n'),
  'posts/tags.md': post('A post named tags'),
  'posts/renamed.md': post('Renamed', 'aliases: [old name]\n'),
  'projects/ship-v1.yaml': 'title: Ship\ndue_date: 2026-12-31\n',
  'posts/bad.md': '---\ntitle: [\n---\n',
}
const server = apiOfFile(files, logged)
const call: ReturnType<typeof server>['request'] = (...args) => server().request(...args)

describe('bodies', () => {
  const send = (payload: string, type: string) =>
    call('POST', '/api/posts', payload, { headers: { 'content-type': type } })

  it.each<[string, string, string, number, string]>([
    ['text', JSON.stringify(ESSAY), 'text/plain', 415, 'unsupported_media_type'],
    ['a form', 'title=a', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['XML', '<a/>', 'application/xml', 415, 'unsupported_media_type'],
    ['a type like JSON', '{}', 'application/jsonp', 415, 'unsupported_media_type'],
    ['no JSON', '{"title":', 'application/json', 400, 'bad_request'],
    ['a prototype', '{"__proto__": {"x": 1}}', 'application/json', 400, 'bad_request'],
    ['a constructor', '{"constructor": {"prototype": 1}}', 'application/json', 400, 'bad_request'],
    ['a deep list', '['.repeat(33) + ']'.repeat(33), 'application/json', 400, 'bad_request'],
    ['many lists', `[${'[],'.repeat(11_000)}[]]`, 'application/json', 400, 'bad_request'],
    ['many values', `[${'1,'.repeat(31_000)}1]`, 'application/json', 400, 'bad_request'],
    ['more than 1 MiB', `"${'x'.repeat(1024 * 1024)}"`, 'application/json', 413, 'too_large'],
  ])('of %s are refused', async (_, payload, type, status, code) => {
    const answer = await send(payload, type)
    expect([answer.status, answer.json.code]).toEqual([status, code])
    expect(Object.keys(answer.json)).toEqual(['error', 'code'])
  })

  it.each<[string, string, number, string | undefined]>([
    ['a long password', `{"password": "${'x'.repeat(20_000)}"}`, 401, 'unauthorized'],
    ['no password', '{"x": "x"}', 400, 'validation'],
    ['no text', '{"password": 7}', 400, 'validation'],
    ['no body', '', 400, 'validation'],
    ['half a body', '{"password": "x', 400, 'bad_request'],
    ['more than 64 KiB', `{"password": "${'x'.repeat(66_000)}"}`, 413, 'too_large'],
  ])('of a login with %s are refused', async (_, body, status, code) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await call('POST', '/api/auth/login', body, { headers, token: null })
    expect([answer.status, answer.json.code]).toEqual([status, code])
  })

  it('that are not UTF-8 are refused', async () => {
    const headers = { 'content-type': 'application/json' }
    const body = Buffer.from([0x22, 0xff, 0x22])
    const { status, json } = await call('POST', '/api/posts', body, { headers })
    expect([status, json.error]).toEqual([400, 'The body is not valid UTF-8.'])
  })

  it('may be of a type that is JSON too, with brackets in texts', async () => {
    const body = JSON.stringify({ ...ESSAY, content: '['.repeat(100) })
    expect((await send(body, 'application/vnd.gap+json; charset=utf-8')).status).toBe(201)
  })
})

describe('options', () => {
  it.each([
    '/api/posts/heatmap?from=2026-01-01&from=2026-02-01',
    '/api/posts/public?limit=1&limit=2',
    '/api/posts/public/essay?cursor=a&cursor=b',
    '/api/posts/admin?q=a&q=b',
    '/api/search?q=a&q=b',
    '/api/history?post=a&post=b',
    '/api/deadline-projects?at=2026-01-01&at=2026-01-02',
    '/api/record?limit=1&limit=2',
    '/api/files?path=a&path=b',
  ])('that are named twice are refused: %s', async (url) => {
    const { status, json } = await call('GET', url)
    expect([status, json.code]).toEqual([400, 'bad_request'])
    expect(json.error).toMatch(/^".*" is given more than once\.$/)
  })

  it.each(['/api/posts/public?tag=a&tag=b', '/api/site?x&x'])(
    'that may be repeated, or mean nothing, are taken: %s',
    async (url) => {
      expect((await call('GET', url)).status).toBe(200)
    },
  )
})

describe('addresses', () => {
  it.each([
    ['GET', '/api', 404],
    ['GET', '/api/', 404],
    ['POST', '/api/nothing', 404],
    ['DELETE', '/api/posts/first/what', 404],
    ['GET', '/api/posts/nothing', 404],
    ['GET', '/api/posts/plan', 404],
    ['POST', '/api/git/webhook', 404],
    ['GET', '/api/posts?limit=1', 405],
    ['PUT', '/api/posts/tags', 405],
    ['GET', '/api/posts/preview', 405],
    ['DELETE', '/api/posts/streak', 405],
    ['DELETE', '/api/deadline-projects/ship-v1', 405],
    ['GET', '/api/auth/login', 405],
    ['POST', '/api/openapi.json', 405],
    ['OPTIONS', '/api/status', 405],
    ['POST', '/healthz', 405],
    ['GET', '/api/history/abc?post=first', 404],
    ['GET', `/api/history/${COMMIT}`, 400],
    ['GET', '/api/history?post=a&project=b', 400],
  ])('%s %s is answered %i in one form', async (method, path, expected) => {
    const { status, json, headers } = await call(method, path)
    expect(status).toBe(expected)
    expect(json).toEqual({ error: expect.any(String), code: expect.any(String) })
    expect(headers['cache-control']).toMatch(/^no-(cache|store)$/)
    if (status === 405) expect(headers.allow).toEqual(expect.stringMatching(/[A-Z]/))
  })

  it.each([
    ['PROPFIND', '/api/posts', 405],
    ['PROPFIND', '/api/nothing', 404],
    ['MKCOL', '/api', 404],
  ])('by a method as rare as %s %s are answered %i too', async (method, path, expected) => {
    const { status, json } = await call(method, path)
    expect([status, Object.keys(json)]).toEqual([expected, ['error', 'code']])
  })

  it('of a post’s old id leads to the new one', async () => {
    const { status, headers } = await call('GET', '/api/posts/old%20name')
    expect([status, headers.location]).toEqual([301, '/api/posts/renamed'])
  })

  it('of a post named like a call is by its id', async () => {
    const { json } = await call('GET', '/api/posts/by-id/tags')
    expect(json.data.title).toBe('A post named tags')
  })
})

describe('reads', () => {
  it('are answered 304 to who has the answer', async () => {
    const path = '/api/posts/public/essay?limit=20'
    const { headers } = await call('GET', path)
    const again = await call('GET', path, undefined, {
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect([again.status, again.json]).toEqual([304, null])
    expect(again.headers['x-content-type-options']).toBe('nosniff')
  })

  it('of everything are the admin’s', async () => {
    const { json, headers } = await call('GET', '/api/posts/admin')
    expect(json.data.map(({ id }: { id: string }) => id)).toContain('plan')
    expect(headers['cache-control']).toBe('no-store')
    const summary = await call('GET', '/api/posts/admin?view=summary&limit=1')
    expect(summary.json.data[0]).not.toHaveProperty('content')
  })

  it('do not give the admin’s list to who asks for it by another spelling', async () => {
    await call('GET', '/api/posts/admin')
    for (const path of ['/api/posts/%61dmin', '/api/posts/by-id/admin', '/api/posts/admin/']) {
      const { status } = await call('GET', path, undefined, { token: null })
      expect([401, 404]).toContain(status)
    }
  })

  it('of the status tell what there is', async () => {
    const { json } = await call('GET', '/api/status')
    expect(json.data).toMatchObject({
      commit: server().git('rev-parse', 'HEAD').trim(),
      posts: expect.any(Number),
      projects: 1,
      problems: [{ file: 'posts/bad.md', line: expect.any(Number), reason: expect.any(String) }],
      displaced: [],
      repository: { state: 'ok', message: '' },
      sync: { remote: null, state: 'off' },
    })
  })
})

describe('failures', () => {
  it('of the repository keep their code and their time to wait', async () => {
    const error = new RepositoryError('repository_locked', 'Another git command is at work.')
    vi.spyOn(server().app.store.posts, 'create').mockRejectedValueOnce(error)
    const { status, json, headers } = await call('POST', '/api/posts', ESSAY)
    expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)])
    expect(json).toEqual({ error: 'Another git command is at work.', code: 'repository_locked' })
  })

  it('of ours are logged, and answered without what went wrong', async () => {
    const error = new Error('ENOENT: /secret/path')
    vi.spyOn(server().app.store.posts, 'delete').mockRejectedValueOnce(error)
    const { status, json } = await call('DELETE', '/api/posts/first')
    expect([status, json]).toEqual([
      500,
      { error: 'Something went wrong on the server.', code: 'internal_error' },
    ])
    const line = { method: 'DELETE', url: '/api/posts/first' }
    expect(JSON.parse(logged.at(-1) ?? '')).toMatchObject(line)
  })
})

describe('the document', () => {
  it('lists the calls and what they are made of', async () => {
    const { paths, openapi, components } = (await call('GET', '/api/openapi.json')).json
    expect(openapi).toBe('3.1.0')
    expect(paths['/api/posts/by-id/{id}']).toMatchObject({ get: {}, put: {}, delete: {} })
    expect(components.securitySchemes.bearer).toMatchObject({ scheme: 'bearer' })
    const named = JSON.stringify(paths).match(/(?<=schemas\/)\w+/g) ?? []
    for (const name of named) expect(components.schemas).toHaveProperty(name)
  })

  it('names the key that makes a create repeatable', async () => {
    const { paths } = (await call('GET', '/api/openapi.json')).json
    for (const path of ['/api/posts', '/api/deadline-projects']) {
      const { parameters, responses } = paths[path].post
      const schema = { type: 'string', minLength: 1, maxLength: 255 }
      const key = { in: 'header', name: 'Idempotency-Key', required: false, schema }
      expect(parameters).toEqual([expect.objectContaining(key)])
      expect(responses[422]).toBeDefined()
    }
  })
})
