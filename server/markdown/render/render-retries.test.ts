import { expect, it } from 'vitest'
import { RenderRetries } from './render-retries.ts'

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
