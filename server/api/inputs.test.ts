import { expect, it } from 'vitest'
import { CONFLICT } from '../content/formats/front-matter.ts'
import { apiOfFile } from '../test/live-server.ts'

const IMAGE = { image_url: '/media/2026/x.webp', image_alt: 'A loaf' }
const ESSAY = { type: 'essay', title: 'A title', content: 'A text' }
const TYPES = 'The type must be one of essay, short, link, project, reading.'
const STATUSES =
  'The status must be one of Not Started, In Progress, Completed, On Hold, Started, Almost Done, Done, Failed.'
const UNSTORABLE = 'has a character in it that cannot be stored.'
const NO_ADDRESS = 'must be a full address that begins with http:// or https://.'
const BAD_ADDRESS = `The address ${NO_ADDRESS}`
const LONG_ADDRESS = 'The address is longer than 2048 characters.'
const PUBLISH = { draft: false }
const NO_DATE = 'Enter a date like 2026-11-20 or 2026-11-20T09:30:00+01:00.'
const ACCENTS = 'e\u0301'
const MONDAY = '2026-11-16T10:00:00+01:00'
const NOW = '2026-11-20T09:30:00+01:00'
/** Front matter, a change, and the date of the post then. */
const PUBLISHED: [string, front: string, change: object, date: string][] = [
  ['of a draft is that of its publishing', `date: ${MONDAY}\ndraft: true\n`, PUBLISH, NOW],
  ['has one key of any spelling', `created: ${MONDAY}\npublished: false\n`, PUBLISH, NOW],
  ['comes with the publishing', 'draft: true\n', PUBLISH, NOW],
  ['is the one that is sent', 'draft: true\n', { ...PUBLISH, date: MONDAY }, MONDAY],
  ['of a draft stays', `date: ${MONDAY}\ndraft: true\n`, { title: 'B' }, MONDAY],
  ['of a public post stays', `date: ${MONDAY}\n`, { ...PUBLISH, title: 'B' }, MONDAY],
  ['becomes now', `date: ${MONDAY}\n`, { date: null }, NOW],
]
const DATES = PUBLISHED.map((row, index) => [...row, index] as const)
const fileOf = (row: number) => `posts/p${row}.md`
const server = apiOfFile({
  ...Object.fromEntries(
    PUBLISHED.map(([, front], row) => [fileOf(row), `---\ntitle: A\n${front}---\n\nText\n`]),
  ),
  'posts/first.md': '---\ntitle: First\ntype: essay\ndate: 2026-05-01\n---\n\nText.\n',
  'posts/cr.md': '---\r\ntitle: CR\r\n---\r\n\r\nOne.\rTwo.\r\n',
  'posts/second.md': '---\ntitle: Second\n---\n\nText.\n',
  'posts/linked.md': '---\ntitle: Linked\nurl: https://example.org/\n---\n\nText.\n',
  'posts/plan.md': '---\ntitle: Plan\ndraft: true\nproject: gone\n---\n\nText.\n',
  'posts/draft.md': '---\ntitle: Idea\ntype: essay\ndraft: true\n---\n\nText.\n',
  'projects/ship-v1.yaml': 'title: Ship\ndue_date: 2026-12-31\n',
  'projects/é.yaml': 'title: E\ndue_date: 2026-12-31\n',
})
const head = () => server().git('rev-parse', 'HEAD').trim()

async function write(...args: Parameters<ReturnType<typeof server>['request']>) {
  const before = head()
  const answer = await server().request(...args)
  const subjects = server().git('log', '--format=%s', `${before}..HEAD`).trim()
  return { ...answer, subjects }
}

