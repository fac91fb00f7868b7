/** What the cache keeps of answers, and the form of one that a client takes. */
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { AnswerCache } from './answer-cache.ts'
import { type Encoding, encodingFor, hasEtag } from './cached-answer.ts'
import { publicHeaders } from './public-headers.ts'

const HEADERS = { 'content-type': 'text/plain', ...publicHeaders({ tag: 'now' }) }

/** A cache whose answers are what `page` gives; `made` lists the keys of those that were made. */
function cacheOf(page: () => Promise<{ body: Buffer; isFallback?: boolean }>) {
  const answers = new AnswerCache({ maxBytes: 100_000 })
  const site = { page, generation: 1, made: [] as string[] }
  const ask = async (key = '/page') => {
    const make = async () => {
      site.made.push(key)
      return { statusCode: 200, headers: HEADERS, ...(await site.page()) }
    }
    const { forms, etag } = await answers.get({ key, generation: site.generation, make })
    return { text: forms.identity.body.toString(), headers: forms.identity.headers, etag }
  }
  return { site, ask }
}
const saying = (text: string) => async () => ({ body: Buffer.from(text) })

it('an answer is made once in a generation, and the same bytes keep their ETag in the next', async () => {
  const { site, ask } = cacheOf(saying('old'))
  const [first] = await Promise.all([ask(), ask(), ask()])
  site.page = saying('new')
  expect(await ask()).toEqual(first)
  site.generation = 2
  expect((await ask()).text).toBe('new')
  site.page = saying('old')
  site.generation = 3
  expect(await ask()).toEqual(first)
  expect(site.made).toHaveLength(3)
})

it('an answer that was begun before a change is given to who asked, and not kept', async () => {
  let finish = () => {}
  const { site, ask } = cacheOf(
    () =>
      new Promise((resolve) => {
        finish = () => resolve({ body: Buffer.from('old') })
      }),
  )
  const slow = ask()
  site.generation = 2
  site.page = saying('new')
  expect((await ask()).text).toBe('new')
  finish()
  expect((await slow).text).toBe('old')
  expect((await ask()).text).toBe('new')
})

it('an answer that is read stays while others are made up, whose bytes are bounded', async () => {
  const { site, ask } = cacheOf(async () => ({ body: randomBytes(6000) }))
  await ask()
  for (let index = 0; index < 50; index += 1) {
    await ask(`/page?tag=${index}`)
    await ask()
  }
  expect(site.made).toHaveLength(51)
  await ask('/page?tag=0')
  expect(site.made).toHaveLength(52)
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
