import { randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptedEncodings } from './accept-encoding.ts'
import { AnswerCache } from './answer-cache.ts'
import { hasEtag, sendAnswer } from './cached-answer.ts'

const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' }
const text = JSON.stringify({ data: 'a growing habit '.repeat(200) })
const large = Buffer.from(randomBytes(700_000).toString('hex'))

function parts(body: string | Buffer) {
  return async () => ({ statusCode: 200, headers, body: Buffer.from(body) })
}

describe('keeping', () => {
  it('makes an answer once for all who ask at once', async () => {
    const answers = new AnswerCache({ maxBytes: 1e6 })
    let made = 0
    const make = async () => {
      made += 1
      return parts(text)()
    }
    const ask = () => answers.get({ key: 'a', generation: 1, make })
    const given = await Promise.all([ask(), ask(), ask()])
    expect(new Set(given).size).toBe(1)
    expect(made).toBe(1)
    answers.close()
  })

  it('drops every answer when the generation changes', async () => {
    const answers = new AnswerCache({ maxBytes: 1e6 })
    const first = await answers.get({ key: 'a', generation: 1, make: parts('one') })
    await answers.get({ key: 'b', generation: 1, make: parts('other') })
    expect(answers.cached('a', 1)).toBe(first)
    expect(answers.cached('a', 2)).toBeUndefined()
    const second = await answers.get({ key: 'a', generation: 2, make: parts('two') })
    expect(second.identity?.body.toString()).toBe('two')
    expect(answers.cached('a', 2)).toBe(second)
    expect(answers.size).toBe(second.length + 4096)
    answers.close()
  })

  it('gives the same ETag to the same bytes of two generations', async () => {
    const answers = new AnswerCache({ maxBytes: 1e6 })
    const etagOf = async (generation: number, body: string) =>
      (await answers.get({ key: 'a', generation, make: parts(body) })).etag
    const first = await etagOf(1, 'one')
    expect(await etagOf(2, 'one')).toBe(first)
    expect(await etagOf(3, 'two')).not.toBe(first)
    answers.close()
  })

  it('answers a request that began before the last change, and caches nothing of it', async () => {
    const answers = new AnswerCache({ maxBytes: 1e6 })
    const current = await answers.get({ key: 'a', generation: 2, make: parts('new') })
    const late = await answers.get({ key: 'a', generation: 1, make: parts('old') })
    expect(late.identity?.body.toString()).toBe('old')
    expect(answers.cached('a', 2)).toBe(current)
    answers.close()
  })

  it('never replaces a newer answer by a slow one of an older generation', async () => {
    const answers = new AnswerCache({ maxBytes: 1e6 })
    let finishOld = () => {}
    const gate = new Promise<void>((resolve) => {
      finishOld = resolve
    })
    const old = answers.get({
      key: 'a',
      generation: 1,
      make: async () => gate.then(parts('old')),
    })
    await answers.get({ key: 'a', generation: 2, make: parts('new') })
    finishOld()
    expect((await old).identity?.body.toString()).toBe('old')
    expect(answers.cached('a', 2)?.identity?.body.toString()).toBe('new')
    answers.close()
  })

  it('does not keep a failure', async () => {
    const answers = new AnswerCache({ maxBytes: 1e6 })
    const ask = (make: () => Promise<never> | ReturnType<ReturnType<typeof parts>>) =>
      answers.get({ key: 'a', generation: 1, make })
    await expect(ask(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect((await ask(parts('yes'))).identity?.body.toString()).toBe('yes')
    answers.close()
  })

  it('does not keep an answer that may be better soon', async () => {
    const answers = new AnswerCache({ maxBytes: 1e6 })
    const make = async () => ({ ...(await parts(text)()), isFallback: true })
    await answers.get({ key: 'a', generation: 1, make })
    expect(answers.cached('a', 1)).toBeUndefined()
    expect(answers.size).toBe(0)
    answers.close()
  })

  it('lets addresses with options drive out none without', async () => {
    const answers = new AnswerCache({ maxBytes: 100_000 })
    const ask = (key: string) => answers.get({ key, generation: 1, make: parts(randomBytes(6000)) })
    await ask('/')
    for (let index = 0; index < 50; index += 1) await ask(`/?tag=${index}`)
    expect(answers.cached('/', 1)).toBeDefined()
    expect(answers.cached('/?tag=49', 1)).toBeDefined()
    expect(answers.size).toBeLessThan(50_000)
    answers.close()
  })

  it('stays within its bytes, and keeps what is asked for', async () => {
    const answers = new AnswerCache({ maxBytes: 100_000 })
    const ask = (key: string) => answers.get({ key, generation: 1, make: parts(randomBytes(6000)) })
    const favourite = await ask('favourite')
    for (let index = 0; index < 50; index += 1) {
      await ask(`key-${index}`)
      expect(answers.cached('favourite', 1)).toBe(favourite)
      expect(answers.size).toBeLessThanOrEqual(100_000)
    }
    await answers.idle()
    expect(answers.size).toBeLessThanOrEqual(100_000)
    answers.close()
  })
})

describe('sending', () => {
  const answers = new AnswerCache({ maxBytes: 1e7 })
  const app = Fastify()
  for (const [path, body] of [
    ['/text', text],
    ['/short', '{"data":1}'],
    ['/large', large],
  ] as const) {
    app.get(path, async (request, reply) => {
      const make = parts(body)
      const ask = { key: path, generation: 1, make }
      sendAnswer(request, reply, answers.cached(path, 1) ?? (await answers.get(ask)))
    })
  }
  let port = 0

  beforeAll(async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    // A listening TCP server has an address of this form.
    port = (app.server.address() as AddressInfo).port
  })
  afterAll(async () => {
    answers.close()
    await app.close()
  })

  /** A request whose answer is not decoded on the way, as fetch would. */
  function ask(path: string, sent: Record<string, string> = {}, method = 'GET') {
    return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
      (resolve, reject) => {
        const request = httpRequest({ port, path, method, headers: sent }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks),
            }),
          )
        })
        request.on('error', reject)
        request.end()
      },
    )
  }

  it('sends the form that the client takes', async () => {
    const plain = await ask('/text')
    expect(plain.body.toString()).toBe(text)
    expect(plain.headers).toMatchObject({ ...headers, vary: 'Accept-Encoding' })
    const zipped = await ask('/text', { 'accept-encoding': 'gzip, deflate' })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.body).toString()).toBe(text)
    await answers.idle()
    const brotli = await ask('/text', { 'accept-encoding': 'gzip, deflate, br' })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.body).toString()).toBe(text)
  })

  it('answers 304 without a body for an ETag the client has, in any form', async () => {
    const { headers: first } = await ask('/text')
    const etag = String(first.etag)
    for (const known of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
      const answer = await ask('/text', { 'if-none-match': known, 'accept-encoding': 'gzip' })
      expect([answer.status, answer.body.length]).toEqual([304, 0])
      expect(answer.headers).toMatchObject({ etag, 'cache-control': 'no-cache' })
    }
    expect((await ask('/text', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('answers HEAD with the headers alone', async () => {
    for (const path of ['/text', '/large']) {
      const got = await ask(path)
      const head = await ask(path, {}, 'HEAD')
      expect(head.body.length).toBe(0)
      expect(head.headers['content-length']).toBe(got.headers['content-length'])
    }
  })

  it('sends a short answer as it is', async () => {
    const { headers: sent } = await ask('/short', { 'accept-encoding': 'gzip, br' })
    expect(sent['content-encoding']).toBeUndefined()
  })

  it('keeps a large answer compressed and inflates it for who needs it plain', async () => {
    expect(answers.cached('/large', 1)?.identity).toBeNull()
    expect((await ask('/large')).body.equals(large)).toBe(true)
    const zipped = await ask('/large', { 'accept-encoding': 'gzip, br' })
    expect(gunzipSync(zipped.body).equals(large)).toBe(true)
  })
})

it.each([
  [undefined, ['identity']],
  ['', ['identity']],
  ['gzip, deflate, br', ['br', 'gzip', 'identity']],
  ['br;q=0.5, gzip', ['gzip', 'br', 'identity']],
  ['gzip;q=0', ['identity']],
  ['*', ['br', 'gzip', 'identity']],
  ['br;q=0, *', ['gzip', 'identity']],
  ['identity, gzip;q=0.5', ['identity', 'gzip']],
  ['gzip;q=x', ['identity']],
  ['identity;q=0', ['identity']],
])('reads Accept-Encoding %s', (line, expected) => {
  expect(acceptedEncodings(line)).toEqual(expected)
})

it('compares ETags weakly', () => {
  expect(hasEtag('"a"', 'W/"a"')).toBe(true)
  expect(hasEtag('W/"b", W/"a"', 'W/"a"')).toBe(true)
  expect(hasEtag('"ab"', 'W/"a"')).toBe(false)
})
