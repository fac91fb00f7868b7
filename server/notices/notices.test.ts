/** What a real receiver gets from a whole server. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startProcess } from '../test/built-server.ts'
import { type Fixture, fixtureIn, makeFolder, makeRepository, until } from '../test/git-fixture.ts'
import { listen } from '../test/listen.ts'
import { historyRead, type LiveServer, serve } from '../test/live-server.ts'
import { cloneOf, makeRemote } from '../test/remote-fixture.ts'

/** Longer than two looks at the site. */
const QUIET_MS = 700
const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  ok: (response) => response.end(),
  fails: (response) => response.writeHead(500).end(),
  redirects: (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  hangs: () => {},
}

/** A receiver that logs `title | text | click`. @param url with a login, as some of them need */
async function makeReceiver(answer = 'ok') {
  const log: string[] = []
  const types = new Set<string | undefined>()
  const server = createServer(async (request, response) => {
    const { title, click, authorization = '', 'content-type': type } = request.headers
    const parts = await request.setEncoding('utf8').toArray()
    expect(authorization).toBe(`Basic ${Buffer.from('me:pass').toString('base64')}`)
    types.add(type)
    log.push([decoded(String(title)), parts.join(''), click].join(' | '))
    ANSWERS[answer]?.(response)
  })
  return { log, types, url: `http://me:pass@127.0.0.1:${await listen(server)}/secret-topic` }
}

const decoded = (header: string) =>
  header
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?(.*?)\?=/g, (_, word) => Buffer.from(word, 'base64').toString())

const project = (title: string, due: string, end = '') =>
  `title: ${title}\ndue_date: ${due}\n${end}`
const short = (at: string, more = '') => `---\ntype: short\ndate: ${at}\n${more}---\n\nA text.\n`

async function serveAt(clock: { now: string }, site: Fixture, stateDir: string, url: string) {
  const now = () => Date.parse(clock.now)
  const server = await serve(site, { stateDir, now, env: { NOTIFY_URL: url } })
  await historyRead(server)
  return server
}

const SITE = `time_zone: Europe/Berlin
remind: {at: "02:30"}
rest_days: [wednesday]
breaks: [{from: 2026-10-22, to: 2026-10-22}]
weekly_target: 3
`
const HOME = 'https://gap.example'
const WRITE = `${HOME}/admin/blog?new`

it('reminds the owner once a day: a week with rest day, break, restarts and the end of summer time', async () => {
  const { log, types, url } = await makeReceiver()
  const site = fixtureIn(makeFolder())
  site.git('init', '-q', '-b', 'main')
  for (const time of ['17T12:00', '18T12:00', '19T12:00', '20T00:05']) {
    const more = time.startsWith('18') ? 'project: ship\n' : ''
    site.put(`posts/${time.slice(0, 2)}.md`, short(`2026-10-${time}:00+02:00`, more))
  }
  site.put('site.yaml', SITE)
  const goal = 'goal: 30\nunit: cups\neach: 3\n'
  site.put('projects/ship.yaml', project('"Ship  it"', '2026-10-26', goal))
  for (const status of ['Completed', 'On Hold', 'Failed']) {
    site.put(`projects/${status}.yaml`, project(status, '2026-10-26', `status: ${status}\n`))
  }
  site.git('add', '-A')
  site.commitAt('2026-10-16T10:00:00Z', '-qm', 'Start')
  const stateDir = join(makeFolder(), 'state')
  const clock = { now: '2026-10-19T00:29:59Z' }
  let server = await serveAt(clock, site, stateDir, url)
  const streak = (days: number) => `G.A.P. | Streak of ${days} days: no post yet today.`
  const target = 'G.A.P. | 2 of 3 posts this week.'
  const behind = (due: string, by: number) => `Ship it is due ${due}. ${by} cups behind the line.`
  const days: [time: string, told: string | null][] = [
    ['2026-10-19T00:29:59Z', null],
    ['2026-10-19T00:30:00Z', `${streak(2)}\n${behind('in 7 days', 6)} | ${WRITE}`],
    ['2026-10-20T00:30:00Z', null],
    ['2026-10-21T00:30:00Z', null],
    ['2026-10-22T00:30:00Z', null],
    ['restart 2026-10-23T00:30:00Z', `${streak(4)} | ${WRITE}`],
    ['restart 2026-10-23T00:30:30Z', null],
    ['restart 2026-10-24T02:30:01Z', null],
    ['2026-10-25T00:29:00Z', null],
    ['2026-10-25T00:30:00Z', `${target}\n${behind('tomorrow', 24)} | ${WRITE}`],
    ['2026-10-25T01:30:00Z', null],
    ['restart 2026-10-26T03:29:00Z', `G.A.P. | ${behind('today', 27)} | ${HOME}/projects/ship`],
  ]
  for (const [time, told] of days) {
    clock.now = time.replace('restart ', '')
    if (clock.now !== time) {
      await server.app.close()
      server = await serveAt(clock, site, stateDir, url)
    }
    await sleep(QUIET_MS)
    expect([time, log.splice(0)]).toEqual([time, told === null ? [] : [told]])
  }
  expect([...types]).toEqual(['text/plain; charset=utf-8'])
}, 30_000)

