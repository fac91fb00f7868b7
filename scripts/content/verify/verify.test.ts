/** One history of all cases: what the site answers, and `content verify` finds in a plain clone. */
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { Day } from '#domain/days/day.ts'
import type { ProjectStatus } from '#domain/project.ts'
import { takeCleanUps } from '../../../server/test/at-end.ts'
import { makeFolder, until } from '../../../server/test/git-fixture.ts'
import { listen } from '../../../server/test/listen.ts'
import { type LiveServer, serve } from '../../../server/test/live-server.ts'
import { type Author, ago, authorAt, SITE } from '../../test/dated-author.ts'
import { content } from '../../test/hook-fixture.ts'
import type { Figures } from './clone-figures.ts'

const post = (day: Day, more = '', text = `Words of ${day}, and some more of them.`) =>
  `---\ntitle: A post of ${day}\ndate: ${day}\n${more}---\n\n${text}\n`
const project = (title: string, due: Day, status: ProjectStatus = 'In Progress') =>
  `title: ${title}\ndue_date: ${due}\nstatus: ${status}\n`

function makeHistory({ git, put, commit }: Author): void {
  git('init', '-q', '-b', 'main')
  put('README.md', 'Beside the content\n')
  commit(40, {
    'site.yaml': `${SITE}repository: https://git.example/ann/words.git\n`,
    'posts/before.md': post(ago(50)),
    'posts/long-before.md': post(ago(500)),
    'projects/twice.yaml': project('Twice', ago(20)),
    'projects/early.yaml': project('Early', ago(10)),
    'projects/late.yaml': project('Late', ago(15)),
    'projects/overdue.yaml': project('Overdue', ago(5)),
    'projects/open.yaml': project('Open', ago(-5)),
    'projects/dropped.yaml': project('Dropped', ago(-9)),
    'projects/came-done.yaml': project('Came done', ago(30), 'Done'),
    'projects/old.yaml': project('Renamed', ago(3)),
    'projects/removed.yaml': project('Removed', ago(-3)),
    'projects/broken.yaml': project('Broken', ago(-3)),
  })
  commit(30, { 'posts/imported.md': post(ago(35)) }, 'Import\n\nImported-from: Jekyll')
  commit(29, { 'posts/again.md': post(ago(29)) })
  commit(28, { 'posts/again.md': null, 'projects/removed.yaml': 'title: [\n' })
  commit(26, { 'posts/again.md': post(ago(29), '', 'Other words.'), 'projects/removed.yaml': null })
  commit(25, { 'posts/draft.md': post(ago(20), 'draft: true\n') })
  commit(24, { 'posts/on-time.md': post(ago(24)) })
  commit(23, { 'projects/twice.yaml': project('Twice', ago(12)) }, 'Move\n\nIll for a week')
  commit(22, { 'posts/next-morning.md': post(ago(23)) })
  commit(21, { 'posts/first-name.md': post(ago(21)), 'posts/dateless.md': 'No date.\n' })
  commit(19, { 'posts/scheduled.md': post(ago(2)), 'posts/far.md': post(ago(-60)) })
  commit(18, { 'posts/five-late.md': post(ago(23)) })
  commit(17, { 'posts/plan.md': post(ago(3), 'draft: true\n') })
  commit(14, { 'projects/twice.yaml': project('Twice', ago(3)) })
  commit(13, { 'projects/early.yaml': project('Early', ago(10), 'Completed') })
  commit(13, { 'posts/draft.md': post(ago(20)) }, 'Publish')
  commit(12, { 'projects/late.yaml': project('Late', ago(15), 'Done') })
  git('mv', 'content/posts/first-name.md', 'content/posts/renamed.md')
  git('mv', 'content/projects/old.yaml', 'content/projects/new-name.yaml')
  commit(10, {})
  commit(9, { 'projects/dropped.yaml': project('Dropped', ago(-9), 'Failed') })
  commit(8, { 'projects/broken.yaml': 'title: [\n' })
  commit(7, { 'projects/open.yaml': `${project('Open', ago(-5))}goal: 5\n` })
  commit(4, { 'projects/twice.yaml': project('Twice', ago(3), 'Done') })
  commit(3, { 'projects/new-name.yaml': project('Renamed', ago(3), 'Completed') })
  commit(1, { 'posts/last.md': post(ago(1)) })
}

let author: Author
let server: LiveServer

beforeAll(async () => {
  author = authorAt(makeFolder())
  makeHistory(author)
  server = await serve({ ...author, folder: author.contentDir })
  await until(async () => (await server.ask('GET', '/deadlines/ledger')).data !== null)
  return takeCleanUps()
})

function clone(...options: string[]): Author {
  const cloned = authorAt(makeFolder())
  cloned.git('clone', '-q', ...options, `file://${author.folder}`, '.')
  return cloned
}

type Verified = Figures & { same: boolean | null; differences: object[] }

function verify(contentDir: string, ...args: string[]) {
  return content(['verify', ...args], { CONTENT_DIR: contentDir })
}

