import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { ListBuild } from './list-build.ts'

/** A text in parts that waits for each to be let through. */
function gatedText(count: number) {
  const open: (() => void)[] = []
  const gates = Array.from(
    { length: count },
    () => new Promise<void>((resolve) => open.push(resolve)),
  )
  let isEnded = false
  async function* text() {
    try {
      for (const [index, gate] of gates.entries()) {
        await gate
        yield `part ${index} `
      }
    } finally {
      isEnded = true
    }
  }
  return { text: text(), open, isEnded: () => isEnded }
}

async function readAll(build: ListBuild): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of build.read()) chunks.push(chunk)
  return gunzipSync(Buffer.concat(chunks)).toString()
}

it('is written once for readers who come at different times', async () => {
  const { text, open } = gatedText(3)
  const build = new ListBuild(text)
  const early = readAll(build)
  open[0]?.()
  open[1]?.()
  await sleep(20)
  const late = readAll(build)
  open[2]?.()
  expect(await Promise.all([early, late])).toEqual(Array(2).fill('part 0 part 1 part 2 '))
  const body = await build.body
  expect(gunzipSync(body.bytes)).toHaveLength(body.length)
  expect(await readAll(build)).toBe('part 0 part 1 part 2 ')
})

it('gives each part away before the next is there', async () => {
  const { text, open } = gatedText(2)
  const build = new ListBuild(text)
  const gunzip = createGunzip()
  const first = new Promise((resolve) => gunzip.once('data', (plain) => resolve(String(plain))))
  const reading = (async () => {
    for await (const chunk of build.read()) gunzip.write(chunk)
  })()
  open[0]?.()
  expect(await first).toBe('part 0 ')
  open[1]?.()
  await reading
})

it('ends when the last reader is gone before its end', async () => {
  const { text, open, isEnded } = gatedText(50)
  const build = new ListBuild(text)
  const streams = [new EventEmitter(), new EventEmitter()]
  for (const stream of streams) build.join(stream)
  open[0]?.()
  await build.read().next()
  streams[0]?.emit('close')
  expect(build.isOver).toBe(false)
  streams[1]?.emit('close')
  expect(build.isOver).toBe(true)
  // Some Nodes wait for the part that is being made.
  for (const release of open) release()
  await expect(build.body).rejects.toThrow()
  await expect.poll(isEnded).toBe(true)
})

it('runs no further ahead than a little of the fastest reader', async () => {
  let written = 0
  async function* text() {
    for (; written < 10_000; written += 1) yield `${Math.random()} `.repeat(20).slice(0, 1000)
  }
  const build = new ListBuild(text())
  const reading = build.read()
  await reading.next()
  let before = -1
  while (before !== written) {
    before = written
    await sleep(50)
  }
  expect(written).toBeLessThan(1000)
  for await (const _ of reading);
  expect(written).toBe(10_000)
})

it('tells its readers of a failure', async () => {
  async function* text() {
    yield 'a'
    throw new Error('no rendering')
  }
  const build = new ListBuild(text())
  await expect(readAll(build)).rejects.toThrow('no rendering')
})