it('a time that the clock leaves out is the first moment after it', async () => {
  const { log, url } = await makeReceiver()
  const files = { 'site.yaml': SITE, 'posts/a.md': short('2026-03-28') }
  const clock = { now: '2026-03-29T00:59:59Z' }
  await serveAt(clock, makeRepository(files), join(makeFolder(), 'state'), url)
  await sleep(QUIET_MS)
  expect(log).toEqual([])
  clock.now = '2026-03-29T01:00:00Z'
  await until(() => log.length > 0)
  expect(log[0]).toMatch(/Streak of 1 day: no post yet today\.\n1 of 3 posts this week\./)
})

/** The state file, which has the commit up to which all was told. */
function toldIn(stateDir: string): { commit: string | null } | null {
  const path = join(stateDir, 'notices.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

/** A server that tells followers. Its title needs RFC 2047, and more than one word of it. */
async function tellingServer(files: Record<string, string> = {}, env: Record<string, string> = {}) {
  const { log, url } = await makeReceiver()
  const site = makeRepository({
    'site.yaml': 'brand: Ärger & Mühe des Ringens um Sprache\n',
    'projects/old.yaml': project('Old', '2026-01-31'),
    ...files,
  })
  const stateDir = join(makeFolder(), 'state')
  const surroundings = { stateDir, env: { NOTIFY_PUBLIC_URL: url, ...env } }
  let server = await serve(site, surroundings)
  /** What was told since the last time, without the brand. */
  const news = async () => {
    await until(() => toldIn(stateDir)?.commit === site.head())
    for (let size = -1; size !== log.length; ) {
      size = log.length
      await sleep(QUIET_MS)
    }
    return log.splice(0).map((line) => line.replace(/^Ärger & Mühe des Ringens um Sprache/, ''))
  }
  return {
    ...{ site, stateDir, news },
    call: (...args: Parameters<LiveServer['call']>) => server.call(...args),
    async restart(between: () => void = () => {}) {
      await server.app.close()
      between()
      server = await serve(site, surroundings)
    },
  }
}

it('tells what enters the record, once, in the words of its page', async () => {
  const { call, news, restart, site, stateDir } = await tellingServer()
  expect(await news()).toEqual([])
  const fields = { title: 'Ship  v1', due_date: '2126-11-30' }
  await call('POST', '/deadline-projects', fields)
  const page = `${HOME}/projects/ship-v1`
  expect(await news()).toEqual([` · Ship v1 | Ship v1: Promised for November 30, 2126 | ${page}`])
  const patch = (body: object) => call('PATCH', '/deadline-projects/ship-v1', body)
  const moved = await patch({ due_date: '2126-12-31', reason: 'Of the\nparts, two are late.' })
  const move = ` · Ship v1 | Ship v1: Moved from November 30, 2126 to December 31, 2126`
  expect(await news()).toEqual([`${move}. Of the parts, two are late. | ${page}`])
  const undone = await call('POST', `/history/${moved.meta.commit}/revert`)
  expect(await news()).toHaveLength(1)
  await call('POST', `/history/${undone.meta.commit}/revert`)
  await patch({ goal: 30, unit: 'cups', reason: 'It counts now.' })
  await patch({ status: 'Completed' })
  expect(await news()).toEqual([
    expect.stringContaining('Ship v1: Goal changed from none to 30 cups. It counts now. |'),
    expect.stringContaining('Ship v1: Kept |'),
  ])
  site.git('mv', 'projects/ship-v1.yaml', 'projects/renamed.yaml')
  await restart(() => {
    site.commitFiles({ 'projects/ship2.yaml': project('Ship 2', '2126-01-31') })
  })
  expect(await news()).toEqual([expect.stringContaining('Ship 2: Promised for January 31, 2126')])
  await restart(() => rmSync(join(stateDir, 'notices.json')))
  expect(await news()).toEqual([])
  site.commitFiles({ 'projects/ship2.yaml': null })
  expect(await news()).toEqual([` · Ship 2 | Ship 2: Given up | ${HOME}/record`])
  await restart(() => {
    site.git('revert', '--no-edit', 'HEAD')
    site.commitFiles({ 'projects/ship3.yaml': project('Ship 3', '2126-01-31') })
  })
  expect(await news()).toEqual([expect.stringContaining('Ship 3: Promised')])
}, 40_000)

const many = (count: number, name: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `projects/${name}-${at}.yaml`,
      project(`${name} ${at}`, '2126-01-31'),
    ]),
  )