async function verifyJson(contentDir: string, ...args: string[]) {
  const { status, out, err } = await verify(contentDir, '--json', ...args)
  // What the command prints with --json.
  return { status, err, ...(JSON.parse(out) as Verified) }
}

/** How a post was logged and what the record has of it, by id. */
const POSTS = {
  before: `before_record ${ago(40)}: posted ${ago(50)}`,
  imported: `imported ${ago(30)}: posted ${ago(35)}`,
  'on-time': `on_time ${ago(24)}: posted ${ago(24)}`,
  'next-morning': `on_time ${ago(22)}: posted ${ago(23)}`,
  'five-late': `late ${ago(18)}: posted ${ago(23)} +5`,
  again: `late ${ago(26)}: posted ${ago(29)} +3`,
  renamed: `on_time ${ago(21)}: posted ${ago(21)}`,
  dateless: `on_time ${ago(21)}: posted ${ago(21)}`,
  draft: `late ${ago(13)}: posted ${ago(20)} +7`,
  scheduled: `on_time ${ago(2)}: posted ${ago(2)}`,
}

/** What the record has of a project beside its promise, by id. */
const PROJECTS = {
  twice: `kept ${ago(4)}, moved ${ago(14)}, moved ${ago(23)}`,
  early: `kept ${ago(13)}`,
  late: `done_late ${ago(12)} +3, missed ${ago(14)}`,
  overdue: `missed ${ago(4)}`,
  open: `goal_changed ${ago(7)}`,
  broken: '',
  dropped: `given_up ${ago(9)}`,
  'came-done': `kept ${ago(40)}`,
  'new-name': `kept ${ago(3)}`,
  removed: `given_up ${ago(26)}`,
}

it('every case is the same on the site and in a plain clone', async () => {
  const answered = async (path: string) => (await server.ask('GET', path)).data
  const { contentDir } = clone()
  const checked = await verifyJson(contentDir, '--site', `${server.address}/`)
  expect([checked.status, checked.same, checked.differences]).toEqual([0, true, []])
  expect(checked.err).toBe(`The same as ${server.address}.\n`)
  expect(checked.record).toEqual(await answered('/record'))
  expect(checked.streak).toEqual(await answered('/posts/streak'))
  expect(checked.heatmap).toEqual(await answered('/posts/heatmap'))
  expect(checked.ledger).toEqual(await answered('/deadlines/ledger'))
  expect(JSON.stringify(checked)).not.toMatch(/"(?:plan|far|first-name|removed\.yaml)"/)

  const entriesOf = (id: string) =>
    checked.record
      .filter((entry) => entry.id === id)
      .map(({ kind, day, days_late }) => `${kind} ${day}${days_late ? ` +${days_late}` : ''}`)
  for (const [id, expected] of Object.entries(POSTS)) {
    const { state, day, commit } = (await answered(`/posts/${id}`)).logged
    expect(`${state} ${day}: ${entriesOf(id)}`).toBe(expected)
    expect(checked.record.find((entry) => entry.id === id)?.commit).toBe(commit)
  }
  for (const [id, expected] of Object.entries(PROJECTS)) {
    const entries = [...(expected ? [expected] : []), `promised ${ago(40)}`]
    expect(entriesOf(id).join(', '), id).toBe(entries.join(', '))
  }
  expect(checked.ledger.projects).toEqual({
    kept_first: ['came-done', 'early', 'new-name'],
    kept_moved: ['twice'],
    missed: ['late', 'overdue'],
    given_up: ['dropped', 'removed'],
    open: ['broken', 'open'],
  })
})

it('the figures are printed for a person', async () => {
  const { contentDir } = clone()
  const { status, out, err } = await verify(contentDir)
  expect([status, err]).toEqual([0, ''])
  expect(out).toContain('days of Etc/GMT')
  expect(out).toMatch(/^Streak: 2 days, longest \d+ days, \d+ posts, \d+ failure days$/m)
  expect(out).toMatch(/^Logged on time: 2 of the last 14 days$/m)
  expect(out).toMatch(/^Heatmap: 10 days with posts, 3 posts logged later$/m)
  expect(out).toMatch(/^Promises: \d+ kept on the first date, 1 after moving it, /m)
  expect(out).toMatch(/^Slip: \d+ days on average, \d+ days at most$/m)
  expect(out).toMatch(/^Record: \d+ entries; --json has them$/m)
})

it('a clone stays as it is, and only what is committed in it counts', async () => {
  const cloned = clone()
  cloned.put('content/posts/unsaved.md', '---\ntitle: Unsaved\n---\n\nText\n')
  cloned.put('content/posts/last.md', 'Changed\n')
  cloned.git('rm', '-q', 'content/posts/before.md')
  const stateOf = () => cloned.git('status', '--porcelain') + cloned.git('count-objects', '-v')
  const before = stateOf()
  const { status, same } = await verifyJson(cloned.contentDir, '--site', server.address)
  expect([status, same]).toEqual([0, true])
  expect(stateOf()).toBe(before)
})

