/** What readers see of a post's past: the note, the page of its changes, and never a draft. */
import { expect, it } from 'vitest'
import type { HistoryEntry } from '#domain/answers/admin-answers.ts'
import type { PostMeta } from '#domain/answers/public-answers.ts'
import type { Post } from '#domain/post.ts'
import type { ChangePart, PostChanges } from '#domain/texts/post-changes.ts'
import { postFile } from './content-store-fixture.ts'
import { until } from './git-fixture.ts'
import { type LiveServer, startServer } from './live-server.ts'

const PATH = 'posts/a.md'
const post = (text: string, more = '') => postFile('The title', more, text)
const draft = (text: string) => post(text, 'draft: true\n')
const dated = (text: string, date: string) =>
  `---\ntitle: The title\ntype: essay\ndate: ${date}\n---\n\n${text}\n`

/** Commits a text (null: deletes the file), at a time of the past if one is given. */
function commit(server: LiveServer, text: string | null, at?: string, path = PATH): void {
  if (text === null) server.git('rm', '-qf', path)
  else server.put(path, text)
  server.git('add', '-A')
  server.git('commit', '-qm', 'A private subject', ...(at === undefined ? [] : ['--date', at]))
}

/** A server on which a post's versions were committed one after the other. */
async function serverWith(...versions: (string | null | [text: string, at: string])[]) {
  const server = await startServer({ 'site.yaml': 'time_zone: Europe/Berlin\n' })
  for (const version of versions) {
    if (Array.isArray(version)) commit(server, ...version)
    else commit(server, version)
  }
  return server
}

const text = (parts: readonly ChangePart[]) =>
  parts
    .map(({ kind, text: words }) =>
      kind === 'added' ? `{+${words}}` : kind === 'removed' ? `{-${words}}` : words,
    )
    .join('')

/** The texts of the changes as the API has them, newest first. */
async function changesOf({ ask }: LiveServer, id = 'a'): Promise<string[]> {
  const { data } = await ask<PostChanges>('GET', `/posts/${id}/changes`)
  return (data?.changes ?? []).map((change) => text(change.text))
}

async function untilChanges(server: LiveServer, ...expected: string[]): Promise<void> {
  const changes = () => changesOf(server)
  await expect.poll(changes, { timeout: 20_000, interval: 20 }).toEqual(expected)
}

/** All that anyone without a token can read of the post. */
async function allPublic(server: LiveServer): Promise<string> {
  const paths = ['/post/a', '/post/a/changes', '/api/posts/a', '/api/posts/a/changes']
  const texts = await Promise.all(paths.map((path) => server.page(path)))
  return texts.join('\n')
}

async function statuses({ address }: LiveServer, id = 'a'): Promise<number[]> {
  const paths = [
    `/post/${id}/changes`,
    `/api/posts/${id}/changes`,
    `/api/posts/by-id/${id}/changes`,
  ]
  return Promise.all(paths.map(async (path) => (await fetch(address + path)).status))
}

async function editedOf({ ask }: LiveServer, id = 'a') {
  const { meta } = await ask('GET', `/posts/${id}`)
  return (meta as unknown as PostMeta).edited // the meta of a post
}

it('shows what changed between public texts, and nothing of the drafts before, between and after', async () => {
  const server = await serverWith(
    draft('Secret1 plan.'),
    draft('Secret2 plan.'),
    post('First words.'),
    post('Second words.'),
    draft('Second words and secret3.'),
    draft('Secret4 alone.'),
    post('Third words.'),
  )
  await untilChanges(server, '{-Second}{+Third} words.', '{-First}{+Second} words.')
  expect(await allPublic(server)).not.toMatch(/secret\d|private subject|author@example/i)
  commit(server, draft('Secret5.'))
  await until(async () => (await statuses(server)).every((status) => status === 404))
  expect(await allPublic(server)).not.toMatch(/secret\d|First|Second|Third/i)
  commit(server, post('Fourth words.'))
  await untilChanges(
    server,
    '{-Third}{+Fourth} words.',
    '{-Second}{+Third} words.',
    '{-First}{+Second} words.',
  )
  expect(await allPublic(server)).not.toMatch(/secret\d/i)
})

