/** What a site makes of its files, by hand and by saves, on a whole server. */
import { rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { faultsOf, fixtureIn, makeRepository, until } from '../test/git-fixture.ts'
import { postFile, serve, serverOfFile, startServer } from '../test/live-server.ts'
import { times } from '../test/times.ts'

const BROKEN = '---\ntitle: [\n---\n'
const NOON = Date.parse('2026-11-20T12:00:00Z')

let now = NOON
const logged: string[] = []
const server = serverOfFile(
  {
    'posts/title.md': postFile('Other'),
    'posts/alias.md': postFile('B', 'aliases: [title-2]\ndraft: true\n'),
    'posts/old/title-3.md': BROKEN,
    'posts/bare.md': 'Only text.\n',
    ...Object.fromEntries(
      ['hand', 'same-place', 'broken', 'undone', 'same', 'good', 'twin'].map((id) => [
        `posts/${id}.md`,
        postFile(id),
      ]),
    ),
  },
  { LOG_LEVEL: 'warn' },
  { now: () => now, logTo: { write: (line) => logged.push(line) } },
)
const titleOf = async (id: string) => (await server().ask('GET', `/posts/${id}`)).data?.title
const problemsOf = async (id: string) => {
  const { data } = await server().call('GET', '/status')
  return data.problems.filter(({ file }: { file: string }) => file.includes(id))
}

const create = (title: string) => server().call('POST', '/posts', { title, content: 'Text.' })

it('a new post gets an id that no file, old id or reserved word has', async () => {
  server().put('posts/2026/title-4.md', postFile('Not heard of yet'))
  for (const [title, id] of [
    ['Title', 'title-5'],
    ['Featured', 'featured-2'],
    ['日本語 ブログ', '日本語-ブログ'],
    ['日本語 ブログ', '日本語-ブログ-2'],
    ['???', expect.stringMatching(/^2026-11-20-[a-z0-9]{4}$/)],
  ]) {
    expect((await create(title)).data.id).toEqual(id)
  }
})

it('a new post gets an id, a file and a commit of its own when many are made at once with one title', async () => {
  const count = times(20, 100)
  const saves = await Promise.all(Array.from({ length: count }, () => create('At once')))
  expect(new Set(saves.map(({ data }) => data.id)).size).toBe(count)
  expect(new Set(saves.map(({ meta }) => meta.commit)).size).toBe(count)
  const files = server().git('ls-files', 'posts/2026/at-once*').trim().split('\n')
  expect(files).toHaveLength(count)
  expect(faultsOf(server())).toBe('?? posts/2026/title-4.md\n')
}, 120_000)

it('a save of a hand edit that was not committed keeps the edit', async () => {
  const { call, put, text, subjects } = server()
  const { revision } = (await call('GET', '/posts/hand')).data
  put('posts/hand.md', postFile('hand', '', 'Edited by hand.'))
  const { meta } = await call('PUT', '/posts/hand', { title: 'B', revision })
  expect(meta.merged).toBe(true)
  expect(text('posts/hand.md')).toMatch(/title: B[\s\S]*Edited by hand\./)
  expect(subjects()[1]).toBe('Edit by hand: posts/hand.md')
})

it('a save of the place that a hand edit changed is refused with the edit, which stays', async () => {
  const { revision } = (await server().call('GET', '/posts/same-place')).data
  const edited = postFile('same-place', '', 'Edited by hand.')
  server().put('posts/same-place.md', edited)
  const refused = await server().call('PUT', '/posts/same-place', { content: 'Mine.', revision })
  expect(refused).toMatchObject({ status: 409, current: { content: 'Edited by hand.' } })
  expect(server().text('posts/same-place.md')).toBe(edited)
})

it('a save is refused for a file that is broken on disk, and repairs nothing', async () => {
  server().put('posts/broken.md', BROKEN)
  expect((await server().call('PUT', '/posts/broken', { title: 'B' })).status).toBe(409)
  expect(server().text('posts/broken.md')).toBe(BROKEN)
})

it('a save that deleted a post is not undone when another post has its id', async () => {
  const { meta } = await server().call('DELETE', '/posts/undone')
  server().put('posts/2026/undone.md', postFile('Another'))
  await server().store.refresh(['posts/2026/undone.md'])
  expect((await server().call('POST', `/history/${meta.commit}/revert`)).status).toBe(409)
})

it('a change is found that keeps size and time of the file', async () => {
  const change = async (title: string) => {
    server().put('posts/same.md', postFile(title))
    utimesSync(join(server().folder, 'posts/same.md'), 1000, 1000)
    await server().store.rescan()
  }
  await change('One')
  await change('Two')
  expect(await titleOf('same')).toBe('Two')
})

it('a change by hand is found by the search, and is in the feed', async () => {
  server().put('posts/hand.md', postFile('Zebra', 'tags: [Zoo]\n'))
  await until(async () => (await server().ask('GET', '/search?q=zebra')).data.length === 1)
  expect(await server().page('/feed.xml?tag=zoo')).toContain('Zebra')
})

it('a file that cannot be used stays in its last good form, listed and logged once', async () => {
  for (const text of [BROKEN, `${BROKEN}\n`, BROKEN]) {
    server().put('posts/good.md', text)
    await server().store.refresh(['posts/good.md'])
  }
  expect(await titleOf('good')).toBe('good')
  expect(await problemsOf('good')).toHaveLength(1)
  expect(logged.filter((line) => line.includes('posts/good.md'))).toHaveLength(1)
  server().put('posts/good.md', postFile('Better'))
  await server().store.refresh(['posts/good.md'])
  expect([await titleOf('good'), await problemsOf('good')]).toEqual(['Better', []])
})

it('conflict markers of a merge in progress are never public: the last good text stays', async () => {
  const text = (line: string) => postFile('M', '', `Above.\n\n${line}\n\nBelow.`)
  const { git, put, ask, page, call } = await startServer({ 'posts/m.md': text('Base.') })
  git('branch', 'other')
  for (const [side, branch] of [
    ['Theirs.', 'other'],
    ['Ours.', 'main'],
  ] as const) {
    git('checkout', '-q', branch)
    put('posts/m.md', text(side))
    git('commit', '-qam', side)
  }
  await until(async () => (await ask('GET', '/posts/m')).data.content.includes('Ours.'))
  expect(() => git('merge', 'other')).toThrow()
  const problems = async () => (await call('GET', '/status')).data.problems
  await until(async () => (await problems()).length > 0)
  expect(await problems()).toMatchObject([{ file: 'posts/m.md', line: 9 }])
  expect((await ask('GET', '/posts/m')).data.content).toBe('Above.\n\nOurs.\n\nBelow.')
  expect(await page('/post/m')).not.toContain('=====')
})

it('of two files with one id the first keeps it until it is gone', async () => {
  for (const title of ['Other', 'Another']) {
    server().put('posts/2025/TWIN.md', postFile(title))
    await server().store.refresh(['posts/2025/TWIN.md'])
    expect(await titleOf('twin')).toBe('twin')
    expect(await problemsOf('TWIN')).toHaveLength(1)
  }
  rmSync(join(server().folder, 'posts/twin.md'))
  await server().store.refresh(['posts/twin.md'])
  expect([await titleOf('TWIN'), await problemsOf('TWIN')]).toEqual(['Another', []])
})

it('the date of a post that says none is that of its first commit', async () => {
  const { git, put, store } = server()
  const committed = Date.parse(git('log', '--reverse', '--format=%aI').split('\n')[0] ?? '')
  await until(() => store.snapshot().posts.get('bare')?.instant === committed)
  put('posts/later.md', 'Not committed yet.\n')
  await store.refresh(['posts/later.md'])
  expect(store.snapshot().posts.get('later')?.instant).toBeGreaterThan(committed)
})

it('a scheduled post appears without anybody asking', async () => {
  const { put, store } = server()
  put('posts/soon.md', postFile('Soon').replace('2026-05-01T10:00:00Z', '2026-11-20T12:00:01Z'))
  await store.refresh(['posts/soon.md'])
  expect(await titleOf('soon')).toBeUndefined()
  now = NOON + 1_000
  await until(() => store.snapshot().publicPosts.some(({ id }) => id === 'soon'))
})

it('the zone of the setting goes before that of the site, which is read again when it changes', async () => {
  const files = { 'posts/a.md': postFile('A') }
  const [free, fixed] = [await startServer(files), await startServer(files, { TIME_ZONE: 'UTC' })]
  for (const { put, store } of [free, fixed]) {
    put('site.yaml', 'time_zone: Pacific/Kiritimati\n')
    await store.refresh(['site.yaml'])
  }
  expect((await free.ask('GET', '/posts/a')).data.day).toBe('2026-05-02')
  expect((await free.ask('GET', '/posts/heatmap')).data).toMatchObject([{ date: '2026-05-02' }])
  expect((await fixed.ask('GET', '/posts/a')).data.day).toBe('2026-05-01')
  expect((await fixed.ask('GET', '/posts/streak')).data.time_zone).toBe('UTC')
})

it('a folder in a larger repository begins with the starter content alone, without its README', async () => {
  const outer = makeRepository({ 'README.md': 'Mine.\n', 'draft.txt': 'one\n' })
  outer.put('draft.txt', 'two\n')
  const { call } = await serve(fixtureIn(join(outer.folder, 'site')))
  const [subject, , ...paths] = outer.git('show', '--format=%s', '--name-only', 'HEAD').split('\n')
  expect([subject, paths]).toEqual(['Start content', expect.arrayContaining(['site/tags.yaml'])])
  expect(paths.filter((path) => !/^site\/(?!README)|^$/.test(path))).toEqual([])
  expect(outer.git('status', '--porcelain')).toBe(' M draft.txt\n')
  expect((await call('GET', '/status')).data.problems).toEqual([])
  // Its dates are those of now.
  expect((await call('GET', '/posts/streak')).data.current_streak).toBe(8)
})
