import { rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { createHttpServer } from '../http-server.ts'
import { atEnd } from '../test/at-end.ts'
import { apiOfFile, postFile } from '../test/live-server.ts'
import { CALLS } from './calls.ts'

const ESSAY = { type: 'essay', title: 'A title', content: 'A text' }
const COMMIT = 'c'.repeat(40)
const FOX = 'The quick brown fox'
const logged: string[] = []
const files = {
  'about.md': 'About.\n',
  'pages/first.md': '---\ntitle: First\n---\n',
  'posts/first.md': postFile('First', 'tags: [Cooking, First]\nproject: ship-v1\n', `${FOX} runs.`),
  'posts/plan.md': postFile('Plan for a loaf', 'draft: true\n', `${FOX} hides.`),
  'posts/tags.md': postFile('A post named tags'),
  'posts/later.md': postFile('Later').replace('2026-05-01', '2026-11-21'),
  'posts/tool.md':
    '---\ntitle: A tool for loaves\nurl: https://a.example/\ndate: 2026-05-01\n---\n',
  'projects/ship-v1.yaml': 'title: Ship\ndue_date: 2026-12-31\n',
  'posts/bad.md': '---\ntitle: [\n---\n',
}
const server = apiOfFile(files, logged)
const call: ReturnType<typeof server>['request'] = (...args) => server().request(...args)

const SILENT = { logLevel: 'silent', trustProxy: false } as const

it('sends an answer that takes longer to make than a client may stall', async () => {
  const app = createHttpServer({ settings: SILENT }, {})
  atEnd(() => app.close())
  app.server.setTimeout(1000)
  app.get('/slow', () => sleep(2500, 'late'))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  expect(await (await fetch(`${address}/slow`)).text()).toBe('late')
})

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
  ['a list', '[]', 'application/json', 400, 'bad_request'],
  ['a text', '"text"', 'application/json', 400, 'bad_request'],
  ['more than 1 MiB', `"${'x'.repeat(1024 * 1024)}"`, 'application/json', 413, 'too_large'],
])('bodies of %s are refused', async (_, payload, type, status, code) => {
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
])('bodies of a login with %s are refused', async (_, body, status, code) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await call('POST', '/api/auth/login', body, { headers, token: null })
  expect([answer.status, answer.json.code]).toEqual([status, code])
})

it('bodies that take longer than 30 s to arrive close their connection', () => {
  const { server } = createHttpServer({ settings: SILENT }, {})
  expect([server.requestTimeout, server.headersTimeout]).toEqual([30_000, 30_000])
})

it('bodies that are not UTF-8 are refused; a type may be JSON too, with brackets in texts', async () => {
  const headers = { 'content-type': 'application/json' }
  const body = Buffer.from([0x22, 0xff, 0x22])
  const { status, error } = await call('POST', '/api/posts', body, { headers })
  expect([status, error]).toEqual([400, 'The body is not valid UTF-8.'])
  const text = JSON.stringify({ ...ESSAY, content: '['.repeat(100) })
  expect((await send(text, 'application/vnd.gap+json; charset=utf-8')).status).toBe(201)
})

it.each([
  ['GET', '/api', 404],
  ['DELETE', '/api/posts/first/what', 404],
  ['GET', '/api/posts/nothing', 404],
  ['GET', '/api/posts/plan', 404],
  ['PUT', '/api/posts/nothing', 404],
  ['PATCH', '/api/deadline-projects/nothing', 404],
  ['POST', '/api/git/webhook', 404],
  ['GET', '/api/posts?limit=1', 405],
  ['GET', '/api/posts/preview', 405],
  ['GET', '/api/history/abc?post=first', 404],
  ['GET', `/api/history/${COMMIT}`, 400],
  ['GET', '/api/history?post=a&project=b', 400],
  ['PROPFIND', '/api/posts', 405],
  ['PROPFIND', '/api/nothing', 404],
  ['MKCOL', '/api', 404],
])('addresses %s %s is answered %i in one form', async (method, path, expected) => {
  const isWrite = ['PUT', 'PATCH'].includes(method)
  const { status, json, headers } = await call(method, path, isWrite ? {} : undefined)
  expect(status).toBe(expected)
  expect(json).toEqual({ error: expect.any(String), code: expect.any(String) })
  expect(headers['cache-control']).toMatch(/^no-(cache|store)$/)
  if (status === 405) expect(headers.allow).toEqual(expect.stringMatching(/[A-Z]/))
})

