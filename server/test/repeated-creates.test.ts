/** A create whose answer was lost and that is sent again with its `Idempotency-Key`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openStoreIn } from './content-store-fixture.ts'
import { type Fixture, makeFolder, makeRepository, testEnv, until } from './git-fixture.ts'
import { type LiveServer, serve } from './live-server.ts'

const MAIN = resolve(import.meta.dirname, '../../dist/server/main.mjs')
const PASSWORD = 'correct horse battery'
const DAY_MS = 24 * 60 * 60 * 1000
const POST = { title: 'A plain loaf', content: 'Flour, water.', type: 'essay' }
const PROJECT = { title: 'Ship', due_date: '2030-01-01' }
const FILES = { 'site.yaml': 'time_zone: Europe/Berlin\n' }

interface Made {
  id: string
  title: string
  revision: string
}

const servers: LiveServer[] = []
const children: ChildProcess[] = []

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const { app } of servers.splice(0)) await app.close()
})

async function start(fixture: Fixture, now?: () => number): Promise<LiveServer> {
  const stateDir = join(makeFolder(), 'state')
  const server = await serve(fixture, { stateDir, ...(now && { now }) })
  servers.push(server)
  return server
}

const stop = async (server: LiveServer) => {
  servers.splice(servers.indexOf(server), 1)
  await server.app.close()
}

const send = (server: LiveServer, body: object, key: string, path = '/posts') =>
  server.call<Made>('POST', path, body, { 'idempotency-key': key })

const made = ({ git }: Fixture) => git('ls-files', 'posts', 'projects').split('\n').filter(Boolean)

describe.each<[string, string, object]>([
  ['post', '/posts', POST],
  ['project', '/deadline-projects', PROJECT],
])('a %s', (_, path, body) => {
  it('is answered with what the first request made', async () => {
    const fixture = makeRepository(FILES)
    const server = await start(fixture)
    const first = await send(server, body, 'one', path)
    const fields = Object.entries(body).reverse()
    const again = await send(server, Object.fromEntries(fields), 'one', path)
    expect([again.status, again.data, again.meta]).toEqual([201, first.data, first.meta])
    expect(made(fixture)).toHaveLength(1)
    expect((await send(server, body, 'two', path)).data.id).not.toBe(first.data.id)
  })

  it('is answered so after a restart too, and with the version that was made', async () => {
    const fixture = makeRepository(FILES)
    const before = await start(fixture)
    const first = await send(before, body, 'one', path)
    const change = path === '/posts' ? 'PUT' : 'PATCH'
    await before.call(change, `${path}/${first.data.id}`, { title: 'Changed since' })
    await stop(before)
    const server = await start(fixture)
    const again = await send(server, body, 'one', path)
    expect([again.status, again.meta.commit]).toEqual([201, first.meta.commit])
    const { title, revision } = first.data
    expect(again.data).toMatchObject({ title, revision })
    expect(made(fixture)).toHaveLength(1)
  })

  it('is made once by two requests at the same time', async () => {
    const fixture = makeRepository(FILES)
    const server = await start(fixture)
    const answers = await Promise.all([1, 2, 3].map(() => send(server, body, 'one', path)))
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(made(fixture)).toHaveLength(1)
  })

  it('of another body is refused, with what was made', async () => {
    const fixture = makeRepository(FILES)
    const server = await start(fixture)
    const first = await send(server, body, 'one', path)
    const answer = await send(server, { ...body, title: 'Another' }, 'one', path)
    expect([answer.status, answer.code]).toEqual([422, 'idempotency_key_reused'])
    expect(answer.current).toEqual(first.data)
    expect(made(fixture)).toHaveLength(1)
  })

  it.each([
    ['no character', ''],
    ['256 characters', 'x'.repeat(256)],
  ])('with a key of %s is refused', async (_, key) => {
    const fixture = makeRepository(FILES)
    const answer = await send(await start(fixture), body, key, path)
    expect([answer.status, answer.error]).toEqual([
      400,
      'An Idempotency-Key has 1 to 255 characters.',
    ])
    expect(made(fixture)).toEqual([])
  })
})

it('takes a key of 255 characters', async () => {
  const server = await start(makeRepository(FILES))
  expect((await send(server, POST, 'x'.repeat(255))).status).toBe(201)
})

it('knows a key for a day', async () => {
  const fixture = makeRepository(FILES)
  let ahead = 0
  const server = await start(fixture, () => Date.now() + ahead)
  const first = await send(server, POST, 'one')
  ahead = DAY_MS - 60_000
  expect((await send(server, POST, 'one')).data.id).toBe(first.data.id)
  ahead = DAY_MS + 60_000
  expect((await send(server, POST, 'one')).data.id).not.toBe(first.data.id)
  expect(made(fixture)).toHaveLength(2)
})

it('answers with a post that was deleted since, and does not bring it back', async () => {
  const fixture = makeRepository(FILES)
  const server = await start(fixture)
  const first = await send(server, POST, 'one')
  await server.call('DELETE', `/posts/${first.data.id}`)
  const again = await send(server, POST, 'one')
  expect([again.status, again.data.id]).toEqual([201, first.data.id])
  expect(made(fixture)).toEqual([])
})

it('a refused request leaves its key free', async () => {
  const server = await start(makeRepository(FILES))
  expect((await send(server, { ...POST, title: ' ' }, 'one')).status).toBe(400)
  expect((await send(server, POST, 'one')).status).toBe(201)
})

it('finds the commit below commits whose clock was wrong, and on another branch', async () => {
  const fixture = makeRepository(FILES)
  const before = await start(fixture)
  const first = await send(before, POST, 'one')
  await stop(before)
  fixture.put('about.md', 'Of long ago.\n')
  fixture.git('add', 'about.md')
  fixture.git('commit', '-qm', 'Old', '--date', '2001-01-01T00:00:00Z')
  fixture.git('checkout', '-qb', 'side', 'HEAD~2')
  const server = await start(fixture)
  expect((await send(server, POST, 'one')).data.id).toBe(first.data.id)
})

it('makes no second post when the answer is lost between commit and answer', async () => {
  const fixture = makeRepository(FILES)
  let isFirst = true
  const forget = async () => {
    // The commit stands, its answer is still to come.
    if (isFirst) throw new Error('the disk is gone')
  }
  const { store } = await openStoreIn(fixture, { images: { read: async () => null, forget } })
  const request = { key: 'one', body: 'the same' }
  const input = { type: 'short', title: 'A', content: 'Text' } as const
  await expect(store.createPost(input, request)).rejects.toThrow('the disk is gone')
  isFirst = false
  const again = await store.createPost(input, request)
  expect(again.value.id).toBe('a')
  expect(made(fixture)).toHaveLength(1)
})

it('makes one post however often the server is killed between commit and answer', async () => {
  const fixture = makeRepository(FILES)
  const stateDir = join(makeFolder(), 'state')
  const head = () => fixture.git('rev-parse', 'HEAD')
  const start = head()
  let id = ''
  for (const isLast of [false, false, true]) {
    const { child, address } = await startProcess(fixture.folder, stateDir)
    const token = await tokenOf(address)
    const answer = fetch(`${address}/api/posts`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': 'one',
      },
      body: JSON.stringify(POST),
    }).catch(() => null)
    if (isLast) id = await answer.then(idIn)
    else await until(() => head() !== start)
    child.kill('SIGKILL')
    await once(child, 'close')
    await answer
  }
  expect(made(fixture)).toHaveLength(1)
  expect(id).toBe('a-plain-loaf')
})

async function idIn(answer: Response | null): Promise<string> {
  if (answer === null) return 'no answer'
  const { data } = (await answer.json()) as { data: Made }
  return data.id
}

async function startProcess(contentDir: string, stateDir: string) {
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...testEnv,
      CONTENT_DIR: contentDir,
      STATE_DIR: stateDir,
      ADMIN_PASSWORD: PASSWORD,
      HOST: '127.0.0.1',
      PORT: '0',
      SITE_URL: 'https://gap.example',
      LOG_LEVEL: 'silent',
    },
  })
  children.push(child)
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const found = () => /is at (http:\S+)/.exec(said)?.[1]
  await until(() => found() !== undefined)
  return { child, address: found() ?? '' }
}

async function tokenOf(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD }),
  })
  const { data } = (await answer.json()) as { data: { token: string } }
  return data.token
}
