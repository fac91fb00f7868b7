/** What the commits of a branch say of posts and projects, on a whole server. */
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type Fixture, fixtureIn, makeRepository, until } from '../../test/git-fixture.ts'
import {
  historyRead,
  type LiveServer,
  ofFile,
  postFile,
  serve,
  startServer,
} from '../../test/live-server.ts'

const DRAFT = postFile('P', 'draft: true\n', 'One two three four five six seven.')
const PUBLIC = postFile('P', '', 'One two three four five six seven.')
const SCHEDULED = PUBLIC.replace('2026-05-01', '2090-05-01')

type Step = (author: Fixture, path: string) => void
const put =
  (text: string): Step =>
  (author, path) => {
    rmSync(join(author.folder, path), { force: true })
    author.put(path, text.replace('title: P', `title: ${path}`))
  }
const link: Step = ({ folder }, path) => symlinkSync('words', join(folder, path))
const remove: Step = (author, path) => author.git('rm', '-q', path)
const side: Step = (author) => author.git('checkout', '-q', '-B', 'side')
const main: Step = (author) => author.git('checkout', '-q', 'main')
const merge: Step = (author, path) => {
  main(author, path)
  author.git('merge', '-q', '--no-ff', '--no-commit', 'side')
}
const rename: Step = (author, path) => {
  author.git('mv', path, `${path}.renamed.md`)
  author.put(`${path}.renamed.md`, `${author.text(`${path}.renamed.md`)} More.`)
}

/** Each with the number of the step that logs the post; null for none. */
const ROWS: [string, Step[], number | null, end?: string][] = [
  ['the commit that brought it', [put(PUBLIC)], 1],
  ['the first of several', [put(PUBLIC), put(`${PUBLIC} More.`)], 1],
  ['the commit that made a draft public', [put(DRAFT), put(PUBLIC)], 2],
  ['none for a draft', [put(DRAFT)], null],
  ['the commit that scheduled it', [put(SCHEDULED), put(PUBLIC)], 1],
  ['the first, where it was a draft again in between', [put(PUBLIC), put(DRAFT), put(PUBLIC)], 1],
  ['the commit that made it readable', [put('---\ntitle: [\n---\n'), put(PUBLIC)], 2],
  ['the commit that made it a file', [put(DRAFT), remove, link, put(PUBLIC)], 4],
  ['the first, through a rename with an edit', [put(PUBLIC), rename], 1, '.renamed.md'],
  ['the last addition of one that was deleted', [put(PUBLIC), remove, put(`${PUBLIC} More.`)], 3],
  ['the first, where the very bytes came back', [put(PUBLIC), remove, put(PUBLIC)], 1],
  ['the commit of a branch that was merged', [side, put(PUBLIC), merge], 2],
  [
    'the commit of a branch, under the name that the other branch gave up',
    [put(DRAFT), side, put(PUBLIC), main, rename, merge],
    3,
    '.renamed.md',
  ],
  ['what is committed, whatever was edited by hand since', [put(PUBLIC), put(PUBLIC)], 1],
]

const pathOf = (row: number) => `posts/p${row}.md`

/** All rows in the history of a larger repository; each change is years older than its commit. */
const site = ofFile(async () => {
  const { folder } = makeRepository({ 'posts/not-ours.md': PUBLIC })
  const author = fixtureIn(join(folder, 'site'))
  author.put('site.yaml', 'time_zone: Europe/Berlin\n')
  const commits = ROWS.map(([, steps], row) =>
    steps.map((step) => {
      step(author, pathOf(row))
      author.git('add', '-A')
      author.git('commit', '-q', '--allow-empty', '-m', 'Step', '--date', '2020-01-01T00:00:00Z')
      return author.head()
    }),
  )
  for (const [row, [, , , end = '']] of ROWS.entries()) {
    const path = pathOf(row) + end
    author.put(path, `${author.text(path)} By hand.`)
  }
  const server = await serve(author)
  await historyRead(server)
  return { server, commits }
})

