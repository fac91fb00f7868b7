import { expect, it } from 'vitest'
import { Line } from './line.ts'

const turn = () => new Promise(setImmediate)

/** Jobs `0`, `1`, … of a line: which have begun, and their ends. */
function createJobs(line: Line, count: number) {
  const begun: number[] = []
  const ends: { resolve(): void; reject(error: Error): void }[] = []
  const results = Array.from({ length: count }, (_, n) => {
    const end = new Promise<void>((resolve, reject) => ends.push({ resolve, reject }))
    return line.run(() => {
      begun.push(n)
      return end
    })
  })
  return { begun, ends, results: Promise.allSettled(results) }
}

it.each<[string, { runningMax?: number }, number[]]>([
  ['one at a time', {}, [0]],
  ['as many at a time as it may', { runningMax: 2 }, [0, 1]],
])('runs %s, and the next one when any has ended or failed', async (_, options, first) => {
  const { begun, ends, results } = createJobs(new Line(options), 4)
  await turn()
  expect(begun).toEqual(first)
  // The job that came last ends first.
  ends[first.length - 1]?.reject(new Error('failed'))
  await turn()
  expect(begun).toEqual([...first, first.length])
  for (const end of ends) end.resolve()
  await results
  expect(begun).toEqual([0, 1, 2, 3])
})

it('is full by its jobs that run and wait, and idle when all of them are over', async () => {
  const line = new Line({ runningMax: 2, lengthMax: 3 })
  await line.idle()
  const { ends, results } = createJobs(line, 3)
  expect(line.isFull).toBe(true)
  let isIdle = false
  const idle = line.idle().then(() => {
    isIdle = true
  })
  ends[0]?.resolve()
  ends[1]?.resolve()
  await turn()
  expect([line.isFull, isIdle]).toEqual([false, false])
  ends[2]?.reject(new Error('failed'))
  await Promise.all([idle, results])
  expect(isIdle).toBe(true)
})
