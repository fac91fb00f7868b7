import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentStore } from '../content/content-store.ts'
import { projectRecord } from '../content/test-records.ts'
import { RepositoryError } from '../errors.ts'
import { type ApiFixture, createApiFixture, FIXTURE_PASSWORD } from '../test/api-fixture.ts'
import { FIXTURE_NOW, fixturePost, fixtureSnapshot } from './snapshot-fixture.ts'

/** What reaches the store; nothing of it is kept, so each test finds the same posts. */
const writes: unknown[][] = []
let failure: Error | null = null
const project = projectRecord({ id: 'ship-v1' })
const snapshot = fixtureSnapshot(
  [
    fixturePost({ id: 'first', instant: FIXTURE_NOW - 7_200_000 }),
    fixturePost({ id: 'linked', type: 'link', url: 'https://example.org/' }),
    fixturePost({ id: 'plan', draft: true, project: 'gone' }),
    fixturePost({ id: 'tags', title: 'A post named tags' }),
    fixturePost({ id: 'renamed', aliases: ['old name'] }),
  ],
  { projects: [project] },
)
const commit = 'c'.repeat(40)

function recording<Value>(name: string, value: Value) {
  return async (...given: unknown[]) => {
    if (failure) throw failure
    writes.push([name, ...given])
    return { value, commit, merged: false }
  }
}

const first = snapshot.posts.get('first') ?? fixturePost({ id: 'first' })
const store: ContentStore = {
  snapshot: () => snapshot,
  onSwap: () => () => {},
  refresh: async () => {},
  rescan: async () => {},
  isOwnCommit: () => false,
  render: async (post) => ({ html: `<p>${post.content}</p>`, problem: null }),
  html: async (post) => `<p>${post.content}</p>`,
  htmlNow: () => undefined,
  aboutHtml: async () => '<p>About</p>',
  warm: () => {},
  search: async () => [{ post: first, snippet: 'a first post' }],
  createPost: recording('createPost', first),
  savePost: recording('savePost', first),
  featurePost: recording('featurePost', first),
  deletePost: recording('deletePost', { id: 'first' }),
  resetTags: recording('resetTags', 9),
  createProject: recording('createProject', project),
  saveProject: recording('saveProject', project),
  moves: () => [],
  history: async () => [],
  postAt: async () => first,
  deletedPosts: async () => [],
  revert: recording('revert', {
    commit,
    author: 'A',
    date: '2026-11-20T09:30:00+01:00',
    subject: 'Undo',
    body: '',
    files: [],
  }),
  displaced: async () => [],
  close: async () => {},
}

let api: ApiFixture
beforeAll(async () => {
  api = await createApiFixture({
    store,
    repository: { head: async () => commit, state: () => ({ state: 'ok', message: '' }) },
    now: () => FIXTURE_NOW,
  })
})
afterAll(() => api.close())

/** The last thing that was to be written, and the answer. */
async function write(method: string, path: string, body?: unknown) {
  writes.length = 0
  const answer = await api.call(method, path, body)
  return { ...answer, written: writes[0] }
}

const essay = { type: 'essay', title: 'A title', content: 'A text' }

