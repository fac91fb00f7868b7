/** Readers of a post page while an admin saves. */
import { Agent, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { BuiltServer } from '../../../server/test/built-server.ts'
import { percentile, type Result, timed } from './figures.ts'
import type { Bench } from './measured-site.ts'
import { untilQuiet } from './serving.ts'

const ROUNDS = 3
const SECONDS = 8
const READERS = 8
const PAUSE_MS = 10

export async function measureReaders({ site, start }: Bench): Promise<Result[]> {
  const server = await start()
  try {
    await untilQuiet(server.pid)
    // Not one of those that are saved: their pages are rendered again.
    const read = `${server.address}/post/${site.posts.at(-1)?.id}`
    const ratios: [number[], number[]] = [[], []]
    let p99 = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      p99 = await p99Of(read)
      for (const [index, perSecond] of [1, 10].entries()) {
        const saving = saveOften({ server, site, perSecond })
        ratios[index]?.push((await p99Of(read)) / p99)
        await saving.stop()
      }
    }
    const beside = `p99 without saves, ${p99.toFixed(1)} ms`
    const [one, ten] = ratios
    const common = { row: 5, unit: '×' as const, beside }
    return [
      { ...common, name: 'p99 of a page, 1 save a second', rounds: one, wanted: { most: 2 } },
      { ...common, name: 'p99 of a page, 10 saves a second', rounds: ten, wanted: { most: 4 } },
    ]
  } finally {
    await server.stop()
  }
}

async function p99Of(address: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: READERS })
  const end = performance.now() + SECONDS * 1000
  const samples: number[] = []
  const reader = async () => {
    while (performance.now() < end) {
      samples.push(await timed(() => read(address, agent)))
      await setTimeout(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  agent.destroy()
  return percentile(samples, 0.99)
}

function read(address: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(address, { agent }, (answer) => answer.resume().on('end', resolve)).on('error', reject)
  })
}

function saveOften(of: { server: BuiltServer; site: Bench['site']; perSecond: number }) {
  const saves: Promise<unknown>[] = []
  const timer = setInterval(() => {
    const { id = '' } = of.site.posts[saves.length % of.site.posts.length] ?? {}
    const title = `Saved beside readers ${saves.length}`
    saves.push(of.server.call('PUT', `/posts/${id}`, { title }))
  }, 1000 / of.perSecond)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(saves)
    },
  }
}