it.each(ROWS.map((row, at) => [row[0], at] as const))('a post is logged by %s', (_, at) => {
  const { server, commits } = site()
  const [, , expected, end = ''] = ROWS[at] ?? ['', [], null]
  const logged = server.store.snapshot().facts?.logged.get(pathOf(at) + end)
  expect(logged?.commit).toBe(expected === null ? undefined : commits[at]?.[expected - 1])
  if (logged === undefined) return
  const committed = server.git('show', '-s', '--format=%cI', logged.commit)
  expect(logged.at).toBe(Date.parse(committed.trim()))
})

it.each([
  ['the same text', PUBLIC],
  ['another text', `${PUBLIC} More.`],
])('a merge logs a post by the earlier commit of its branch, with %s', async (_, text) => {
  const author = makeRepository({ 'posts/p.md': DRAFT }, '2026-05-01T12:00:00Z')
  author.git('checkout', '-q', '-b', 'side')
  const earlier = author.commitFiles({ 'posts/p.md': text }, 'Publish', '2026-05-02T12:00:00Z')
  author.git('checkout', '-q', 'main')
  const later = author.commitFiles({ 'posts/p.md': PUBLIC }, 'Publish', '2026-05-04T12:00:00Z')
  const server = await serve(author)
  await historyRead(server)
  const logged = () => server.store.snapshot().facts?.logged.get('posts/p.md')?.commit
  expect(logged()).toBe(later)
  author.git('merge', '-q', '--no-ff', '-X', 'ours', '-m', 'Merge', 'side')
  await until(() => server.store.snapshot().facts?.readTo === author.head())
  expect(logged()).toBe(earlier)
})

const project = (title: string, due: string, status = 'In Progress') =>
  `title: ${title}\ndue_date: 2026-12-${due}\nstatus: ${status}\nlink: https://${title}.example\n`
/** Due day and status of each version, `-` for a deletion. */
const versionsOf = (server: LiveServer, id: string) =>
  server.store
    .snapshot()
    .facts?.projects.get(id)
    ?.map(({ project, reason }) => {
      const { due_date, status } = project ?? {}
      return project === null ? '-' : `${due_date?.slice(8)} ${status} ${reason.slice(0, 4)}`.trim()
    })

it('the versions of a project follow its name, and an undone deletion is none', async () => {
  const pathOf = (id: string) => `projects/${id}.yaml`
  const firstIds = ['renamed', 'left', 'undone', 'again', 'broken']
  const texts = firstIds.map((id) => [pathOf(id), project(id, '01')])
  const author = makeRepository(Object.fromEntries(texts))
  author.commitFiles({ [pathOf('renamed')]: null, [pathOf('new')]: project('renamed', '09') })
  author.commitFiles({ [pathOf('left')]: null, 'projects/left.bak': project('left', '01') })
  author.commitFiles({ [pathOf('undone')]: null, [pathOf('broken')]: 'title: [\n' })
  author.commitFiles({ [pathOf('undone')]: project('undone', '01'), [pathOf('again')]: null })
  author.commitFiles({
    [pathOf('again')]: project('again', '02'),
    [pathOf('broken')]: project('broken', '01', 'Done'),
  })
  const server = await serve(author)
  await historyRead(server)
  const ids = ['new', ...firstIds]
  expect(Object.fromEntries(ids.map((id) => [id, versionsOf(server, id)]))).toEqual({
    new: ['01 In Progress', '09 In Progress'],
    renamed: undefined,
    left: ['01 In Progress', '-'],
    undone: ['01 In Progress'],
    again: ['01 In Progress', '-', '02 In Progress'],
    broken: ['01 In Progress', '01 Done'],
  })
})

