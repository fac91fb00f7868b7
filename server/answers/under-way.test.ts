import { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { AnswersUnderWay } from './under-way.ts'

/** An answer as far as it is looked at here: whether it is destroyed, and its close. */
function response(): ServerResponse {
  // A response needs a request of its own; nothing of it is read.
  return new ServerResponse({ method: 'GET' } as ConstructorParameters<typeof ServerResponse>[0])
}

it('counts what many readers share once, until the last of them is gone', () => {
  const underWay = new AnswersUnderWay(1000)
  const body = Buffer.alloc(600)
  const readers = [response(), response(), response()]
  for (const reader of readers) underWay.add(reader, body, body.length)
  expect(underWay.bytes).toBe(600)
  expect(readers.some(({ destroyed }) => destroyed)).toBe(false)
  for (const reader of readers) reader.emit('close')
  expect(underWay.bytes).toBe(0)
})

it('breaks off those that wait longest when more is held than may be', () => {
  const underWay = new AnswersUnderWay(1000)
  const readers = Array.from({ length: 25 }, response)
  for (const reader of readers) {
    underWay.add(reader, reader, 300)
    expect(underWay.bytes).toBeLessThanOrEqual(1000)
  }
  expect(readers.map(({ destroyed }) => destroyed)).toEqual([
    ...Array(22).fill(true),
    ...Array(3).fill(false),
  ])
})