it.each<[string, object, object]>([
  ['has what was sent', ESSAY, { ...ESSAY, image_url: '', url: null, project: null }],
  ['is of now', ESSAY, { created_at: '2026-11-20T09:30:00+01:00', day: '2026-11-20' }],
  ['is a short unless it says otherwise', { title: 'T', content: 'C' }, { type: 'short' }],
  ['has its title trimmed', { ...ESSAY, title: '  T  ' }, { title: 'T' }],
  ['keeps its text as typed', { ...ESSAY, content: 'C  \n\tD' }, { content: 'C  \n\tD' }],
  ['takes 300 characters', { ...ESSAY, title: '🌱'.repeat(300) }, { title: '🌱'.repeat(300) }],
  ['counts an accent with its letter', { ...ESSAY, title: ACCENTS.repeat(300) }, {}],
  ['takes tags of 60', { ...ESSAY, tags: [ACCENTS.repeat(60)] }, { tags: [ACCENTS.repeat(60)] }],
  ['takes 512 KiB', { ...ESSAY, content: 'x'.repeat(512 * 1024) }, {}],
  ['has each tag once', { ...ESSAY, tags: ['A', ' a ', 'B'] }, { tags: ['A', 'B'] }],
  ['takes 30 tags', { ...ESSAY, tags: names(30) }, { tags: names(30) }],
  ['takes a draft', { ...ESSAY, draft: true }, { draft: true }],
  ['takes a date', { ...ESSAY, date: '2026-11-19' }, { day: '2026-11-19' }],
  ['takes a known project', { ...ESSAY, project: 'ship-v1' }, { project: 'ship-v1' }],
  ['takes its id in any normalization', { ...ESSAY, project: ACCENTS }, { project: 'é' }],
  ['takes an address', { ...ESSAY, url: ' https://e.org/ ' }, { url: 'https://e.org/' }],
  ['takes null for nothing', { ...ESSAY, url: null, date: null, project: null }, { url: null }],
  ['takes an image', { ...ESSAY, ...IMAGE }, IMAGE],
  ['needs no known fields alone', { ...ESSAY, color: 'red', __x: 1, id: 'mine' }, ESSAY],
  ['takes an empty image address', { ...ESSAY, image_url: '' }, ESSAY],
])('a new post %s', async (_, body, expected) => {
  const { status, json, subjects } = await write('POST', '/api/posts', body)
  expect([status, json.meta.commit]).toEqual([201, head()])
  expect(subjects).toMatch(/^(Publish|Save draft|Schedule)\b/)
  const { id, tags } = json.data
  const found = { ...json.data, tags: tags.map(({ name }: { name: string }) => name) }
  expect(found).toMatchObject(expected)
  const file = `HEAD:posts/2026/${id}.md`
  expect(server().git('show', file)).not.toMatch(/image_url|color|__x/)
  expect(json.data.revision).toBe(server().git('rev-parse', file).trim())
})

it.each<[string, object, string]>([
  ['title', { content: 'C' }, 'Enter a title.'],
  ['title', { ...ESSAY, title: '   ' }, 'Enter a title.'],
  ['title', { ...ESSAY, title: 7 }, 'The title must be text.'],
  ['title', { ...ESSAY, title: null }, 'The title must be text.'],
  ['title', { ...ESSAY, title: 'x'.repeat(301) }, 'The title has more than 300 characters.'],
  ['title', { ...ESSAY, title: 'a\0b' }, `The title ${UNSTORABLE}`],
  ['content', { title: 'T' }, 'Enter a text.'],
  ['content', { ...ESSAY, content: ' \n ' }, 'Enter a text.'],
  ['content', { ...ESSAY, content: ['C'] }, 'The content must be text.'],
  ['content', { ...ESSAY, content: 'ä'.repeat(262_145) }, 'The content is longer than 512 KiB.'],
  ['content', { ...ESSAY, content: '\ud800' }, `The content ${UNSTORABLE}`],
  ['content', { ...ESSAY, content: '<<<<<<< a\n=======\n>>>>>>> b' }, CONFLICT],
  ['type', { ...ESSAY, type: 'poem' }, TYPES],
  ['type', { ...ESSAY, type: null }, TYPES],
  ['url', { ...ESSAY, type: 'link' }, 'A link post needs its address.'],
  ['url', { ...ESSAY, type: 'link', url: ' ' }, 'A link post needs its address.'],
  ...'example.org /a javascript:alert(1) ftp://e.org http:// https://a\tb https://a\\b'
    .split(' ')
    .map((url): [string, object, string] => ['url', { ...ESSAY, url }, BAD_ADDRESS]),
  ['url', { ...ESSAY, url: `https://e.org/${'x'.repeat(2048)}` }, LONG_ADDRESS],
  ['image_url', { ...ESSAY, image_url: 5 }, 'The image must be text.'],
  ...['https://e.org/a.png', '/media/a.txt', 'a.png'].map((image_url): [string, object, string] => [
    'image_url',
    { ...ESSAY, image_url },
    'The image must be one of this site, like /media/2026/x.webp.',
  ]),
  ['featured', { ...ESSAY, featured: 'yes' }, 'Featured must be true or false.'],
  ['draft', { ...ESSAY, draft: null }, 'Draft must be true or false.'],
  ['tags', { ...ESSAY, tags: 'Writing' }, 'The tags must be a list of names.'],
  ['tags', { ...ESSAY, tags: [{ name: 'Writing' }] }, 'The tag must be text.'],
  ['tags', { ...ESSAY, tags: names(31) }, 'There are more than 30 tags.'],
  ['tags', { ...ESSAY, tags: ['x'.repeat(61)] }, 'A tag has more than 60 characters.'],
  ['tags', { ...ESSAY, tags: [' '] }, 'A tag is empty.'],
  ...['2026-13-45', '2026-02-30', 'tomorrow', '20:00', '1763600000', '0000-12-31'].map(
    (date): [string, object, string] => ['date', { ...ESSAY, date }, NO_DATE],
  ),
  ['date', { ...ESSAY, date: '9999-01-01' }, NO_DATE],
  ['date', { ...ESSAY, date: 1_763_600_000 }, 'The date must be text.'],
  ['description', { ...ESSAY, description: false }, 'The description must be text.'],
  ['project', { ...ESSAY, project: 'nowhere' }, 'There is no such project.'],
])('a new post is refused for its %s: %j', async (field, body, sentence) => {
  const { status, json, subjects } = await write('POST', '/api/posts', body)
  expect(status).toBe(400)
  expect(json).toEqual({ error: sentence, code: 'validation', fields: { [field]: sentence } })
  expect(subjects).toBe('')
})