it('what two branches made of a project adds up, each with its commit and reason', async () => {
  const path = 'projects/p.yaml'
  const author = makeRepository({ [path]: project('p', '01') })
  const commitAt = (time: string, text: string, ...message: string[]) => {
    author.put(path, text)
    author.git('add', '-A')
    author.commitAt(`2030-01-${time}T12:00:00Z`, '-q', ...message.flatMap((line) => ['-m', line]))
    return author.head()
  }
  side(author, path)
  // More than the panel would take.
  const moved = commitAt('01', project('p', '31'), 'Move', '😀'.repeat(2_000))
  main(author, path)
  const started = commitAt('02', project('p', '01', 'Started'), 'Start')
  const server = await serve(author)
  await historyRead(server)
  expect(versionsOf(server, 'p')).toEqual(['01 In Progress', '01 Started'])

  author.git('merge', '-q', '--no-ff', '--no-commit', '-s', 'ours', 'side')
  commitAt('03', project('p', '31', 'Started'), 'Merge', 'Both')
  const moves = async () => (await server.ask('GET', '/deadline-projects')).data[0].moves
  const reason = `${'😀'.repeat(999)}…`
  const move = { from: '2026-12-01', to: '2026-12-31', commit: moved, reason }
  await expect.poll(moves).toMatchObject([move])
  expect(versionsOf(server, 'p')).toEqual([
    '01 In Progress',
    '31 In Progress 😀😀',
    '31 Started',
    '31 Started Both',
  ])
  expect(server.store.snapshot().facts?.projects.get('p')?.[2]?.commit).toBe(started)
  // Until a rewrite of history takes it off the branch.
  author.git('reset', '-q', '--hard', 'HEAD~1')
  await expect.poll(moves).toEqual([])
})

it('a deleted post is listed with the commit that deleted it, a renamed one is not', async () => {
  const text = (id: string) => postFile(id, '', `The words of ${id} are long enough to be known.`)
  const author = makeRepository({
    'posts/gone.md': text('Gone'),
    'posts/old.md': text('Old'),
    'posts/back.md': text('Back'),
  })
  side(author, '')
  const commit = author.commitFiles({ 'posts/gone.md': null })
  main(author, '')
  author.commitFiles({ 'posts/old.md': null, 'posts/new.md': text('Old'), 'posts/back.md': null })
  author.git('merge', '-q', '-m', 'Merge', 'side')
  author.commitFiles({ 'posts/back.md': text('Back again') })
  const { call } = await serve(author)
  const { data } = await call('GET', '/posts/deleted')
  expect(data).toMatchObject([{ id: 'gone', title: 'Gone', commit }])
  expect(data).toHaveLength(1)
  expect((await call('GET', '/history?post=gone')).data).toHaveLength(2)
})

it('a save is in the history with its answer', async () => {
  const server = await startServer({
    'posts/old.md': postFile('Old', 'draft: true\n'),
    'projects/p.yaml': 'title: P\ndue_date: 2026-12-01\n',
  })
  await historyRead(server)
  const { call, store } = server
  const made = await call('POST', '/posts', { title: 'New', content: 'A text.' })
  const published = await call('PUT', '/posts/old', { draft: false })
  for (const { data, meta } of [made, published]) expect(data.logged.commit).toBe(meta.commit)
  const renamed = await call('POST', '/posts/new/rename', { id: 'newer' })
  expect(renamed.data.logged.commit).toBe(made.meta.commit)
  const change = { due_date: '2027-01-01', reason: 'Later' }
  const { data, meta } = await call('PATCH', '/deadline-projects/p', change)
  expect(data.moves).toMatchObject([{ to: '2027-01-01', reason: 'Later', commit: meta.commit }])
  await call('DELETE', '/posts/newer')
  expect([...(store.snapshot().facts?.logged.keys() ?? [])]).toEqual(['posts/old.md'])
})

it('a save that HEAD tells of before the save itself does is in the history with its answer', async () => {
  const server = await startServer()
  await historyRead(server)
  const { history, saves } = server.app.store.repository.parts()
  const [newCommits, write] = [history.newCommits.bind(history), saves.write.bind(saves)]
  let isReading = false
  history.newCommits = async (...input) => {
    isReading = true
    // Until the save asks too.
    await sleep(100)
    return newCommits(...input)
  }
  saves.write = async (plan) => {
    const saved = await write(plan)
    await until(() => isReading)
    return saved
  }
  const { data, meta } = await server.call('POST', '/posts', { title: 'New', content: 'A text.' })
  expect(data.logged).toMatchObject({ commit: meta.commit })
})