describe('a new post', () => {
  it.each<[string, object, object]>([
    ['has what was sent', essay, essay],
    ['is a short unless it says otherwise', { title: 'T', content: 'C' }, { type: 'short' }],
    ['has its title trimmed', { ...essay, title: '  T  ' }, { title: 'T' }],
    ['keeps its text as typed', { ...essay, content: '\n C \r\n' }, { content: '\n C \r\n' }],
    ['takes 300 characters', { ...essay, title: '🌱'.repeat(300) }, { title: '🌱'.repeat(300) }],
    ['takes 512 KiB', { ...essay, content: 'x'.repeat(512 * 1024) }, {}],
    ['has each tag once', { ...essay, tags: ['A', ' a ', 'B'] }, { tags: ['A', 'B'] }],
    ['takes 30 tags', { ...essay, tags: names(30) }, { tags: names(30) }],
    ['takes a draft', { ...essay, draft: true }, { draft: true }],
    ['takes a date', { ...essay, date: '2026-11-20' }, { date: '2026-11-20' }],
    ['takes a known project', { ...essay, project: 'ship-v1' }, { project: 'ship-v1' }],
    ['takes an address', { ...essay, url: ' https://e.org/ ' }, { url: 'https://e.org/' }],
    ['takes null for nothing', { ...essay, url: null, date: null, project: null }, { url: '' }],
    ['needs no known fields alone', { ...essay, color: 'red', __x: 1, id: 'mine' }, essay],
    ['takes an empty image address', { ...essay, image_url: '' }, essay],
  ])('%s', async (_, body, expected) => {
    const { status, json, written } = await write('POST', '/api/posts', body)
    expect(status).toBe(201)
    expect(json).toMatchObject({ data: { id: 'first' }, meta: { commit } })
    expect(written?.[1]).toMatchObject(expected)
    expect(Object.keys(written?.[1] ?? {})).not.toContain('image_url')
    expect(Object.values(written?.[1] ?? {})).not.toContain(undefined)
  })

  it.each<[string, object, string]>([
    ['title', { content: 'C' }, 'Enter a title.'],
    ['title', { ...essay, title: '   ' }, 'Enter a title.'],
    ['title', { ...essay, title: 7 }, 'The title must be text.'],
    ['title', { ...essay, title: null }, 'The title must be text.'],
    ['title', { ...essay, title: 'x'.repeat(301) }, 'The title has more than 300 characters.'],
    [
      'title',
      { ...essay, title: 'a\0b' },
      'The title has a character in it that cannot be stored.',
    ],
    ['content', { title: 'T' }, 'Enter a text.'],
    ['content', { ...essay, content: ' \n ' }, 'Enter a text.'],
    ['content', { ...essay, content: ['C'] }, 'The content must be text.'],
    ['content', { ...essay, content: 'ä'.repeat(262_145) }, 'The content is longer than 512 KiB.'],
    [
      'content',
      { ...essay, content: '\ud800' },
      'The content has a character in it that cannot be stored.',
    ],
    [
      'type',
      { ...essay, type: 'poem' },
      'The type must be one of essay, short, link, project, reading.',
    ],
    [
      'type',
      { ...essay, type: null },
      'The type must be one of essay, short, link, project, reading.',
    ],
    ['url', { ...essay, type: 'link' }, 'A link post needs its address.'],
    ['url', { ...essay, type: 'link', url: ' ' }, 'A link post needs its address.'],
    ...['example.org', '/a', 'javascript:alert(1)', 'ftp://e.org', 'http://', 'https://a b'].map(
      (url): [string, object, string] => [
        'url',
        { ...essay, url },
        'The address must be a full address that begins with http:// or https://.',
      ],
    ),
    [
      'url',
      { ...essay, url: `https://e.org/${'x'.repeat(2048)}` },
      'The address is longer than 2048 characters.',
    ],
    ['image_url', { ...essay, image_url: 5 }, 'The image address must be text.'],
    ['featured', { ...essay, featured: 'yes' }, 'Featured must be true or false.'],
    ['draft', { ...essay, draft: null }, 'Draft must be true or false.'],
    ['tags', { ...essay, tags: 'Writing' }, 'The tags must be a list of names.'],
    ['tags', { ...essay, tags: [{ name: 'Writing' }] }, 'The tag must be text.'],
    ['tags', { ...essay, tags: names(31) }, 'There are more than 30 tags.'],
    ['tags', { ...essay, tags: ['x'.repeat(61)] }, 'A tag has more than 60 characters.'],
    ['tags', { ...essay, tags: [' '] }, 'A tag is empty.'],
    ...['2026-13-45', '2026-02-30', 'tomorrow', '20:00', '1763600000'].map(
      (date): [string, object, string] => [
        'date',
        { ...essay, date },
        'Enter a date like 2026-11-20 or 2026-11-20T09:30:00+01:00.',
      ],
    ),
    ['date', { ...essay, date: 1_763_600_000 }, 'The date must be text.'],
    ['description', { ...essay, description: false }, 'The description must be text.'],
    ['project', { ...essay, project: 'nowhere' }, 'There is no such project.'],
  ])('is refused for its %s: %j', async (field, body, sentence) => {
    const { status, json, written } = await write('POST', '/api/posts', body)
    expect(status).toBe(400)
    expect(json).toEqual({ error: sentence, code: 'validation', fields: { [field]: sentence } })
    expect(written).toBeUndefined()
  })

  it('names every field at fault', async () => {
    const { json } = await write('POST', '/api/posts', { type: 'link', tags: 3 })
    expect(Object.keys(json.fields)).toEqual(expect.arrayContaining(['title', 'content', 'tags']))
  })

  it.each([['[]'], ['"text"'], ['7'], ['true']])('is refused for a body %s', async (body) => {
    const headers = { 'content-type': 'application/json' }
    const { status, json } = await api.call('POST', '/api/posts', body, { headers })
    expect([status, json.code]).toEqual([400, 'bad_request'])
  })
})