it('addresses of posts whose titles are words of the API are theirs', async () => {
  for (const title of ['Words', 'Tags', 'Admin', 'By id', 'Preview', 'Deleted', 'Public']) {
    const made = await call('POST', '/api/posts', { title, content: 'Text.' })
    const path = `/api/posts/${made.data.id}`
    const statuses = [
      (await call('GET', path)).status,
      (await call('PUT', path, { content: 'Other.' })).status,
      (await call('DELETE', path)).status,
    ]
    expect([title, made.status, ...statuses]).toEqual([title, 201, 200, 200, 200])
  }
  const changed = await call('PUT', '/api/posts/by-id/tags', { title: 'New' })
  expect([changed.status, changed.data.id]).toEqual([200, 'tags'])
  expect((await call('GET', '/api/posts/by-id/tags')).data.title).toBe('New')
})

it.each<[string, string[]]>([
  ['q=LOA', ['plan', 'tool']],
  ['q=tool+loa', ['tool']],
  ['q=cooking', ['first']],
  ['q=later', ['later']],
  ['q=fox+HIDES', ['plan']],
  ['type=link', ['tool']],
  ['state=draft', ['plan']],
  ['state=scheduled', ['later']],
  ['state=live&q=loa', ['tool']],
  ['id=plan', ['plan']],
  ['q=loa&type=essay&state=draft', ['plan']],
  ['q=a+loa&type=&state=&limit=50', ['plan', 'tool']],
])('the admin’s list is narrowed by words, tag, id, type and state: %s', async (options, ids) => {
  const { data, headers } = await call('GET', `/api/posts/admin?${options}`)
  expect(data.map(({ id }: { id: string }) => id).sort()).toEqual(ids)
  expect(headers['cache-control']).toBe('no-store')
})

it('reads of the whole list refuse an unknown type or state, and give summaries for view=summary', async () => {
  for (const options of ['type=note', 'state=gone']) {
    expect((await call('GET', `/api/posts/admin?${options}`)).status).toBe(400)
  }
  const summary = await call('GET', '/api/posts/admin?view=summary&limit=1')
  expect(summary.data[0]).not.toHaveProperty('content')
})

it('reads do not give the admin’s list to who asks for it by another spelling', async () => {
  await call('GET', '/api/posts/admin')
  for (const path of ['/api/posts/%61dmin', '/api/posts/by-id/admin', '/api/posts/admin/']) {
    expect([401, 404]).toContain((await server().get(path)).status)
  }
})

it('reads find public posts by their words', async () => {
  const { data } = await call('GET', '/api/search?q=fox&limit=5')
  expect(data).toMatchObject([{ id: 'first', snippet: expect.stringContaining('fox') }])
  expect(data[0]).not.toHaveProperty('content')
  expect((await call('GET', '/api/search')).json).toEqual({ data: [] })
  const near = await call('GET', '/api/search?q=quyck')
  expect(near).toMatchObject({ data: [{ id: 'first' }], meta: { similar: true } })
  expect(await server().page('/search?q=quyck')).toContain('No exact match. Similar posts:')
})

it('failures of a foreign lock keep their code and their time to wait, and end with the lock', async () => {
  const lock = join(server().folder, '.git/index.lock')
  writeFileSync(lock, '')
  const [began, now] = [performance.now(), Date.now()]
  // Ten seconds are a fifth of one.
  const clock = vi
    .spyOn(Date, 'now')
    .mockImplementation(() => now + 50 * (performance.now() - began))
  const { status, json, headers } = await call('POST', '/api/posts', ESSAY)
  clock.mockRestore()
  expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)])
  expect(json).toEqual({ error: expect.any(String), code: 'repository_locked' })
  expect((await call('GET', '/api/posts/first')).status).toBe(200)
  // A checkout has a file away for a moment.
  const first = server().text('posts/first.md')
  rmSync(join(server().folder, 'posts/first.md'))
  const waiting = [call('PUT', '/api/posts/first', {}), call('POST', '/api/posts', ESSAY)]
  await sleep(100)
  server().put('posts/first.md', first)
  rmSync(lock)
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 201])
  expect(server().git('status', '--porcelain')).toBe('')
})

it.each([
  ['ENOSPC', 'git write-tree', 507, 'storage_full'],
  ['EIO', 'git update-ref', 503, 'read_only'],
])('%s at "%s" is answered %i %s, and nothing is saved', async (code, at, ...expected) => {
  const { app, head, text } = server()
  const before = [head(), text('posts/first.md')]
  const steps = vi
    .spyOn(app.store.repository.parts().access.io, 'step')
    .mockImplementation((step) => {
      if (step === at) throw Object.assign(new Error(code), { code })
    })
  const { status, json } = await call('PUT', '/api/posts/first', { title: 'New' })
  steps.mockRestore()
  expect([status, json.code]).toEqual(expected)
  expect([head(), text('posts/first.md')]).toEqual(before)
  expect((await call('GET', '/api/posts/first')).data.title).toBe('First')
})