it('shows nothing of a text that was scheduled and replaced before its day', async () => {
  const server = await serverWith(
    [dated('Secret1.', '2099-01-01'), '2026-01-01T10:00:00Z'],
    [dated('Secret2.', '2026-03-01'), '2026-02-01T10:00:00Z'],
    [dated('Appeared by itself.', '2026-04-01'), '2026-02-02T10:00:00Z'],
    [dated('Edited afterwards.', '2026-04-01'), '2026-05-01T10:00:00Z'],
  )
  await untilChanges(server, '{-Appeared by itself}{+Edited afterwards}.')
  expect(await allPublic(server)).not.toMatch(/secret/i)
  // Put off again: nobody may see any of it.
  commit(server, dated('Secret3.', '2099-01-01'))
  await until(async () => (await statuses(server)).every((status) => status === 404))
  commit(server, dated('Out.', '2026-04-01'))
  await untilChanges(
    server,
    '{-Edited afterwards}{+Out}.',
    '{-Appeared by itself}{+Edited afterwards}.',
  )
  expect(await allPublic(server)).not.toMatch(/secret/i)
})

it('begins again with a post that was deleted, but not with one that came back', async () => {
  const server = await serverWith(post('Taken back.'), post('Taken back, both.'))
  await untilChanges(server, 'Taken back{+, both}.')
  commit(server, null)
  await until(async () => (await statuses(server)).every((status) => status === 404))
  server.git('revert', '--no-edit', 'HEAD')
  await untilChanges(server, 'Taken back{+, both}.')
  commit(server, null)
  commit(server, post('Another post.'))
  commit(server, post('Another, longer post.'))
  await untilChanges(server, 'Another{+, longer} post.')
  expect(await allPublic(server)).not.toMatch(/Taken/)
})

it('shows title and text, and no other part of the file', async () => {
  const more = 'mood: secret1\ndescription: secret2\ntags: [secret3]\n# secret4\n'
  const server = await serverWith(
    post('Same text.', more),
    postFile('A new title', '', 'Same text.'),
    postFile('A new title', 'featured: true\n', 'Same text.'),
  )
  await until(async () => (await changesOf(server)).length === 1)
  const { data } = await server.ask<PostChanges>('GET', '/posts/by-id/a/changes')
  expect(data).toMatchObject({ id: 'a', title: 'A new title', more: false })
  expect(data.changes).toMatchObject([{ added: 2, removed: 1, text: [], text_cut: false }])
  expect(text(data.changes[0]?.title ?? [])).toBe('{-The}{+A new} title')
  expect(await allPublic(server)).not.toMatch(/secret/)
})

it('leaves out what could not be read, what stood on a branch alone, and what was no file', async () => {
  const server = await serverWith(post('One.'), '---\ntitle: [secret1\n---\n', post('Two.'))
  server.git('checkout', '-qb', 'wip')
  commit(server, post('Secret2.'))
  commit(server, post('Three.'))
  server.git('checkout', '-q', 'main')
  commit(server, 'Elsewhere.\n', undefined, 'posts/b.md')
  server.git('merge', '-q', '--no-edit', 'wip')
  await untilChanges(server, '{-Two}{+Three}.', '{-One}{+Two}.')
  expect(await allPublic(server)).not.toMatch(/secret/i)
})

it('forgets what a rewrite of history took away', async () => {
  const server = await serverWith(post('One.'), post('Secret.'), post('Two.'))
  await untilChanges(server, '{-Secret}{+Two}.', '{-One}{+Secret}.')
  server.git('reset', '-q', '--soft', 'HEAD~2')
  server.git('commit', '-qm', 'Never mind')
  await untilChanges(server, '{-One}{+Two}.')
  expect(await allPublic(server)).not.toMatch(/secret/i)
})

it('follows a rename, for readers and for the admin', async () => {
  const long = 'A text of some length, so that git knows it again.\n'.repeat(3)
  const server = await serverWith(post(`${long}One.`), post(`${long}Two.`))
  server.git('mv', PATH, 'posts/b.md')
  commit(server, post(`${long}Three.`), undefined, 'posts/b.md')
  commit(server, post('Another post of that name.'))
  await until(async () => (await changesOf(server, 'b')).length === 2)
  expect((await changesOf(server, 'b')).map((change) => change.slice(-15))).toEqual([
    '{-Two}{+Three}.',
    '.\n{-One}{+Two}.',
  ])
  server.git('rm', '-q', PATH)
  server.git('commit', '-qm', 'Not that one')
  const ask = (path: string) => fetch(server.address + path, { redirect: 'manual' })
  // Until then the other post of that name answers, or nothing.
  await until(async () => (await ask('/post/a/changes')).status === 301)
  for (const [old, now] of [
    ['/post/a/changes', '/post/b/changes'],
    ['/api/posts/a/changes', '/api/posts/b/changes'],
  ] as const) {
    const answer = await ask(old)
    expect([answer.status, answer.headers.get('location')]).toEqual([301, now])
  }
  const { data: entries } = await server.call<HistoryEntry[]>('GET', '/history?post=b')
  expect(entries.map(({ files }) => files)).toEqual([[PATH, 'posts/b.md'], [PATH], [PATH]])
  const { data: then } = await server.call<Post>('GET', `/history/${entries[2]?.commit}?post=b`)
  expect(then.content).toContain('One.')
  const saved = await server.call<Post>('PUT', '/posts/b', { content: then.content })
  expect(saved.data).toMatchObject({ id: 'b', content: then.content })
})