it('tells at most 20 entries at once, and nothing of imports, large pulls and rewritten histories', async () => {
  const remote = makeRemote({ 'posts/a.md': 'A text.\n' })
  const { news, site, restart } = await tellingServer()
  site.git('remote', 'add', 'origin', remote.folder)
  site.commitFiles(many(25, 'hand'))
  const told = await news()
  expect(told).toHaveLength(21)
  expect(told.at(-1)).toBe(` | And 5 more. | ${HOME}/record`)
  const posts = Array.from({ length: 300 }, (_, at) => [`posts/${at}.md`, short('2020-01-01')])
  site.commitFiles(Object.fromEntries(posts))
  site.commitFiles(many(2, 'imported'), 'Import\n\nImported-from: elsewhere')
  site.commitFiles({ 'projects/overdue.yaml': project('X', '2020-01-01') }, 'I\n\nImported-from: x')
  expect(await news()).toEqual([])
  site.git('push', '-q', 'origin', 'HEAD:refs/heads/pulled')
  const author = cloneOf(remote)
  author.git('checkout', '-q', 'pulled')
  author.commitFiles(many(21, 'pulled'))
  author.git('push', '-q')
  site.git('pull', '-q', 'origin', 'pulled')
  expect(await news()).toEqual([])
  site.put('projects/hand-0.yaml', project('hand 0', '2126-06-30'))
  site.git('commit', '-qa', '--amend', '-m', 'Another past')
  expect(await news()).toEqual([])
  await restart(() => site.commitFiles(many(22, 'meanwhile')))
  expect(await news()).toHaveLength(21)
}, 60_000)

it('a receiver that hangs, fails or redirects is tried twice, then named; no save waits', async () => {
  const states = {
    hangs: 'The receiver did not answer within 5 seconds.',
    fails: 'The receiver answered 500.',
    redirects: 'The receiver answered 302.',
  }
  await Promise.all(Object.entries(states).map(([answer, error]) => failing(answer, error)))
}, 90_000)

async function failing(answer: string, error: string): Promise<void> {
  const { log, url } = await makeReceiver(answer)
  const lines: string[] = []
  const logTo = { write: (line: string) => lines.push(line) }
  const env = { LOG_LEVEL: 'info', NOTIFY_PUBLIC_URL: url }
  const server = await serve(makeRepository(), { logTo, env })
  for (const title of ['One', 'Two']) {
    const fields = { title, due_date: '2126-01-31' }
    expect((await server.call('POST', '/deadline-projects', fields)).status).toBe(201)
  }
  expect(log.length).toBeLessThan(2)
  const state = async () => (await server.call('GET', '/status')).data.notices
  await expect.poll(state, { timeout: 60_000, interval: 500 }).toEqual({
    owner: { state: 'off', last: null, error: null },
    public: { state: 'failing', last: null, error },
  })
  expect(log.slice(0, 2)).toEqual(Array(2).fill(expect.stringMatching(/One: Promised/)))
  expect(lines.join('')).toContain('A notice did not arrive')
  expect(lines.join('')).not.toContain('secret-topic')
}

it('a server ends with 0 while a receiver hangs, and tells the rest at its next start', async () => {
  const { log, url } = await makeReceiver('hangs')
  const site = makeRepository({ 'posts/a.md': 'A text.\n' })
  const stateDir = join(makeFolder(), 'kept')
  const start = () => startProcess(site.folder, { NOTIFY_PUBLIC_URL: url, STATE_DIR: stateDir })
  const server = start()
  await server.port()
  await until(() => toldIn(stateDir) !== null)
  site.commitFiles(many(2, 'new'))
  await until(() => log.length === 1)
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0 })
  const again = start()
  await until(() => log.length === 2)
  expect(log.join()).toMatch(/new 0: Promised.*new 1: Promised/)
  again.child.kill('SIGTERM')
  expect(await again.ended).toMatchObject({ code: 0 })
}, 60_000)
