/** Cached answers, as clients of a listening server get them. */
import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AnswerCache } from './answer-cache.ts'
import { type Encoding, encodingFor, hasEtag, sendAnswer } from './cached-answer.ts'
import { publicHeaders } from './public-headers.ts'

const TEXT = 'a growing habit '.repeat(200)
const HEADERS = { 'content-type': 'text/plain', ...publicHeaders({ tag: 'now' }) }
const BYTES_MAX = 100_000

let app: FastifyInstance
let answers: AnswerCache
let generation: number
/** What `/page…` answers. */
let page: () => Promise<{ body: Buffer; isFallback?: boolean }>
/** Addresses whose answer was made. */
let made: string[]

beforeEach(() => {
  generation = 1
  made = []
  page = async () => ({ body: Buffer.from(TEXT) })
  answers = new AnswerCache({ maxBytes: BYTES_MAX })
  app = Fastify()
  answers.register(app, () => ({ id: generation }))
  app.get('/page*', async (request, reply) => {
    const make = async () => {
      made.push(request.url)
      return { statusCode: 200, headers: HEADERS, ...(await page()) }
    }
    sendAnswer(request, reply, await answers.get({ key: request.url, generation, make }))
  })
  app.post('/page', () => 'written')
})

afterEach(() => app.close())

const ask = (url = '/page', headers: Record<string, string> = {}) => app.inject({ url, headers })

it('is made once for all who ask, also at once', async () => {
  const first = await Promise.all([ask(), ask(), ask()])
  const later = await ask()
  expect(made).toEqual(['/page'])
  expect(new Set([...first, later].map(({ body }) => body))).toEqual(new Set([TEXT]))
  expect((await app.inject({ method: 'POST', url: '/page' })).body).toBe('written')
})

it('belongs to one generation; the same bytes keep their ETag in the next', async () => {
  const { headers } = await ask()
  generation = 2
  expect((await ask()).headers.etag).toBe(headers.etag)
  page = async () => ({ body: Buffer.from('other') })
  expect((await ask()).body).toBe(TEXT)
  generation = 3
  const changed = await ask()
  expect([changed.body, changed.headers.etag === headers.etag]).toEqual(['other', false])
  expect(made).toHaveLength(3)
})

it('that was begun before a change is given to who asked, and not kept', async () => {
  let finish = () => {}
  page = () =>
    new Promise((resolve) => {
      finish = () => resolve({ body: Buffer.from('old') })
    })
  const slow = ask()
  await expect.poll(() => made.length).toBe(1)
  generation = 2
  page = async () => ({ body: Buffer.from('new') })
  expect((await ask()).body).toBe('new')
  finish()
  expect((await slow).body).toBe('old')
  expect((await ask()).body).toBe('new')
})

it('is not kept where it failed or may be better soon', async () => {
  page = async () => Promise.reject(new Error('no'))
  expect((await ask()).statusCode).toBe(500)
  page = async () => ({ body: Buffer.from(TEXT), isFallback: true })
  const { headers } = await ask()
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['cdn-cache-control']).toBeUndefined()
  await ask()
  expect(made).toHaveLength(3)
})

it('stays while others are made up, whose bytes are bounded', async () => {
  page = async () => ({ body: randomBytes(6000) })
  await ask()
  for (let index = 0; index < 50; index += 1) {
    await ask(`/page?tag=${index}`)
    await ask()
  }
  expect(made).toHaveLength(51)
  await ask('/page?tag=0')
  expect(made).toHaveLength(52)
})

it('goes out as the client takes it, or not at all where the client has it', async () => {
  const plain = await ask()
  for (const _ of ['made', 'cached']) {
    const zipped = await ask('/page', { 'accept-encoding': 'gzip, deflate, br' })
    expect(zipped.headers).toMatchObject({ ...HEADERS, 'content-encoding': 'gzip' })
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(TEXT)
  }
  const etag = String(plain.headers.etag)
  const same = await ask('/page', { 'if-none-match': etag })
  expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', etag])
  const head = await app.inject({ method: 'HEAD', url: '/page' })
  expect([head.body, head.headers['content-length']]).toEqual(['', String(TEXT.length)])
  const withToken = await ask('/page', { authorization: 'Bearer x' })
  expect(withToken.headers['cache-control']).toBe('no-store')
  page = async () => ({ body: Buffer.from('short') })
  const short = await ask('/page?short', { 'accept-encoding': 'gzip' })
  expect(short.headers['content-encoding']).toBeUndefined()
})

it.each<[string | undefined, Encoding]>([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['gzip;q=0', 'identity'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['identity, gzip;q=0.5', 'identity'],
  ['identity;q=0', 'identity'],
])('the client that sends Accept-Encoding %s gets %s', (line, expected) => {
  const headers = { ...(line !== undefined && { 'accept-encoding': line }) }
  expect(encodingFor({ headers }, { br: 1, gzip: 1, identity: 1 })).toBe(expected)
})

it.each([
  ['"a"', true],
  ['W/"b", W/"a"', true],
  ['*', true],
  ['"ab"', false],
])('If-None-Match %s names W/"a": %s', (line, expected) => {
  expect(hasEtag(line, 'W/"a"')).toBe(expected)
})
