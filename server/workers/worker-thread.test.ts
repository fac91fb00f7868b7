import { afterEach, expect, it } from 'vitest'
import { type TimeLimits, WorkerThread } from './worker-thread.ts'

/** Stands still, or computes, for so many milliseconds, and answers. */
const WORKER = `
import { readlinkSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
const cell = new Int32Array(new SharedArrayBuffer(4))
parentPort.on('message', ({ still = 0, busy = 0 }) => {
  Atomics.wait(cell, 0, 0, still)
  for (const end = performance.now() + busy; performance.now() < end; );
  parentPort.postMessage({ type: 'reply', reply: 'done' })
})
let thread = null
try { thread = readlinkSync('/proc/thread-self') } catch {}
parentPort.postMessage({ type: 'ready', thread })
`

interface Work {
  still?: number
  busy?: number
}

const threads: WorkerThread<Work, string>[] = []

afterEach(async () => {
  await Promise.all(threads.splice(0).map((thread) => thread.end()))
})

async function startThread(): Promise<WorkerThread<Work, string>> {
  const file = new URL(`data:text/javascript,${encodeURIComponent(WORKER)}`)
  const thread = await new Promise<WorkerThread<Work, string>>((resolve) => {
    new WorkerThread<Work, string>(file, { onChange: resolve })
  })
  threads.push(thread)
  return thread
}

async function outcome(work: Work, limits: TimeLimits): Promise<string> {
  const thread = await startThread()
  return thread.run(work, limits).catch((error) => `${error.reason}`)
}

it('waits for a thread that stands still longer than its CPU time, up to the limit of the clock', async () => {
  expect(await outcome({ still: 600 }, { cpuMs: 200, clockMs: 60_000 })).toBe('done')
  expect(await outcome({ still: 60_000 }, { cpuMs: 100, clockMs: 400 })).toBe('time')
})

it('ends a thread that computes longer than its CPU time', async () => {
  expect(await outcome({ busy: 60_000 }, { cpuMs: 200, clockMs: 60_000 })).toBe('time')
})

// Where the system tells the CPU time of a process alone, all of its threads count.
it.runIf(process.platform === 'linux')('does not count the CPU time of other threads', async () => {
  const other = await startThread()
  const ended = other.run({ busy: 60_000 }, { cpuMs: 60_000, clockMs: 60_000 }).catch(String)
  expect(await outcome({ still: 1000 }, { cpuMs: 300, clockMs: 60_000 })).toBe('done')
  await other.end()
  await ended
})

it('counts again from zero with each request', async () => {
  const thread = await startThread()
  const limits = { cpuMs: 700, clockMs: 60_000 }
  for (const _ of 'abc') expect(await thread.run({ busy: 300 }, limits)).toBe('done')
})
