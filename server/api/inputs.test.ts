import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMMIT, ESSAY, openRecordingApi, type RecordingApi } from '../test/recording-api.ts'

let api: RecordingApi
beforeAll(async () => {
  api = await openRecordingApi()
})
afterAll(() => api.close())

describe('a new post', () => {
  it.each<[string, object, object]>([
    ['has what was sent', ESSAY, ESSAY],
    ['is a short unless it says otherwise', { title: 'T', content: 'C' }, { type: 'short' }],
    ['has its title trimmed', { ...ESSAY, title: '  T  ' }, { title: 'T' }],
    ['keeps its text as typed', { ...ESSAY, content: '\n C \r\n' }, { content: '\n C \r\n' }],
    ['takes 300 characters', { ...ESSAY, title: '🌱'.repeat(300) }, { title: '🌱'.repeat(300) }],
    ['takes 512 KiB', { ...ESSAY, content: 'x'.repeat(512 * 1024) }, {}],
    ['has each tag once', { ...ESSAY, tags: ['A', ' a ', 'B'] }, { tags: ['A', 'B'] }],
    ['takes 30 tags', { ...ESSAY, tags: names(30) }, { tags: names(30) }],
    ['takes a draft', { ...ESSAY, draft: true }, { draft: true }],
    ['takes a date', { ...ESSAY, date: '2026-11-20' }, { date: '2026-11-20' }],
    ['takes a known project', { ...ESSAY, project: 'ship-v1' }, { project: 'ship-v1' }],
    ['takes an address', { ...ESSAY, url: ' https://e.org/ ' }, { url: 'https://e.org/' }],
    ['takes null for nothing', { ...ESSAY, url: null, date: null, project: null }, { url: '' }],
    ['needs no known fields alone', { ...ESSAY, color: 'red', __x: 1, id: 'mine' }, ESSAY],
    ['takes an empty image address', { ...ESSAY, image_url: '' }, ESSAY],
  ])('%s', async (_, body, expected) => {
    const { status, json, written } = await api.write('POST', '/api/posts', body)
    expect(status).toBe(201)
    expect(json).toMatchObject({ data: { id: 'first' }, meta: { commit: COMMIT } })
    expect(written?.[1]).toMatchObject(expected)
    expect(Object.keys(written?.[1] ?? {})).not.toContain('image_url')
    expect(Object.values(written?.[1] ?? {})).not.toContain(undefined)
  })

  it.each<[string, object, string]>([
    ['title', { content: 'C' }, 'Enter a title.'],
    ['title', { ...ESSAY, title: '   ' }, 'Enter a title.'],
    ['title', { ...ESSAY, title: 7 }, 'The title must be text.'],
    ['title', { ...ESSAY, title: null }, 'The title must be text.'],
    ['title', { ...ESSAY, title: 'x'.repeat(301) }, 'The title has more than 300 characters.'],
    [
      'title',
      { ...ESSAY, title: 'a\0b' },
      'The title has a character in it that cannot be stored.',
    ],
    ['content', { title: 'T' }, 'Enter a text.'],
    ['content', { ...ESSAY, content: ' \n ' }, 'Enter a text.'],
    ['content', { ...ESSAY, content: ['C'] }, 'The content must be text.'],
    ['content', { ...ESSAY, content: 'ä'.repeat(262_145) }, 'The content is longer than 512 KiB.'],
    [
      'content',
      { ...ESSAY, content: '\ud800' },
      'The content has a character in it that cannot be stored.',
    ],
    [
      'type',
      { ...ESSAY, type: 'poem' },
      'The type must be one of essay, short, link, project, reading.',
    ],
    [
      'type',
      { ...ESSAY, type: null },
      'The type must be one of essay, short, link, project, reading.',
    ],
    ['url', { ...ESSAY, type: 'link' }, 'A link post needs its address.'],
    ['url', { ...ESSAY, type: 'link', url: ' ' }, 'A link post needs its address.'],
    ...['example.org', '/a', 'javascript:alert(1)', 'ftp://e.org', 'http://', 'https://a b'].map(
      (url): [string, object, string] => [
        'url',
        { ...ESSAY, url },
        'The address must be a full address that begins with http:// or https://.',
      ],
    ),
    [
      'url',
      { ...ESSAY, url: `https://e.org/${'x'.repeat(2048)}` },
      'The address is longer than 2048 characters.',
    ],
    ['image_url', { ...ESSAY, image_url: 5 }, 'The image address must be text.'],
    ['featured', { ...ESSAY, featured: 'yes' }, 'Featured must be true or false.'],
    ['draft', { ...ESSAY, draft: null }, 'Draft must be true or false.'],
    ['tags', { ...ESSAY, tags: 'Writing' }, 'The tags must be a list of names.'],
    ['tags', { ...ESSAY, tags: [{ name: 'Writing' }] }, 'The tag must be text.'],
    ['tags', { ...ESSAY, tags: names(31) }, 'There are more than 30 tags.'],
    ['tags', { ...ESSAY, tags: ['x'.repeat(61)] }, 'A tag has more than 60 characters.'],
    ['tags', { ...ESSAY, tags: [' '] }, 'A tag is empty.'],
    ...[
      '2026-13-45',
      '2026-02-30',
      'tomorrow',
      '20:00',
      '1763600000',
      '0000-12-31',
      '9999-01-01',
    ].map((date): [string, object, string] => [
      'date',
      { ...ESSAY, date },
      'Enter a date like 2026-11-20 or 2026-11-20T09:30:00+01:00.',
    ]),
    ['date', { ...ESSAY, date: 1_763_600_000 }, 'The date must be text.'],
    ['description', { ...ESSAY, description: false }, 'The description must be text.'],
    ['project', { ...ESSAY, project: 'nowhere' }, 'There is no such project.'],
  ])('is refused for its %s: %j', async (field, body, sentence) => {
    const { status, json, written } = await api.write('POST', '/api/posts', body)
    expect(status).toBe(400)
    expect(json).toEqual({ error: sentence, code: 'validation', fields: { [field]: sentence } })
    expect(written).toBeUndefined()
  })

  it('names every field at fault', async () => {
    const { json } = await api.write('POST', '/api/posts', { type: 'link', tags: 3 })
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
    const { status, written } = await api.write('PUT', `/api/posts/${id}`, body)
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
    const { status, json, written } = await api.write('PUT', `/api/posts/${id}`, body)
    expect([status, json.code, Object.keys(json.fields)]).toEqual([400, 'validation', [field]])
    expect(written).toBeUndefined()
  })

  it.each<[string, object, Record<string, string>, string | null]>([
    ['of the body', { revision: 'abc' }, {}, 'abc'],
    ['of If-Match', {}, { 'if-match': '"abc"' }, 'abc'],
    ['of an ETag', {}, { 'if-match': 'W/"abc.xtrGuo9BFs7LD35pzyvBKh"' }, 'abc'],
    ['of a weak If-Match', {}, { 'if-match': 'W/"abc"' }, 'abc'],
    ['of the body before If-Match', { revision: 'abc' }, { 'if-match': '"def"' }, 'abc'],
    ['null for any', {}, { 'if-match': '*' }, null],
    ['null without one', { revision: null }, {}, null],
  ])('is based on the revision %s', async (_, body, headers, expected) => {
    api.writes.length = 0
    await api.call('PUT', '/api/posts/first', body, { headers })
    expect(api.writes[0]?.[3]).toBe(expected)
  })

  it('is not found when there is none', async () => {
    const { status, json } = await api.write('PUT', '/api/posts/nothing', { title: 'New' })
    expect([status, json.error]).toEqual([404, 'Post not found'])
  })

  it('has an address of its own when its id is a word of the API', async () => {
    const { status, written } = await api.write('PUT', '/api/posts/by-id/tags', { title: 'New' })
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
    [
      'POST',
      '/api/posts/first/rename',
      { id: ' New Name ' },
      ['renamePost', 'first', 'New Name', null],
      null,
    ],
    ['DELETE', '/api/posts/first', undefined, ['deletePost', 'first'], { id: 'first' }],
    ['POST', '/api/posts/tags/reset', undefined, ['resetTags'], { count: 9 }],
    [
      'PATCH',
      '/api/tags',
      { name: 'Cooking', to: ' Baking ' },
      ['renameTag', { name: 'Cooking', to: 'Baking' }],
      { name: 'Baking', files: 2, left_out: [] },
    ],
    ['POST', `/api/history/${COMMIT}/revert`, undefined, ['revert', COMMIT], null],
  ])('%s %s reaches the store and answers with its commit', async (...row) => {
    const [method, path, body, expected, data] = row
    const { status, json, written } = await api.write(method, path, body)
    expect([status, json.meta]).toEqual([200, { commit: COMMIT }])
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
      const { status, json } = await api.write('PATCH', '/api/posts/first/featured', body)
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
      ['createProject', { title: 'T', due_date: '2026-12-31', link: '' }, null],
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
    const { status, json, written } = await api.write(method, path, body)
    expect(status).toBe(method === 'POST' ? 201 : 200)
    expect(json).toMatchObject({ data: { id: 'ship-v1', moves: [] }, meta: { commit: COMMIT } })
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
    const { status, json, written } = await api.write('POST', '/api/deadline-projects', body)
    expect([status, json.fields]).toEqual([400, { [field]: sentence }])
    expect(written).toBeUndefined()
  })

  it('are not found when there is none', async () => {
    const { status, json } = await api.write('PATCH', '/api/deadline-projects/nothing', {})
    expect([status, json.error]).toEqual([404, 'Project not found'])
  })
})

function names(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `tag ${index}`)
}
