/** The calls over the real store, renderer and repository: what an admin's program sees. */
import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { postFile } from '../test/content-store-fixture.ts'
import { until } from '../test/git-fixture.ts'
import { apiOfFile, openApi } from '../test/open-api.ts'
import { times } from '../test/times.ts'
import { CALLS } from './calls.ts'

it('makes one commit of one file for each write of a post’s life', async () => {
  const { call, git, subjects } = await openApi()
  const created = await call('POST', '/api/posts', {
    type: 'essay',
    title: 'Shipping in public',
    content: '## Why\n\nBecause **it helps**.',
    tags: ['Writing'],
  })
  expect(created.status).toBe(201)
  expect(created.json.data).toMatchObject({
    id: 'shipping-in-public',
    image_url: '',
    tags: [{ id: 'writing', name: 'Writing', color: 'tag-gray' }],
    created_at: '2026-11-20T09:30:00+01:00',
    day: '2026-11-20',
    url: null,
    project: null,
    revision: git('rev-parse', 'HEAD:posts/2026/shipping-in-public.md').trim(),
  })
  expect(git('rev-parse', 'HEAD').trim()).toBe(created.json.meta.commit)

  const path = '/api/posts/shipping-in-public'
  // A busy machine shows the text as written at first.
  const html = async (): Promise<string> => (await call('GET', path)).json.data.html
  await until(async () => (await html()).includes('<strong>it helps</strong>'))
  const titled = await call('PUT', path, {
    title: 'Shipping',
    revision: created.json.data.revision,
  })
  expect(titled.json).toMatchObject({
    data: { title: 'Shipping' },
    meta: { commit: expect.stringMatching(/^[0-9a-f]{40}$/) },
  })
  expect(titled.json.meta).not.toHaveProperty('merged')
  const again = await call('PUT', path, { title: 'Shipping' })
  expect([again.status, again.json.meta.commit]).toEqual([200, null])
  await call('PATCH', `${path}/featured`, { featured: true })
  expect((await call('GET', '/api/posts/featured')).json.data).toHaveLength(1)
  expect((await call('GET', '/api/posts/streak')).json.data.total_posts).toBe(1)

  const deleted = await call('DELETE', path)
  expect(deleted.json).toMatchObject({ data: { id: 'shipping-in-public' } })
  expect((await call('GET', path)).status).toBe(404)
  const listed = await call('GET', '/api/posts/deleted')
  expect(listed.json.data).toMatchObject([
    { id: 'shipping-in-public', title: 'Shipping', commit: deleted.json.meta.commit },
  ])
  const back = await call('POST', `/api/history/${deleted.json.meta.commit}/revert`)
  expect(back.status).toBe(200)
  expect((await call('GET', path)).json.data).toMatchObject({ title: 'Shipping', featured: true })
  expect((await call('GET', '/api/posts/deleted')).json.data).toEqual([])

  expect(subjects().slice(1, 5)).toEqual([
    'Delete essay: Shipping',
    'Feature essay: Shipping',
    'Update essay: Shipping',
    'Publish essay: Shipping in public',
  ])
  for (const commit of [0, 1, 2, 3, 4]) {
    const files = git('show', '--format=', '--name-only', `HEAD~${commit}`).trim()
    expect(files).toBe('posts/2026/shipping-in-public.md')
  }
  expect(git('status', '--porcelain')).toBe('')
})

