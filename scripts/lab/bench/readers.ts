/** Readers of a post page while an admin saves. */
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile, type Result, repeated, rowOf, timed } from './figures.ts'
import { type Bench, type BuiltServer, withServer } from './measured-site.ts'
import { untilQuiet } from './serving.ts'

const ROUNDS = 3
const SECONDS = 8
const READERS = 8
const PAUSE_MS = 10

export function measureReaders(bench: Bench): Promise<Result[]> {
  return withServer(bench, async (server) => {
    await untilQuiet(server.pid)
    // A post that is not saved: saved ones are rendered again.
    const read = `${server.address}/post/${bench.posts.at(-1)?.id}`
    const rounds = await repeated(ROUNDS, async () => {
      const alone = await p99Of(read)
      const stopOne = saveOften(server, bench, 1)
      const one = await p99Of(read).finally(stopOne)
      const stopTen = saveOften(server, bench, 10)
      const ten = await p99Of(read).finally(stopTen)
      return { alone, one: one / alone, ten: ten / alone }
    })
    const note = `p99 without saves, ${rounds[0]?.alone.toFixed(1)} ms`
    const [one, ten] = [rounds.map((round) => round.one), rounds.map((round) => round.ten)]
    return [
      rowOf(5, 'p99 of a page, 1 save a second', one, { max: 2, note }),
      rowOf(5, 'p99 of a page, 10 saves a second', ten, { max: 4, note }),
    ]
  })
}

async function p99Of(address: string): Promise<number> {
  const end = performance.now() + SECONDS * 1000
  const samples: number[] = []
  const reader = async () => {
    while (performance.now() < end) {
      samples.push(await timed(async () => (await fetch(address)).arrayBuffer()))
      await sleep(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  return percentile(samples, 0.99)
}

function saveOften(server: BuiltServer, { posts }: Bench, perSecond: number) {
  const saves: Promise<unknown>[] = []
  const timer = setInterval(() => {
    const { id = '' } = posts[saves.length % posts.length] ?? {}
    const title = `Saved beside readers ${saves.length}`
    saves.push(server.call('PUT', `/posts/${id}`, { title }))
  }, 1000 / perSecond)
  return async () => {
    clearInterval(timer)
    await Promise.all(saves)
  }
}
