import { expect, it, vi } from 'vitest'
import { RENDER_RETRY_DELAYS_MS, RenderRetries } from './render-retries.ts'

it('each of a thousand texts that fail at once is tried again', async () => {
  const texts = Array.from({ length: 1000 }, (_, index) => ({
    ...{ markdown: `text ${index}`, idPrefix: `p-${index}-` },
  }))
  const tried: string[] = []
  const retries = new RenderRetries({
    delaysMs: [1],
    retry: ({ markdown }) => tried.push(markdown),
  })
  const planned = texts.map((text) => retries.failed(text, null))
  expect(planned).toEqual(texts.map(() => true))
  await expect.poll(() => tried.length).toBe(texts.length)
  expect(texts.map((text) => retries.failed(text, null))).toEqual(texts.map(() => false))
})

it('a text is tried again after five seconds, after two minutes more, and then no more', () => {
  vi.useFakeTimers({ now: 0 })
  try {
    const triedAt: number[] = []
    const retries = new RenderRetries({
      delaysMs: RENDER_RETRY_DELAYS_MS,
      retry(text) {
        triedAt.push(Date.now())
        retries.failed(text, null)
      },
    })
    retries.failed({ markdown: 'a', idPrefix: 'p-a-' }, null)
    vi.runAllTimers()
    expect(triedAt).toEqual([5_000, 125_000])
  } finally {
    vi.useRealTimers()
  }
})