it('each difference is a line, and a clone that lacks commits is told to pull', async () => {
  const cloned = clone()
  cloned.git('reset', '-q', '--hard', 'HEAD~2')
  const { status, out, err } = await verify(cloned.contentDir, '--site', server.address)
  expect(status).toBe(1)
  expect(out).toMatch(/^ledger kept_first: here 2, there 3$/m)
  expect(out).toMatch(new RegExp(`^heatmap ${ago(1)}: here none, there {"date":`, 'm'))
  expect(out).toMatch(new RegExp(`^record ${ago(3)} kept new-name: here none, there {`, 'm'))
  expect(err).toContain('Run git pull --ff-only, and verify again')
  expect(err).toMatch(/Different from http:\S+ in \d+ things\.\n$/)
})

it("an author's pull makes nothing late: each commit that it merges has its own date", async () => {
  const laptop = clone()
  laptop.git('reset', '-q', '--hard', 'HEAD~2')
  laptop.commit(6, {
    'posts/laptop.md': post(ago(6)),
    'projects/open.yaml': project('Open', ago(-8)),
  })
  laptop.git('merge', '-q', '--no-ff', '--no-commit', 'origin/main')
  laptop.commit(0, {}, 'Merge')
  author.git('pull', '-q', '--ff-only', laptop.folder, 'main')
  await until(async () => (await server.ask('GET', '/posts/laptop')).data?.logged.commit)
  const logged = async (id: string) => (await server.ask('GET', `/posts/${id}`)).data.logged
  expect(await logged('laptop')).toMatchObject({ state: 'on_time', day: ago(6) })
  expect(await logged('last')).toMatchObject({ state: 'on_time', day: ago(1) })
  const { same, record } = await verifyJson(clone().contentDir, '--site', server.address)
  expect(same).toBe(true)
  const moved = record.find(({ kind, id }) => kind === 'moved' && id === 'open')
  expect(moved).toMatchObject({ day: ago(6), from: ago(-5), to: ago(-8) })
})

it('a site that shows more than its commits, or another history than before, is found out', async () => {
  const cloned = clone()
  author.put('content/posts/unsaved.md', `---\ntitle: Unsaved\ndate: ${ago(5)}\n---\n\nText\n`)
  const isShown = async () => (await server.ask('GET', '/posts/unsaved')).status === 200
  await until(isShown)
  const unsaved = await verifyJson(cloned.contentDir, '--site', server.address)
  expect([unsaved.status, unsaved.same]).toEqual([1, false])
  expect(unsaved.differences).toContainEqual({
    what: `heatmap ${ago(5)}`,
    here: null,
    there: { date: ago(5), count: 1, ids: ['unsaved'], late: 0 },
  })
  rmSync(join(author.contentDir, 'posts/unsaved.md'))
  await until(async () => !(await isShown()))

  author.git('reset', '-q', '--hard', 'HEAD~3')
  author.commit(1, { 'projects/twice.yaml': null })
  await until(async () => (await server.ask('GET', '/record')).data[0]?.kind === 'given_up')
  const rewritten = await verifyJson(cloned.contentDir, '--site', server.address)
  expect([rewritten.status, rewritten.same]).toEqual([1, false])
  expect(rewritten.err).toContain('If git refuses, this clone has own commits, or the history')
  expect((await verifyJson(clone().contentDir, '--site', server.address)).same).toBe(true)
})

async function siteOf(body: string, statusCode = 200): Promise<string> {
  const port = await listen(createServer((_, reply) => reply.writeHead(statusCode).end(body)))
  return `http://127.0.0.1:${port}`
}
const READING = '{"error":"The history is still being read."}'

function folderAfter(...args: string[]): string {
  const { git, folder } = authorAt(makeFolder())
  git(...args)
  return folder
}

const site = async (url: string | Promise<string>) => [author.contentDir, '--site', await url]
it.each<[string, () => string[] | Promise<string[]>, string]>([
  ['a site', () => site('http://127.0.0.1:1'), 'does not answer: '],
  ['a site of G.A.P.', () => site(siteOf('<html>')), 'not answer as a site of G.A.P.'],
  ['a site that is one', () => site(siteOf('{}', 404)), ' answers with status 404.'],
  ['a site yet', () => site(siteOf(READING, 503)), ' 503. The history is still being read.'],
  ['a shallow clone', () => [clone('--depth', '2').contentDir], 'git fetch --unshallow'],
  ['a folder in no repository', () => [makeFolder()], 'There is no git repository at '],
  ['a folder that is not there', () => ['/nowhere'], 'There is no content folder at /nowhere.'],
  ['the folder above the content', () => [clone().folder], 'HEAD has no content at '],
  ['a folder without a commit', () => [folderAfter('init', '-q')], 'has no commit yet.'],
  [
    'a bare repository',
    () => [folderAfter('clone', '-q', '--bare', author.folder, '.')],
    'Clone it and set CONTENT_DIR to the clone.',
  ],
])('without an answer from %s the status is 2', async (_, call, sentence) => {
  const [folder = '', ...args] = await call()
  const { status, out, err } = await verify(folder, ...args)
  expect([status, out]).toEqual([2, ''])
  expect(err).toContain(sentence)
  expect(err.trim().split('\n')).toHaveLength(1)
})