it('failures of a folder on another volume name it, and the next save works', async () => {
  const before = server().head()
  // Only a mount makes one below the content, which not every user may.
  const volumes = vi
    .spyOn(server().app.store.repository.parts().access.io, 'volume')
    .mockImplementation(async (path) => Number(/posts.2026$/.test(path)))
  const { status, json } = await call('POST', '/api/posts', ESSAY)
  volumes.mockRestore()
  expect([status, json.code]).toEqual([503, 'read_only'])
  expect(json.error).toContain('“posts/2026” lies on another volume')
  expect(server().head()).toBe(before)
  expect((await call('POST', '/api/posts', ESSAY)).status).toBe(201)
  expect(server().git('status', '--porcelain')).toBe('')
})

it('failures of a folder that cannot be written come before the commit of a removal', async () => {
  const before = server().head()
  // The super-user may write anywhere, whatever a folder's permissions.
  const { io } = server().app.store.repository.parts().access
  const permissions = vi.spyOn(io, 'isWritable').mockResolvedValue(false)
  const { status, json } = await call('DELETE', '/api/posts/first')
  permissions.mockRestore()
  expect([status, json.code]).toEqual([503, 'read_only'])
  expect(json.error).toContain('not allowed to write to the folder “posts”')
  expect(server().head()).toBe(before)
})

it('failures of a client that goes with its body half sent are not logged', async () => {
  const before = [...logged]
  const socket = connect(Number(new URL(server().address).port))
  const lines = ['content-type: application/json', 'content-length: 9', '', '{']
  socket.write(['POST /api/auth/login HTTP/1.1', ...lines].join('\r\n'))
  await sleep(50)
  socket.destroy()
  await sleep(50)
  expect(logged).toEqual(before)
})

it('failures that nobody expected are logged, and answered by a fixed sentence', async () => {
  const error = new Error('ENOENT: /secret/path')
  vi.spyOn(server().app.store, 'write').mockRejectedValueOnce(error)
  const { status, json } = await call('DELETE', '/api/posts/first')
  expect([status, json]).toEqual([
    500,
    { error: 'Something went wrong on the server.', code: 'internal_error' },
  ])
  const line = { method: 'DELETE', url: '/api/posts/first' }
  expect(JSON.parse(logged.at(-1) ?? '')).toMatchObject(line)
})

it('the document lists the calls and what they are made of', async () => {
  const { paths, openapi, components } = (await call('GET', '/api/openapi.json')).json
  expect(openapi).toBe('3.1.0')
  expect(paths['/api/posts/by-id/{id}']).toMatchObject({ get: {}, put: {}, delete: {} })
  expect(components.securitySchemes.bearer).toMatchObject({ scheme: 'bearer' })
  const named = JSON.stringify(paths).match(/(?<=schemas\/)\w+/g) ?? []
  for (const name of named) expect(components.schemas).toHaveProperty(name)
  for (const path of ['/api/posts', '/api/deadline-projects']) {
    const { parameters, responses } = paths[path].post
    const schema = { type: 'string', minLength: 1, maxLength: 255 }
    const key = { in: 'header', name: 'Idempotency-Key', required: false, schema }
    expect([parameters, responses]).toMatchObject([[key], { 422: {} }])
  }
})

it('the document says all that is sent', async () => {
  const names = { id: 'first', tag: 'cooking', type: 'essay', page: 'reading-list' }
  const values = new Map(Object.entries(names))
  const options: Record<string, string> = { '/api/files': '?path=about.md' }
  for (const [method, pattern, , { data, meta }] of CALLS) {
    const path = pattern
      .replace('projects/:id', 'projects/ship-v1')
      .replace(/:(\w+)/g, (whole, name) => values.get(name) ?? whole)
    if (method !== 'GET' || /:|conflicts\/first/.test(path)) continue
    const { json, status } = await call('GET', path + (options[path] ?? ''))
    expect([path, status]).toEqual([path, 200])
    // Parsing takes away what a schema does not name: nothing may be left out of the document.
    expect(data?.parse(json.data), path).toEqual(json.data)
    expect(meta?.parse(json.meta), path).toEqual(json.meta)
  }
})