describe('a changed post', () => {
  it.each<[string, string, object, object]>([
    ['keeps what is not named', 'first', { title: 'New' }, { title: 'New' }],
    ['may name nothing', 'first', {}, {}],
    ['may lose its address', 'first', { url: '' }, { url: '' }],
    ['keeps its link without naming it', 'linked', { title: 'New' }, { title: 'New' }],
    ['keeps a project that is gone', 'plan', { project: 'gone' }, { project: 'gone' }],
    ['may become a link with its address', 'first', { type: 'link', url: 'http://e.org' }, {}],
  ])('%s', async (_, id, body, expected) => {
    const { status, written } = await write('PUT', `/api/posts/${id}`, body)
    expect(status).toBe(200)
    expect(written?.[2]).toMatchObject(expected)
    expect(Object.keys(written?.[2] ?? {})).toEqual(Object.keys(body))
  })

  it.each<[string, object, string]>([
    ['linked', { url: '' }, 'url'],
    ['linked', { url: null }, 'url'],
    ['first', { type: 'link' }, 'url'],
    ['first', { title: '' }, 'title'],
    ['first', { content: null }, 'content'],
    ['first', { revision: 7 }, 'revision'],
    ['first', { project: 'gone' }, 'project'],
  ])('%s is refused with %j', async (id, body, field) => {
    const { status, json, written } = await write('PUT', `/api/posts/${id}`, body)
    expect([status, json.code, Object.keys(json.fields)]).toEqual([400, 'validation', [field]])
    expect(written).toBeUndefined()
  })

  it.each<[string, object, Record<string, string>, string | null]>([
    ['of the body', { revision: 'abc' }, {}, 'abc'],
    ['of If-Match', {}, { 'if-match': '"abc"' }, 'abc'],
    ['of a weak If-Match', {}, { 'if-match': 'W/"abc"' }, 'abc'],
    ['of the body before If-Match', { revision: 'abc' }, { 'if-match': '"def"' }, 'abc'],
    ['null for any', {}, { 'if-match': '*' }, null],
    ['null without one', { revision: null }, {}, null],
  ])('is based on the revision %s', async (_, body, headers, expected) => {
    writes.length = 0
    await api.call('PUT', '/api/posts/first', body, { headers })
    expect(writes[0]?.[3]).toBe(expected)
  })

  it('is not found when there is none', async () => {
    const { status, json } = await write('PUT', '/api/posts/nothing', { title: 'New' })
    expect([status, json.error]).toEqual([404, 'Post not found'])
  })

  it('has an address of its own when its id is a word of the API', async () => {
    const { status, written } = await write('PUT', '/api/posts/by-id/tags', { title: 'New' })
    expect([status, written?.[1]]).toEqual([200, 'tags'])
  })
})

describe('other writes', () => {
  it.each<[string, string, unknown, unknown[], unknown]>([
    [
      'PATCH',
      '/api/posts/first/featured',
      { featured: true },
      ['featurePost', 'first', true],
      null,
    ],
    ['DELETE', '/api/posts/first', undefined, ['deletePost', 'first'], { id: 'first' }],
    ['POST', '/api/posts/tags/reset', undefined, ['resetTags'], { count: 9 }],
    ['POST', `/api/history/${commit}/revert`, undefined, ['revert', commit], null],
  ])('%s %s reaches the store and answers with its commit', async (...row) => {
    const [method, path, body, expected, data] = row
    const { status, json, written } = await write(method, path, body)
    expect([status, json.meta]).toEqual([200, { commit }])
    expect(written).toEqual(expected)
    if (data !== null) expect(json.data).toEqual(data)
  })

  it('resets tags with an empty body of type JSON', async () => {
    const headers = { 'content-type': 'application/json' }
    expect((await api.call('POST', '/api/posts/tags/reset', '', { headers })).status).toBe(200)
  })

  it.each([[{}], [{ featured: 'true' }], [{ featured: null }]])(
    'refuses to feature with %j',
    async (body) => {
      const { status, json } = await write('PATCH', '/api/posts/first/featured', body)
      expect([status, Object.keys(json.fields)]).toEqual([400, ['featured']])
    },
  )

  it('renders a preview', async () => {
    const { json } = await api.call('POST', '/api/posts/preview', { content: '*a*' })
    expect(json).toEqual({ data: { html: '<p>*a*</p>' } })
  })
})