it('a new post names every field at fault', async () => {
  const { json } = await write('POST', '/api/posts', { type: 'link', tags: 3 })
  expect(Object.keys(json.fields)).toEqual(expect.arrayContaining(['title', 'content', 'tags']))
})

it.each(DATES)('a changed post has a date that %s', async (_, __, change, date, row) => {
  const { status, json } = await write('PUT', `/api/posts/p${row}`, change)
  expect([status, json.data.created_at]).toEqual([200, date])
  const saved = server().git('show', `HEAD:${fileOf(row)}`)
  expect(saved.match(/^(?:date|created):/gm)).toHaveLength(1)
})

it.each<[string, string, object, object]>([
  ['keeps what is not named', 'first', { title: 'New' }, { title: 'New' }],
  ['may name nothing, and is no commit then', 'first', {}, {}],
  ['may be as it is, and is no commit then', 'cr', { content: 'One.\nTwo.', title: 'CR' }, {}],
  ['may lose its address', 'first', { url: '' }, { url: null }],
  ['keeps its link without naming it', 'linked', { title: 'New' }, { title: 'New' }],
  ['keeps a project that is gone', 'plan', { project: 'gone' }, { project: 'gone' }],
  ['may become a link', 'second', { type: 'link', url: 'http://e.org' }, { type: 'link' }],
])('a changed post %s', async (name, id, body, expected) => {
  const path = `/api/posts/${id}`
  const listed = await server().request('GET', `/api/posts/admin?id=${id}`)
  const [before] = listed.json.data
  const { status, json } = await write('PUT', path, body)
  expect(status).toBe(200)
  if (name.endsWith('no commit then')) expect(json.meta).toEqual({ commit: null })
  const { type, title, content, tags, project } = before
  expect(json.data).toMatchObject({ ...{ type, title, content, tags, project }, ...expected })
})

it.each<[string, object, string]>([
  ['linked', { url: '' }, 'url'],
  ['linked', { url: null }, 'url'],
  ['first', { type: 'link' }, 'url'],
  ['first', { title: '' }, 'title'],
  ['first', { content: null }, 'content'],
  ['first', { revision: 7 }, 'revision'],
  ['first', { project: 'gone' }, 'project'],
])('a changed post %s is refused with %j', async (id, body, field) => {
  const { status, json, subjects } = await write('PUT', `/api/posts/${id}`, body)
  expect([status, json.code, Object.keys(json.fields)]).toEqual([400, 'validation', [field]])
  expect(subjects).toBe('')
})

it.each<[string, object, Record<string, string>, number]>([
  ['of the body', { revision: 'abc' }, {}, 409],
  ['of If-Match', {}, { 'if-match': '"abc"' }, 409],
  ['of an ETag', {}, { 'if-match': 'W/"abc.xtrGuo9BFs7LD35pzyvBKh"' }, 409],
  ['of a weak If-Match', {}, { 'if-match': 'W/"abc"' }, 409],
  ['of the body before If-Match', { revision: null }, { 'if-match': '"def"' }, 409],
  ['of any', {}, { 'if-match': '*' }, 200],
  ['of none', { revision: null }, {}, 200],
])('a changed post is based on the revision %s', async (_, body, headers, expected) => {
  const input = { content: `Text ${Math.random()}.`, ...body }
  const { status } = await write('PUT', '/api/posts/first', input, { headers })
  expect(status).toBe(expected)
})

const RENAMED_TAG = 'Rename tag: Cooking to Baking'

