/** A create whose answer was lost and that is sent again with its `Idempotency-Key`. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { RepositoryError } from '../errors.ts'
import { serverOfFile } from './live-server.ts'

const DAY_MS = 86_400_000
const POST = { title: 'A plain loaf', content: 'Flour, water.', type: 'essay' }
const PROJECT = { title: 'Ship', due_date: '2030-01-01' }

let ahead = 0
const server = serverOfFile({}, {}, { now: () => Date.now() + ahead })

const send = (body: object, key: string, path = '/posts') =>
  server().call('POST', path, body, { 'idempotency-key': key })
const files = () => server().git('ls-files', 'posts', 'projects').trim().split('\n').length

it.each([
  ['/posts', POST],
  ['/deadline-projects', PROJECT],
])('what %s made is answered again, and made once', async (path, body) => {
  const first = await send(body, `${path} one`, path)
  // How it was logged may be known later: a new site reads its history beside its first answers.
  const { logged: _, ...made } = first.data
  const before = files()
  const fields = Object.entries(body).reverse()
  const again = await send(Object.fromEntries(fields), `${path} one`, path)
  expect([again.status, again.data, again.meta]).toMatchObject([201, made, first.meta])
  const reused = await send({ ...body, title: 'Another' }, `${path} one`, path)
  expect([reused.status, reused.code]).toEqual([422, 'idempotency_key_reused'])
  expect(reused.current).toMatchObject(made)
  for (const key of ['', 'x'.repeat(256)]) {
    const { status, error } = await send(body, key, path)
    expect([status, error]).toEqual([400, 'An Idempotency-Key has 1 to 255 characters.'])
  }
  expect(files()).toBe(before)
  const answers = await Promise.all([1, 2, 3].map(() => send(body, 'x'.repeat(255), path)))
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
  expect(answers[0]?.data.id).not.toBe(first.data.id)
  expect(files()).toBe(before + 1)
})

it('a request refused leaves its key free, and a post deleted since is not brought back', async () => {
  expect((await send({ ...POST, title: ' ' }, 'deleted')).status).toBe(400)
  const first = await send(POST, 'deleted')
  expect(first.status).toBe(201)
  await server().call('DELETE', `/posts/${first.data.id}`)
  const before = files()
  const again = await send(POST, 'deleted')
  expect([again.status, again.data.id, files()]).toEqual([201, first.data.id, before])
})

it('a request whose outcome is unknown is not made again by its key', async () => {
  const before = files()
  const unknown = new RepositoryError('outcome_unknown', 'Please reload to see.')
  vi.spyOn(server().app.store, 'write').mockRejectedValueOnce(unknown)
  const answers = [await send(POST, 'unknown'), await send(POST, 'unknown')]
  expect(answers.map(({ code }) => code)).toEqual(['outcome_unknown', 'outcome_unknown'])
  expect(files()).toBe(before)
})

it('knows a key for a day', async () => {
  const { id } = (await send(POST, 'of a day')).data
  const isKnownAfter = async (ms: number) => {
    ahead = ms
    // The store of keys looks at the clock once a millisecond.
    await sleep(20)
    return (await send(POST, 'of a day')).data.id === id
  }
  expect(await isKnownAfter(DAY_MS - 60_000)).toBe(true)
  expect(await isKnownAfter(DAY_MS + 60_000)).toBe(false)
})