describe('projects', () => {
  it.each<[string, string, object, unknown[]]>([
    [
      'POST',
      '/api/deadline-projects',
      { title: ' T ', due_date: '2026-12-31', link: '' },
      ['createProject', { title: 'T', due_date: '2026-12-31', link: '' }],
    ],
    [
      'PATCH',
      '/api/deadline-projects/ship-v1',
      { due_date: '2027-01-31', reason: ' ill ', revision: 'abc' },
      ['saveProject', 'ship-v1', { due_date: '2027-01-31' }, { basedOn: 'abc', reason: 'ill' }],
    ],
    [
      'PATCH',
      '/api/deadline-projects/ship-v1',
      { status: 'Done', tags: ['A'], link: null },
      [
        'saveProject',
        'ship-v1',
        { status: 'Done', tags: ['A'], link: '' },
        { basedOn: null, reason: '' },
      ],
    ],
  ])('%s %s takes %j', async (method, path, body, expected) => {
    const { status, json, written } = await write(method, path, body)
    expect(status).toBe(method === 'POST' ? 201 : 200)
    expect(json).toMatchObject({ data: { id: 'ship-v1', moves: [] }, meta: { commit } })
    expect(written).toEqual(expected)
  })

  it.each<[object, string, string]>([
    [{ title: 'T' }, 'due_date', 'Enter a due date.'],
    [{ title: 'T', due_date: '2026-02-30' }, 'due_date', 'Enter a due date like 2026-12-31.'],
    [{ title: 'T', due_date: '31.12.2026' }, 'due_date', 'Enter a due date like 2026-12-31.'],
    [{ due_date: '2026-12-31' }, 'title', 'Enter a title.'],
    [
      { title: 'T', due_date: '2026-12-31', status: 'Doing' },
      'status',
      'The status must be one of Not Started, In Progress, Completed, On Hold, Started, Almost Done, Done, Failed.',
    ],
    [
      { title: 'T', due_date: '2026-12-31', link: 'e.org' },
      'link',
      'The link must be a full address that begins with http:// or https://.',
    ],
  ])('are refused with %j', async (body, field, sentence) => {
    const { status, json, written } = await write('POST', '/api/deadline-projects', body)
    expect([status, json.fields]).toEqual([400, { [field]: sentence }])
    expect(written).toBeUndefined()
  })

  it('are not found when there is none', async () => {
    const { status, json } = await write('PATCH', '/api/deadline-projects/nothing', {})
    expect([status, json.error]).toEqual([404, 'Project not found'])
  })
})

