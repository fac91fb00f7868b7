/** Kept answers before Fastify, on a listening server. */
import { randomBytes } from 'node:crypto'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AnswerCache } from '../answers/answer-cache.ts'
import { sendAnswer } from '../answers/cached-answer.ts'
import type { Generation } from '../queries/generation.ts'
import { cachedFirst } from './cached-first.ts'
import { unroutedOptions } from './security-headers.ts'

const body = Buffer.from('words '.repeat(500))
/** More than the system takes from a server for a client that does not read. */
const LARGE = randomBytes(32 * 1024 * 1024)
const STANDSTILL_MS = 300
const headers = { 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' }

let app: FastifyInstance
let answers: AnswerCache
/** Urls that Fastify saw. */
let routed: string[]
let id: number

beforeEach(async () => {
  routed = []
  id = 1
  answers = new AnswerCache({ maxBytes: 1e8 })
  // Only the number of a generation is looked at here.
  const generation = () => ({ id }) as Generation
  app = Fastify({
    ...unroutedOptions({}),
    serverFactory: cachedFirst({ generation, answers }),
    connectionTimeout: STANDSTILL_MS,
  })
  app.addHook('onRequest', async (request) => {
    routed.push(`${request.method} ${request.url}`)
  })
  app.get('/page', async (request, reply) => {
    const make = async () => ({ statusCode: 200, headers, body })
    const key = request.url
    sendAnswer(request, reply, await answers.get({ key, generation: id, make }))
  })
  app.post('/page', () => 'written')
  app.get('/slow', async () => {
    await sleep(3 * STANDSTILL_MS)
    return 'made at last'
  })
  app.get('/made', () => LARGE)
  await app.listen({ port: 0, host: '127.0.0.1' })
})

afterEach(async () => {
  answers.close()
  await app.close()
})

interface Taken {
  statusCode: number
  headers: IncomingHttpHeaders
  bytes: Buffer
}

function take(path: string, options: { method?: string; headers?: object } = {}): Promise<Taken> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { port, host: '127.0.0.1', path, method: 'GET', ...options, headers: { ...options.headers } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const { date, ...rest } = response.headers
          const bytes = Buffer.concat(chunks)
          resolve({ statusCode: response.statusCode ?? 0, headers: rest, bytes })
        })
      },
    )
    request.on('error', reject).end()
  })
}

it('are the answers that Fastify gave', async () => {
  for (const encoding of ['identity', 'gzip']) {
    id += 1
    routed = []
    const options = { headers: { 'accept-encoding': encoding } }
    const first = await take('/page', options)
    const second = await take('/page', options)
    expect(routed).toEqual(['GET /page'])
    expect(second).toEqual(first)
  }
})

it('are 304 for who has them, and without a body for HEAD', async () => {
  const { headers: known } = await take('/page')
  const unchanged = await take('/page', { headers: { 'if-none-match': known.etag } })
  expect(unchanged.statusCode).toBe(304)
  const head = await take('/page', { method: 'HEAD' })
  expect(head.headers['content-length']).toBe(known['content-length'])
  expect(head.bytes).toHaveLength(0)
  expect(routed).toEqual(['GET /page'])
})

it('are not given in another generation', async () => {
  await take('/page')
  id = 2
  await take('/page')
  expect(routed).toEqual(['GET /page', 'GET /page'])
})

it('are not given to a write, nor under a name that is no address', async () => {
  await take('/page')
  await answers.get({
    key: 'admin /page',
    generation: id,
    make: async () => ({ statusCode: 200, headers, body }),
  })
  expect((await take('/page', { method: 'POST' })).bytes.toString()).toBe('written')
  expect((await take('/admin%20/page')).statusCode).toBe(404)
  expect((await take('//page')).statusCode).toBe(404)
})

/** Asks and reads nothing; resolves with the bytes that came once the connection is closed. */
async function askAndNotRead(path: string): Promise<number> {
  const { port } = app.server.address() as AddressInfo
  const ended = new Promise<void>((resolve) => {
    app.server.once('connection', (socket) => socket.once('close', () => resolve()))
  })
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
  socket.pause()
  await ended
  let bytes = 0
  socket.on('data', (chunk) => {
    bytes += chunk.length
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.resume()
  await closed
  return bytes
}

it.each(['/kept', '/made'])('an answer that nobody reads is broken off: %s', async (path) => {
  const make = async () => ({ statusCode: 200, headers, body: LARGE })
  await answers.get({ key: '/kept', generation: id, make })
  expect(await askAndNotRead(path)).toBeLessThan(LARGE.length)
})

it('an answer that takes long to make is waited for', async () => {
  expect((await take('/slow')).bytes.toString()).toBe('made at last')
})
