/** A create whose answer was lost and that is sent again with its `Idempotency-Key`. */
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type Fixture, makeFolder, makeRepository } from './git-fixture.ts'
import { type LiveServer, serve } from './live-server.ts'

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

afterEach(async () => {
  for (const { app } of servers.splice(0)) await app.close()
})

async function start(fixture: Fixture, now?: () => number): Promise<LiveServer> {
  const stateDir = join(makeFolder(), 'state')
  const server = await serve(fixture, { stateDir, ...(now && { now }) })
  servers.push(server)
  return server
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