describe('bodies', () => {
  const send = (payload: string, type: string) =>
    api.call('POST', '/api/posts', payload, { headers: { 'content-type': type } })

  it.each<[string, string, string, number, string]>([
    ['text', JSON.stringify(essay), 'text/plain', 415, 'unsupported_media_type'],
    ['a form', 'title=a', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['XML', '<a/>', 'application/xml', 415, 'unsupported_media_type'],
    ['a type like JSON', '{}', 'application/jsonp', 415, 'unsupported_media_type'],
    ['no JSON', '{"title":', 'application/json', 400, 'bad_request'],
    ['a prototype', '{"__proto__": {"x": 1}}', 'application/json', 400, 'bad_request'],
    ['a constructor', '{"constructor": {"prototype": 1}}', 'application/json', 400, 'bad_request'],
    ['a deep list', '['.repeat(33) + ']'.repeat(33), 'application/json', 400, 'bad_request'],
    ['more than 1 MiB', `"${'x'.repeat(1024 * 1024)}"`, 'application/json', 413, 'too_large'],
  ])('of %s are refused', async (_, payload, type, status, code) => {
    const answer = await send(payload, type)
    expect([answer.status, answer.json.code]).toEqual([status, code])
    expect(Object.keys(answer.json)).toEqual(['error', 'code'])
  })

  it('that are not UTF-8 are refused', async () => {
    const response = await api.app.inject({
      method: 'POST',
      url: '/api/posts',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await api.token()}`,
      },
      payload: Buffer.from([0x22, 0xff, 0x22]),
    })
    expect([response.statusCode, response.json().error]).toEqual([
      400,
      'The body is not valid UTF-8.',
    ])
  })

  it('may have brackets in texts', async () => {
    const content = '['.repeat(100)
    expect((await send(JSON.stringify({ ...essay, content }), 'application/json')).status).toBe(201)
  })

  it('may be of a type that is JSON too', async () => {
    const type = 'application/vnd.gap+json; charset=utf-8'
    expect((await send(JSON.stringify(essay), type)).status).toBe(201)
  })
})

describe('addresses', () => {
  it.each([
    ['GET', '/api', 404],
    ['GET', '/api/', 404],
    ['POST', '/api/nothing', 404],
    ['DELETE', '/api/posts/first/what', 404],
    ['GET', '/api/posts/nothing', 404],
    ['GET', '/api/posts/plan', 404],
    ['GET', '/api/posts/public/poem', 404],
    ['POST', '/api/git/webhook', 404],
    ['GET', '/api/posts?limit=1', 405],
    ['PUT', '/api/posts/tags', 405],
    ['DELETE', '/api/posts/streak', 405],
    ['DELETE', '/api/deadline-projects/ship-v1', 405],
    ['GET', '/api/auth/login', 405],
    ['POST', '/api/openapi.json', 405],
    ['OPTIONS', '/api/status', 405],
    ['POST', '/healthz', 405],
    ['GET', '/api/history/abc?post=first', 404],
    ['GET', `/api/history/${commit}`, 400],
    ['GET', '/api/history?post=a&project=b', 400],
    ['GET', '/api/history?post=a&post=b', 400],
    ['GET', '/api/posts/heatmap?from=never', 400],
  ])('%s %s is answered %i in one form', async (method, path, expected) => {
    const { status, json, headers } = await api.call(method, path)
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
    const { status, json } = await api.call(method, path)
    expect([status, Object.keys(json)]).toEqual([expected, ['error', 'code']])
  })

  it('of a post’s old id leads to the new one', async () => {
    const { status, headers } = await api.call('GET', '/api/posts/old%20name')
    expect([status, headers.location]).toEqual([301, '/api/posts/renamed'])
  })

  it('of a post named like a call is by its id', async () => {
    const { json } = await api.call('GET', '/api/posts/by-id/tags')
    expect(json.data.title).toBe('A post named tags')
  })
})

describe('reads', () => {
  it.each([
    ['/api/posts/public'],
    ['/api/posts/public/essay?limit=1'],
    ['/api/posts/featured'],
    ['/api/posts/tags'],
    ['/api/posts/streak'],
    ['/api/posts/heatmap?from=&to='],
    ['/api/posts/first'],
    ['/api/deadline-projects'],
    ['/api/search?q=first'],
    ['/api/about'],
    ['/api/site'],
    ['/api/openapi.json'],
  ])('%s is public, also with a bad token, and kept by nobody unasked', async (path) => {
    const plain = await api.call('GET', path, undefined, { token: null })
    const bad = await api.call('GET', path, undefined, { token: 'bad' })
    expect([plain.status, bad.status]).toEqual([200, 200])
    expect(bad.json).toEqual(plain.json)
    expect(plain.headers['cache-control']).toBe('no-cache')
    expect((await api.call('HEAD', path)).status).toBe(200)
  })

  it('are answered 304 to who has the answer', async () => {
    const path = '/api/posts/public/essay?limit=20'
    const { headers } = await api.call('GET', path)
    const again = await api.call('GET', path, undefined, {
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect([again.status, again.json]).toEqual([304, null])
    expect(again.headers['x-content-type-options']).toBe('nosniff')
  })

  it('of everything are the admin’s', async () => {
    const { json, headers } = await api.call('GET', '/api/posts/admin')
    expect(json.data.map(({ id }: { id: string }) => id)).toContain('plan')
    expect(headers['cache-control']).toBe('no-store')
    const summary = await api.call('GET', '/api/posts/admin?view=summary&limit=1')
    expect(summary.json.data[0]).not.toHaveProperty('content')
  })

  it('do not give the admin’s list to who asks for it by another spelling', async () => {
    await api.call('GET', '/api/posts/admin')
    for (const path of ['/api/posts/%61dmin', '/api/posts/by-id/admin', '/api/posts/admin/']) {
      const { status } = await api.call('GET', path, undefined, { token: null })
      expect([401, 404]).toContain(status)
    }
  })

  it('of the status tell what there is', async () => {
    const { json } = await api.call('GET', '/api/status')
    expect(json.data).toMatchObject({
      commit,
      posts: 5,
      projects: 1,
      repository: { state: 'ok', message: '' },
      sync: { remote: null, state: 'off' },
    })
  })
})

describe('failures', () => {
  it('of the repository keep their code and their time to wait', async () => {
    failure = new RepositoryError('repository_locked', 'Another git command is at work.')
    const { status, json, headers } = await write('POST', '/api/posts', essay)
    failure = null
    expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)])
    expect(json).toEqual({ error: 'Another git command is at work.', code: 'repository_locked' })
  })

  it('of ours are logged, and answered without what went wrong', async () => {
    failure = new Error('ENOENT: /secret/path')
    const { status, json } = await write('DELETE', '/api/posts/first')
    failure = null
    expect([status, json]).toEqual([
      500,
      { error: 'Something went wrong on the server.', code: 'internal_error' },
    ])
    expect(api.logged.at(-1)).toMatchObject({ method: 'DELETE', url: '/api/posts/first' })
  })
})

describe('the document', () => {
  it('lists every call of the contract', async () => {
    const { paths, openapi, components } = (await api.call('GET', '/api/openapi.json')).json
    expect(openapi).toBe('3.1.0')
    for (const call of CONTRACT_CALLS) {
      const [method = '', path = ''] = call.split(' ')
      const prefix = path.endsWith('z') ? '' : '/api'
      expect(paths[prefix + path]?.[method.toLowerCase()], call).toBeDefined()
    }
    expect(components.securitySchemes.bearer).toMatchObject({ scheme: 'bearer' })
    const named = JSON.stringify(paths).match(/(?<=schemas\/)\w+/g) ?? []
    for (const name of named) expect(components.schemas).toHaveProperty(name)
  })
})

/** Contract §3, save the webhook, which needs a remote. */
const CONTRACT_CALLS = [
  'POST /auth/login',
  'POST /auth/logout',
  'GET /posts/public/{type}',
  'GET /posts/public',
  'GET /posts/{id}',
  'GET /posts/by-id/{id}',
  'GET /posts/featured',
  'GET /posts/tags',
  'GET /posts/streak',
  'GET /posts/heatmap',
  'GET /posts/admin',
  'POST /posts',
  'PUT /posts/{id}',
  'PATCH /posts/{id}/featured',
  'DELETE /posts/{id}',
  'POST /posts/tags/reset',
  'POST /posts/preview',
  'GET /history',
  'GET /history/{commit}',
  'POST /history/{commit}/revert',
  'GET /posts/deleted',
  'GET /deadline-projects',
  'POST /deadline-projects',
  'PATCH /deadline-projects/{id}',
  'GET /search',
  'GET /status',
  'GET /healthz',
  'GET /readyz',
]

describe('without a token', () => {
  it('no call that the document guards does anything, with whatever token', async () => {
    const { paths } = (await api.call('GET', '/api/openapi.json')).json
    const guarded: [string, string][] = []
    for (const [path, methods] of Object.entries<Record<string, { security?: unknown }>>(paths)) {
      for (const [method, { security }] of Object.entries(methods)) {
        const isWrite = method !== 'get' && path !== '/api/auth/login'
        if (isWrite) expect(security, `${method} ${path}`).toBeDefined()
        if (security)
          guarded.push([method, path.replace('{id}', 'first').replace('{commit}', commit)])
      }
    }
    expect(guarded.length).toBeGreaterThan(15)
    const [head, claims] = (await api.token()).split('.')
    const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    const body = { ...essay, featured: true, due_date: '2026-12-31' }
    for (const token of [null, 'x', `${head}.${claims}.AAAA`, `${unsigned}.${claims}.`]) {
      writes.length = 0
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
      expect(writes).toEqual([])
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
    writes.length = 0
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
        writes.length = 0
        const address = `/api/${path.map(encodeURIComponent).join('/')}?${new URLSearchParams(query)}`
        const { status } = await api.call(method, address, body, {
          ...(!hasToken && { token: null }),
          headers: body === undefined ? {} : { 'content-type': 'application/json' },
        })
        expect(status).toBeLessThan(500)
        if (!hasToken) expect(writes).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

function names(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `tag ${index}`)
}