it('notes an edit on the page, by the history or else by the author’s word', async () => {
  const server = await startServer({
    'site.yaml': 'time_zone: Europe/Berlin\n',
    'posts/same.md': post('As it was.'),
    'posts/said.md': post('Said.', 'updated: 2026-05-09T23:30:00-05:00\n'),
    'posts/that-day.md': post('Said.', 'updated: 2026-05-01T20:00:00Z\n'),
    'posts/to-come.md': post('Said.', 'updated: 2099-05-01\n'),
  })
  const created = await server.call<Post>('POST', '/posts', {
    title: 'Saved',
    content: 'Secret notes.',
    draft: true,
  })
  const { id, day } = created.data
  await server.call('PUT', `/posts/${id}`, { content: 'Out now.', draft: false })
  await server.call('PUT', `/posts/${id}`, { content: 'Out now, and better.' })
  await until(async () => (await editedOf(server, id))?.changes === true)
  expect(await editedOf(server, id)).toEqual({ day, changes: true })
  expect(await changesOf(server, id)).toEqual(['Out now{+, and better}.'])
  expect(await editedOf(server, 'same')).toBeNull()
  expect(await editedOf(server, 'said')).toEqual({ day: '2026-05-09', changes: false })
  expect(await editedOf(server, 'that-day')).toBeNull()
  expect(await editedOf(server, 'to-come')).toBeNull()
  expect(await server.page(`/post/${id}`)).toContain(`href="/post/${id}/changes">see changes</a>`)
  const said = await server.page('/post/said')
  expect(said).toContain('Edited <time dateTime="2026-05-09">May 9, 2026</time>')
  expect(said).not.toContain('see changes')
  expect(await server.page('/post/same')).not.toContain('Edited')
  expect(await server.page('/post/same/changes')).toContain('No change of this text is on record.')
})

it('is a page as the others are, but for search engines', async () => {
  const server = await serverWith(post('One'), post('</script><script>Two'))
  await until(async () => (await changesOf(server)).length === 1)
  const address = `${server.address}/post/a/changes`
  const answer = await fetch(address)
  const page = await answer.text()
  expect(page).toContain('<title>Changes to “The title” | G.A.P.</title>')
  expect(page).toContain('<meta name="robots" content="noindex">')
  expect(page).toContain('<ins>&lt;/script&gt;&lt;script&gt;Two</ins>')
  expect(page).not.toContain('<script>Two')
  const etag = answer.headers.get('etag') ?? ''
  expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
  const post200 = await fetch(`${server.address}/post/a`)
  expect(answer.headers.get('cache-control')).toBe(post200.headers.get('cache-control'))
  expect((await fetch(address, { method: 'POST' })).status).toBe(405)
  expect(await statuses(server, 'nowhere')).toEqual([404, 404, 404])
  expect(await server.page('/sitemap.xml')).not.toContain('/changes')
})

it('shows the newest fifty changes, and of a large one a part', async () => {
  const long = Array.from({ length: 30_000 }, (_, word) => `word${word}`).join(' ')
  const numbers = Array.from({ length: 60 }, (_, number) => post(`Number ${number}.`))
  const server = await serverWith(...numbers, post(long))
  await until(async () => (await changesOf(server)).length === 50)
  const { data } = await server.ask<PostChanges>('GET', '/posts/a/changes')
  expect(data.more).toBe(true)
  expect(data.changes[0]).toMatchObject({ added: 30_000, text_cut: true })
  expect(data.changes.at(-1)?.text_cut).toBe(false)
  expect((await server.page('/post/a/changes')).length).toBeLessThan(100_000)
})
