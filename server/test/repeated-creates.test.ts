/** A create whose answer was lost and that is sent again with its `Idempotency-Key`. */
import { describe, expect, it } from 'vitest'
import { serverOfFile } from './live-server.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const POST = { title: 'A plain loaf', content: 'Flour, water.', type: 'essay' }
const PROJECT = { title: 'Ship', due_date: '2030-01-01' }

interface Made {
  id: string
  title: string
  revision: string
}

let ahead = 0
const server = serverOfFile(undefined, {}, { now: () => Date.now() + ahead })

const send = (body: object, key: string, path = '/posts') =>
  server().call<Made>('POST', path, body, { 'idempotency-key': key })
const files = () => server().git('ls-files', 'posts', 'projects').trim().split('\n').length

describe.each<[string, string, object]>([
  ['post', '/posts', POST],
  ['project', '/deadline-projects', PROJECT],
])('a %s', (kind, path, body) => {
  it('is answered with what the first request made, and made once', async () => {
    const first = await send(body, `${kind} one`, path)
    const before = files()
    const fields = Object.entries(body).reverse()
    const again = await send(Object.fromEntries(fields), `${kind} one`, path)
    expect([again.status, again.data, again.meta]).toEqual([201, first.data, first.meta])
    const reused = await send({ ...body, title: 'Another' }, `${kind} one`, path)
    expect([reused.status, reused.code]).toEqual([422, 'idempotency_key_reused'])
    expect(reused.current).toEqual(first.data)
    expect(files()).toBe(before)
    const answers = await Promise.all([1, 2, 3].map(() => send(body, `${kind} two`, path)))
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(answers[0]?.data.id).not.toBe(first.data.id)
    expect(files()).toBe(before + 1)
  })

  it.each([
    ['no character', ''],
    ['256 characters', 'x'.repeat(256)],
  ])('with a key of %s is refused', async (_, key) => {
    const before = files()
    const answer = await send(body, key, path)
    expect([answer.status, answer.error]).toEqual([
      400,
      'An Idempotency-Key has 1 to 255 characters.',
    ])
    expect(files()).toBe(before)
  })
})

it('takes a key of 255 characters', async () => {
  expect((await send(POST, 'x'.repeat(255))).status).toBe(201)
})

it('answers with a post that was deleted since, and does not bring it back', async () => {
  const first = await send(POST, 'deleted')
  await server().call('DELETE', `/posts/${first.data.id}`)
  const before = files()
  const again = await send(POST, 'deleted')
  expect([again.status, again.data.id, files()]).toEqual([201, first.data.id, before])
})

it('a refused request leaves its key free', async () => {
  expect((await send({ ...POST, title: ' ' }, 'refused')).status).toBe(400)
  expect((await send(POST, 'refused')).status).toBe(201)
})

it('knows a key for a day', async () => {
  const first = await send(POST, 'of a day')
  ahead = DAY_MS - 60_000
  expect((await send(POST, 'of a day')).data.id).toBe(first.data.id)
  ahead = DAY_MS + 60_000
  expect((await send(POST, 'of a day')).data.id).not.toBe(first.data.id)
})
