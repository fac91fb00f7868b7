import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Answer } from '#domain/answers/public-answers.ts'
import { ApiError } from './api-client.ts'
import { QueryStore } from './query-store.ts'

type Reply = Answer<unknown, unknown> | Error

/** A store whose fetches are answered from a list, the last one again and again. */
function storeWith(replies: Reply[], answers: Record<string, Answer<unknown, unknown>> = {}) {
  const asked: string[] = []
  const store = new QueryStore({ answers }, async (path) => {
    const reply = replies[Math.min(asked.length, replies.length - 1)]
    asked.push(path)
    if (reply === undefined || reply instanceof Error) throw reply
    return reply
  })
  return { store, asked }
}

const ANSWER_LIFETIME_MS = 5 * 60_000
const network = new ApiError(0, 'Network error occurred')

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it.each<[string, Reply, number]>([
  ['is there', { data: 2 }, 2],
  ['comes, also after a failure', network, 1],
])('the query store shows an old answer until the next one %s', async (_, reply, shown) => {
  const { store, asked } = storeWith([reply], { '/a': { data: 1 } })
  await vi.advanceTimersByTimeAsync(ANSWER_LIFETIME_MS)
  store.ensure('/a')
  expect(store.state('/a').answer).toEqual({ data: 1 })
  await vi.runAllTimersAsync()
  expect(asked[0]).toBe('/a')
  expect(store.state('/a').answer).toEqual({ data: shown })
})

it('the query store asks four times, 1, 2 and 4 s apart, before it fails', async () => {
  const { store, asked } = storeWith([network])
  store.ensure('/a')
  for (const [index, delay] of [1000, 2000, 4000].entries()) {
    await vi.advanceTimersByTimeAsync(delay - 1)
    expect(asked).toHaveLength(index + 1)
    expect(store.state('/a').failure).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
  }
  await vi.runAllTimersAsync()
  expect(asked).toHaveLength(4)
  expect(store.state('/a').failure?.statusCode).toBe(0)
})

it('an expired answer of the query store stays until the next one, also if it was loading', async () => {
  const { store, asked } = storeWith([{ data: 2 }, { data: 3 }], { '/a': { data: 1 } })
  store.expire()
  store.ensure('/a')
  store.expire()
  expect(store.state('/a').answer).toEqual({ data: 1 })
  await vi.runAllTimersAsync()
  store.ensure('/a')
  await vi.runAllTimersAsync()
  store.ensure('/a')
  expect([asked.length, store.state('/a').answer]).toEqual([2, { data: 3 }])
})
