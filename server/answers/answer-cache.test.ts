/** What the cache keeps of answers. */
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { AnswerCache } from './answer-cache.ts'
import { PUBLIC_HEADERS } from './cached-answer.ts'

const headers = { 'content-type': 'text/plain', ...PUBLIC_HEADERS }

/** A cache whose answers are made by `page`; `made` counts them. */
function cacheOf(page: () => Promise<Buffer>) {
  const answers = new AnswerCache({ maxBytes: 100_000 })
  const site = { page, generation: 1, made: 0 }
  const make = async () => {
    site.made += 1
    return { statusCode: 200, headers, body: await site.page() }
  }
  const ask = async (key = '/page') => {
    const { body } = await answers.get({
      key,
      context: { id: site.generation, hasFallbacks: () => false },
      make,
    })
    return body.toString()
  }
  return { site, ask }
}

it('an answer that was begun before a change is given to who asked, and not kept', async () => {
  let finish = () => {}
  const { site, ask } = cacheOf(
    () =>
      new Promise((resolve) => {
        finish = () => resolve(Buffer.from('old'))
      }),
  )
  const slow = ask()
  site.generation = 2
  site.page = async () => Buffer.from('new')
  expect(await ask()).toBe('new')
  finish()
  expect(await slow).toBe('old')
  expect(await ask()).toBe('new')
})

it('an answer that is read stays while others are made up, whose bytes are bounded', async () => {
  const { site, ask } = cacheOf(async () => randomBytes(6000))
  await ask()
  for (let index = 0; index < 50; index += 1) {
    await Promise.all([ask(`/page?tag=${index}`), ask(`/page?tag=${index}`)])
    await ask()
  }
  expect(site.made).toBe(51)
  await ask('/page?tag=0')
  expect(site.made).toBe(52)
})

it('an address counts in the bytes that are kept', async () => {
  const { site, ask } = cacheOf(async () => Buffer.from('short'))
  for (const letter of 'abcdefga') await ask(`/page?tag=${letter.repeat(8_000)}`)
  expect(site.made).toBe(8)
})