it('other writes make one commit each, and answer with it', async () => {
  const post = '/api/posts/other'
  const other = { title: 'Other', content: 'C', tags: ['Cooking'] }
  const tag = { name: 'Baking', files: 1, left_out: [] }
  const rows: [string, string, object | undefined, string, object?][] = [
    ['POST', '/api/posts', { ...ESSAY, draft: true }, 'Save draft: A title'],
    ['POST', '/api/posts', { ...ESSAY, date: '2027-01-01' }, 'Schedule essay: A title'],
    ['POST', '/api/posts', { ...ESSAY, date: '2020-01-01' }, 'Publish essay: A title'],
    ['PUT', '/api/posts/draft', { title: 'Draft' }, 'Save draft: Draft'],
    ['PUT', '/api/posts/draft', { draft: false }, 'Publish essay: Draft'],
    ['POST', '/api/posts', other, 'Publish short: Other'],
    ['PATCH', `${post}/featured`, { featured: true }, 'Feature short: Other'],
    ['PATCH', `${post}/featured`, { featured: false }, 'Unfeature short: Other'],
    ['PATCH', '/api/tags', { name: 'Cooking', to: ' Baking ' }, RENAMED_TAG, tag],
    ['POST', '/api/posts/tags/reset', undefined, 'Reset tags', { count: 9 }],
    ['POST', `${post}/rename`, { id: ' New Name ' }, 'Rename short: Other'],
    ['DELETE', '/api/posts/new-name', undefined, 'Delete short: Other', { id: 'new-name' }],
  ]
  for (const [method, path, body, subject, data] of rows) {
    const { json, subjects } = await write(method, path, body)
    expect([subjects, json.meta?.commit]).toEqual([subject, head()])
    if (data) expect(json.data).toEqual(data)
    // Featuring is no edit.
    if (path.endsWith('/featured')) {
      expect(server().git('show', 'HEAD:posts/2026/other.md')).not.toContain('updated:')
    }
  }
  const { json, subjects } = await write('POST', `/api/history/${head()}/revert`)
  expect([subjects, json.meta.commit]).toEqual(['Undo: Delete short: Other', head()])
})

it('tags are reset with an empty body of type JSON', async () => {
  const headers = { 'content-type': 'application/json' }
  const { status, json } = await write('POST', '/api/posts/tags/reset', '', { headers })
  expect([status, json.meta.commit]).toEqual([200, null])
})

it.each([{}, { featured: 'true' }, { featured: null }])('%j features no post', async (body) => {
  const { status, json } = await write('PATCH', '/api/posts/first/featured', body)
  expect([status, Object.keys(json.fields)]).toEqual([400, ['featured']])
})

it('a preview is rendered', async () => {
  const { json } = await write('POST', '/api/posts/preview', { content: '*a*' })
  expect(json).toEqual({ data: { html: '<p><em>a</em></p>' } })
})

const due = { due_date: '2026-12-31', link: '' }
const empty = { status: 'Not Started', tags: [], moves: [] }
const later = { due_date: '2027-01-31' }
const done = { status: 'Done', tags: ['A'] }
it.each<[string, string, object, object]>([
  ['POST', 'Add project: T', { title: ' T ', ...due }, { id: 't', title: 'T', ...due, ...empty }],
  ['PATCH', 'Update project: Ship\n\nill', { ...later, reason: ' ill ' }, later],
  ['PATCH', 'Update project: Ship', { ...done, link: null }, { ...done, link: '' }],
])('a project: %s makes the commit %j of %j', async (method, message, body, expected) => {
  const path = method === 'POST' ? '' : '/ship-v1'
  const { status, json } = await write(method, `/api/deadline-projects${path}`, body)
  expect(status).toBe(method === 'POST' ? 201 : 200)
  expect(json).toMatchObject({ data: expected, meta: { commit: head() } })
  expect(server().git('log', '-1', '--format=%B').trim()).toBe(message)
})

it.each<[object, string, string]>([
  [{ title: 'T' }, 'due_date', 'Enter a due date.'],
  [{ title: 'T', due_date: '2026-02-30' }, 'due_date', 'Enter a due date like 2026-12-31.'],
  [{ title: 'T', due_date: '31.12.2026' }, 'due_date', 'Enter a due date like 2026-12-31.'],
  [{ due_date: '2026-12-31' }, 'title', 'Enter a title.'],
  [{ title: 'T', due_date: '2026-12-31', status: 'Doing' }, 'status', STATUSES],
  [{ title: 'T', due_date: '2026-12-31', link: 'e.org' }, 'link', `The link ${NO_ADDRESS}`],
])('a project is refused with %j', async (body, field, sentence) => {
  const { status, json, subjects } = await write('POST', '/api/deadline-projects', body)
  expect([status, json.fields, subjects]).toEqual([400, { [field]: sentence }, ''])
})

function names(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `tag ${index}`)
}