describe('two saves from one revision', () => {
  const text = Array.from({ length: 12 }, (_, line) => `Line ${line}.`).join('\n\n')
  const pairs = Array.from({ length: times(8, 100) }, (_, n) => [
    `posts/p${n}.md`,
    postFile(`P${n}`),
  ])
  const server = apiOfFile({
    'posts/merged.md': postFile('A', '', text),
    'posts/refused.md': postFile('A', '', text),
    ...Object.fromEntries(pairs),
  })

  it('are merged where they change different places', async () => {
    const { request: call } = server()
    const { content, revision } = (await call('GET', '/api/posts/merged')).json.data
    const first = await call('PUT', '/api/posts/merged', {
      content: content.replace('Line 0.', 'Line zero.'),
      revision,
    })
    const second = await call('PUT', '/api/posts/merged', {
      content: content.replace('Line 11.', 'Line eleven.'),
      revision,
    })
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.json.meta.merged).toBe(true)
    expect(second.json.data.content).toContain('Line zero.')
    expect(second.json.data.content).toContain('Line eleven.')
  })

  it('are refused with both texts where they change the same place', async () => {
    const { request: call, git } = server()
    const read = await call('GET', '/api/posts/refused')
    const { content, revision } = read.json.data
    await call('PUT', '/api/posts/refused', {
      content: content.replace('Line 3.', 'Mine.'),
      revision,
    })
    const head = git('rev-parse', 'HEAD')
    const yours = { content: content.replace('Line 3.', 'Yours.') }
    const headers = { 'if-match': String(read.headers.etag) }
    const refused = await call('PUT', '/api/posts/refused', yours, { headers })
    expect([refused.status, refused.json.code]).toEqual([409, 'conflict'])
    expect(refused.json.current.content).toContain('Mine.')
    expect(refused.json.current.html).toContain('Mine.')
    expect(refused.json.base).toMatchObject({ id: 'refused', content, revision })
    expect(git('rev-parse', 'HEAD')).toBe(head)
  })

  it('are refused without a base when the revision is none of this site', async () => {
    const { request: call } = server()
    const body = { content: 'New text.', revision: 'f'.repeat(40) }
    const { status, json } = await call('PUT', '/api/posts/refused', body)
    expect([status, json.code, json.base]).toEqual([409, 'conflict', null])
    expect(json.current.id).toBe('refused')
  })

  it('have one silent winner, and nothing of either is lost, many times', async () => {
    const { request: call, git } = server()
    const saves = pairs.map(async (_, n) => {
      const path = `/api/posts/p${n}`
      const { revision } = (await call('GET', path)).json.data
      const answers = await Promise.all([
        call('PUT', path, { content: `One ${n}.`, revision }),
        call('PUT', path, { content: `Two ${n}.`, revision }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const winner = answers[0].status === 200 ? 'One' : 'Two'
      expect(git('show', `HEAD:posts/p${n}.md`)).toContain(`${winner} ${n}.`)
      const loser = answers.find(({ status }) => status === 409)
      expect(loser?.json.current.content).toContain(`${winner} ${n}.`)
    })
    await Promise.all(saves)
  }, 120_000)
})

describe('deadline projects', () => {
  it('tell when their deadline moved, and why', async () => {
    const { call, subjects } = await openApi()
    const created = await call('POST', '/api/deadline-projects', {
      title: 'Ship v1',
      due_date: '2026-12-01',
    })
    expect(created.status).toBe(201)
    expect(created.json.data).toMatchObject({
      id: 'ship-v1',
      status: 'Not Started',
      link: '',
      tags: [],
      moves: [],
    })
    const moved = await call('PATCH', '/api/deadline-projects/ship-v1', {
      due_date: '2026-12-31',
      reason: 'The tests took longer.',
      revision: created.json.data.revision,
    })
    expect(moved.status).toBe(200)
    await until(async () => {
      const { json } = await call('GET', '/api/deadline-projects')
      return json.data[0].moves.length === 1
    })
    const { json } = await call('GET', '/api/deadline-projects')
    expect(json.data[0].moves).toMatchObject([
      {
        from: '2026-12-01',
        to: '2026-12-31',
        reason: 'The tests took longer.',
        commit: moved.json.meta.commit,
      },
    ])
    expect(subjects().slice(0, 2)).toEqual(['Update project: Ship v1', 'Add project: Ship v1'])
    const refused = await call('PATCH', '/api/deadline-projects/ship-v1', {
      due_date: '2027-06-01',
      revision: created.json.data.revision,
    })
    expect([refused.status, refused.json.current.due_date]).toEqual([409, '2026-12-31'])
  })
})

describe('the history', () => {
  const ids = ['a', 'undone']
  const server = apiOfFile(
    Object.fromEntries(ids.map((id) => [`posts/${id}.md`, postFile('A', '', id)])),
  )

  it('lists commits of a post, newest first, and shows the post as each had it', async () => {
    const { request: call } = server()
    const { meta } = (await call('PUT', '/api/posts/a', { title: 'B' })).json
    await call('PUT', '/api/posts/a', { title: 'C' })
    const { json } = await call('GET', '/api/history?post=a')
    expect(json.data).toHaveLength(3)
    expect(Object.keys(json.data[0])).toEqual(['commit', 'author', 'date', 'subject', 'files'])
    expect(json.data[1]).toMatchObject({ commit: meta.commit, files: ['posts/a.md'] })
    const old = await call('GET', `/api/history/${meta.commit}?post=a`)
    expect(old.json.data).toMatchObject({ id: 'a', title: 'B' })
    const none = await call('GET', `/api/history/${'0'.repeat(40)}?post=a`)
    expect([none.status, none.json.code]).toEqual([404, 'not_found'])
    expect((await call('GET', `/api/history/${meta.commit}?post=z`)).status).toBe(404)
    expect((await call('POST', `/api/history/${'0'.repeat(40)}/revert`)).status).toBe(404)
    expect((await call('GET', '/api/history')).json.data.length).toBeGreaterThanOrEqual(3)
  })

  it('says that there is more after a thousand commits', async () => {
    const { call, folder, git } = await openApi({ 'posts/a.md': postFile('A') })
    const parent = `from ${git('rev-parse', 'HEAD').trim()}\n`
    const commits = Array.from({ length: 1000 }, (_, n) => {
      const head = `commit refs/heads/main\ncommitter A <a@b> ${n} +0000\ndata 0\n`
      return `${head}${n > 0 ? '' : parent}M 644 inline posts/a.md\ndata 1\n${n % 10}\n`
    })
    execFileSync('git', ['fast-import', '--quiet'], { cwd: folder, input: commits.join('') })
    git('reset', '-q', '--hard')
    await until(async () => {
      const { data, meta } = (await call('GET', '/api/history?post=a')).json
      return data.length === 1000 && meta.next_cursor === '1000'
    })
  })

  it('is listed in pages', async () => {
    const { call } = await openApi({ 'posts/a.md': postFile('A') })
    for (const title of ['B', 'C', 'D']) await call('PUT', '/api/posts/a', { title })
    const all = await call('GET', '/api/history?post=a')
    expect([all.json.data.length, all.json.meta.next_cursor]).toEqual([4, null])
    for (const of of ['post=a&', '']) {
      const seen = []
      for (let cursor = '0'; cursor !== null; ) {
        const page = await call('GET', `/api/history?${of}limit=3&cursor=${cursor}`)
        seen.push(...page.json.data)
        cursor = page.json.meta.next_cursor
      }
      expect(seen.slice(0, 4).map(({ commit }) => commit)).toEqual(
        all.json.data.map(({ commit }: { commit: string }) => commit),
      )
    }
    for (const bad of ['limit=0', 'limit=101', 'cursor=x', 'cursor=-1']) {
      expect((await call('GET', `/api/history?${bad}`)).status).toBe(400)
    }
  })

  it('refuses to undo what no longer applies', async () => {
    const { request: call } = server()
    const { meta } = (await call('PUT', '/api/posts/undone', { content: 'One.' })).json
    await call('PUT', '/api/posts/undone', { content: 'Two.' })
    const { status, json } = await call('POST', `/api/history/${meta.commit}/revert`)
    expect([status, json.code]).toEqual([409, 'conflict'])
  })
})

it('reads, changes and deletes posts whose titles are words of the API', async () => {
  const { call } = await openApi()
  for (const title of ['Words', 'Tags', 'Admin', 'By id', 'Preview', 'Deleted', 'Public']) {
    const made = await call('POST', '/api/posts', { type: 'short', title, content: 'Text.' })
    const path = `/api/posts/${made.json.data.id}`
    const statuses = [
      (await call('GET', path)).status,
      (await call('PUT', path, { content: 'Other.' })).status,
      (await call('DELETE', path)).status,
    ]
    expect([title, made.status, ...statuses]).toEqual([title, 201, 200, 200, 200])
  }
})

it('finds posts by their words', async () => {
  const { call } = await openApi({
    'posts/a.md': postFile('A', '', 'The quick brown fox jumps.'),
    'posts/b.md': postFile('B', 'draft: true\n', 'The quick brown fox hides.'),
  })
  const { json } = await call('GET', '/api/search?q=fox&limit=5')
  expect(json.data).toMatchObject([{ id: 'a', snippet: expect.stringContaining('fox') }])
  expect(json.data[0]).not.toHaveProperty('content')
  expect((await call('GET', '/api/search')).json).toEqual({ data: [] })
})

it('sends what the document says', async () => {
  const { call } = await openApi({
    'about.md': 'About.\n',
    'posts/a.md': postFile('A', 'tags: [Writing]\nproject: p\n'),
    'projects/p.yaml': 'title: P\ndue_date: 2026-12-31\n',
  })
  const values: Record<string, string> = { id: 'a', type: 'essay', page: 'reading-list' }
  const reads = CALLS.flatMap(([method, pattern, , { data, meta }]) => {
    const path = pattern.replace(/:(\w+)/g, (whole, name) => values[name] ?? whole)
    return method === 'GET' && !/:|conflicts\/a/.test(path) ? [{ path, data, meta }] : []
  })
  const options: Record<string, string> = {
    '/api/search': '?q=text',
    '/api/files': '?path=about.md',
  }
  const isRead = async () => (await call('GET', '/api/deadlines/ledger')).json.data !== null
  await expect.poll(isRead).toBe(true)
  for (const { path, data, meta } of reads) {
    const { json, status } = await call('GET', path + (options[path] ?? ''))
    expect([path, status]).toEqual([path, 200])
    // Parsing takes away what a schema does not name: nothing may be left out of the document.
    expect(data?.parse(json.data), path).toEqual(json.data)
    expect(meta?.parse(json.meta), path).toEqual(json.meta)
  }
})

it('the list of every post is narrowed by words, tag, id, type and state', async () => {
  const post = (title: string, date: string, more = '') =>
    `---\ntitle: ${title}\ndate: ${date}\n${more}---\nText.\n`
  const { call } = await openApi({
    'posts/later.md': post('Written ahead', '2026-11-21'),
    'posts/loaf.md': post('A plain Loaf', '2026-11-03', 'tags: [Cooking]\n'),
    'posts/idea.md': post('An idea', '2026-11-21', 'draft: true\n'),
    'posts/tool.md': post('A tool for loaves', '2026-11-01', 'url: https://a.example/\n'),
  })
  const rows: [string, string[]][] = [
    ['q=LOA', ['loaf', 'tool']],
    ['q=tool+loa', ['tool']],
    ['q=cooking', ['loaf']],
    ['q=later', ['later']],
    ['type=link', ['tool']],
    ['state=draft', ['idea']],
    ['state=scheduled', ['later']],
    ['state=live', ['loaf', 'tool']],
    ['id=idea', ['idea']],
    ['q=loa&type=essay&state=live', ['loaf']],
    ['q=+&type=&state=&limit=50', ['idea', 'later', 'loaf', 'tool']],
  ]
  for (const [options, expected] of rows) {
    const { json } = await call('GET', `/api/posts/admin?${options}`)
    const ids = json.data.map(({ id }: { id: string }) => id).sort()
    expect(ids, options).toEqual(expected)
  }
  for (const options of ['type=note', 'state=gone']) {
    expect((await call('GET', `/api/posts/admin?${options}`)).status).toBe(400)
  }
})
