import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { silentLog } from '../log.ts'
import { Debounce } from './debounce.ts'

const options = { quietMs: 10, failure: 'It failed', log: silentLog }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A debounce whose rounds are noted, and each of which takes so long. */
function noted(more: Partial<ConstructorParameters<typeof Debounce>[1]> = {}, takesMs = 0) {
  const rounds: string[][] = []
  const debounce = new Debounce<string>(
    async (items) => {
      rounds.push([...items])
      if (takesMs > 0) await new Promise((done) => setTimeout(done, takesMs))
    },
    { ...options, ...more },
  )
  return { rounds, debounce }
}

it('does once what is asked for many times, with each thing that was named', async () => {
  const { rounds, debounce } = noted()
  for (const item of ['a', 'b', 'a']) debounce.ask(item)
  expect(rounds).toEqual([])
  await vi.advanceTimersByTimeAsync(10)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(rounds).toEqual([['a', 'b']])
})

it('waits for a pause, but not for ever', async () => {
  const { rounds, debounce } = noted({ waitMsMax: 50 })
  for (let at = 0; at < 45; at += 5) {
    debounce.ask(String(at))
    await vi.advanceTimersByTimeAsync(5)
  }
  expect(rounds).toEqual([])
  debounce.ask('last')
  await vi.advanceTimersByTimeAsync(5)
  expect(rounds).toHaveLength(1)
})

it('begins no round while one is running, and one more for what came meanwhile', async () => {
  const { rounds, debounce } = noted({}, 100)
  debounce.ask('a')
  await vi.advanceTimersByTimeAsync(10)
  debounce.ask('b')
  await vi.advanceTimersByTimeAsync(99)
  expect(rounds).toEqual([['a']])
  await vi.advanceTimersByTimeAsync(50)
  expect(rounds).toEqual([['a'], ['b']])
})

it('keeps its distance from the round before', async () => {
  const { rounds, debounce } = noted({ everyMs: 500 })
  debounce.ask('a')
  await vi.advanceTimersByTimeAsync(10)
  debounce.ask('b')
  await vi.advanceTimersByTimeAsync(499)
  expect(rounds).toEqual([['a']])
  await vi.advanceTimersByTimeAsync(1)
  expect(rounds).toEqual([['a'], ['b']])
})

it('gathers on while it must wait', async () => {
  let isHeld = true
  const { rounds, debounce } = noted({ mustWait: async () => isHeld })
  debounce.ask('a')
  await vi.advanceTimersByTimeAsync(100)
  debounce.ask('b')
  await vi.advanceTimersByTimeAsync(100)
  expect(rounds).toEqual([])
  isHeld = false
  await vi.advanceTimersByTimeAsync(20)
  expect(rounds).toEqual([['a', 'b']])
})

it('goes on after work that failed, and says so', async () => {
  const errors: string[] = []
  const log = { ...silentLog, error: (_: unknown, text: string) => errors.push(text) }
  let count = 0
  const work = async () => {
    count += 1
    throw new Error('no')
  }
  const debounce = new Debounce(work, { ...options, log })
  debounce.ask()
  await vi.advanceTimersByTimeAsync(20)
  debounce.ask()
  await vi.advanceTimersByTimeAsync(20)
  expect([count, errors]).toEqual([2, ['It failed', 'It failed']])
})

it('does nothing once it is closed', async () => {
  const { rounds, debounce } = noted()
  debounce.ask('a')
  debounce.close()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(rounds).toEqual([])
})
