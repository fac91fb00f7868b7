/** Starts, and the first looks after them. */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { type BuiltServer, until } from '../../../server/test/built-server.ts'
import { startConstant } from './constant-answer.ts'
import { inTurns, type Result, timed } from './figures.ts'
import { buildWithHugo, hasHugo } from './hugo-site.ts'
import type { Bench, MeasuredSite } from './measured-site.ts'

const ROUNDS = 5
const READY_MS_MAX = 30_000
/** Posts whose first look is measured: the oldest, since the newest are rendered first. */
const LOOKS = 60

export async function measureStarts(bench: Bench): Promise<Result[]> {
  const { posts, folder, stateDir, start } = bench
  const startMs = async () => {
    const server = await start()
    await server.stop()
    return server.readyMs
  }
  const coldStartMs = () => {
    rmSync(stateDir, { recursive: true, force: true })
    return startMs()
  }
  await coldStartMs()
  const bare = await inTurns({ rounds: ROUNDS }, startMs, () => bareStartMs(folder))
  const results: Result[] = [
    {
      ...{ row: 6, name: 'start to first answer', rounds: bare, unit: '×' },
      beside: 'an unbundled bare Fastify server',
      wanted: { most: 2.5 },
    },
  ]
  if (await hasHugo()) {
    const hugo = await buildWithHugo(bench)
    const cold = await inTurns({ rounds: ROUNDS }, coldStartMs, hugo)
    results.push({
      ...{ row: 7, name: 'start to ready, cold', rounds: cold, unit: '×' },
      beside: `Hugo's build of ${posts} posts`,
      wanted: { most: 0.25 },
    })
  }
  return results
}

/** From the start of the process to its first answer, as it is taken of ours. */
async function bareStartMs(folder: string): Promise<number> {
  const question = { name: 'ready', path: '/readyz', headers: {} }
  const answer = { statusCode: 200, headers: {}, body: Buffer.alloc(0) }
  const started = performance.now()
  const { process: child, address } = await startConstant({ folder, question, answer })
  await until(async () => (await fetch(`${address}/readyz`)).ok, READY_MS_MAX)
  const ms = performance.now() - started
  child.kill()
  await once(child, 'exit')
  return ms
}

export async function measureFirstLooks({ site, stateDir, start }: Bench): Promise<Result[]> {
  const firstPages: number[] = []
  const firstBytes: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    rmSync(stateDir, { recursive: true, force: true })
    const server = await start()
    firstPages.push(await timed(() => server.page('/')))
    await server.stop()
    rmSync(stateDir, { recursive: true, force: true })
    const other = await start()
    firstBytes.push(await firstByteMs(other, '/api/posts/public'))
    await other.stop()
  }
  rmSync(stateDir, { recursive: true, force: true })
  const server = await start()
  const looks = await neverRendered(server, site)
  await server.stop()
  return [
    {
      ...{ row: 8, name: 'first / after a start', rounds: firstPages, unit: 'ms' },
      ...{ beside: 'nothing rendered before', wanted: { most: 500 } },
    },
    {
      ...{ row: 8, name: 'first view of a post', rounds: looks, unit: 'ms' },
      ...{ beside: 'never rendered before', wanted: { most: 60 } },
    },
    {
      ...{ row: 3, name: 'whole list, first time: first byte', rounds: firstBytes, unit: 'ms' },
      ...{ beside: 'nothing rendered before', wanted: { most: 100 } },
    },
  ]
}

async function firstByteMs(server: BuiltServer, path: string): Promise<number> {
  const controller = new AbortController()
  const ms = await timed(async () => {
    const { body } = await fetch(server.address + path, { signal: controller.signal })
    await body?.getReader().read()
  })
  controller.abort()
  return ms
}

/** Milliseconds of the first views of the oldest posts. */
async function neverRendered(server: BuiltServer, { posts }: MeasuredSite): Promise<number[]> {
  const oldest = [...posts].sort((a, b) => (a.path < b.path ? -1 : 1)).slice(0, LOOKS)
  const views: number[] = []
  for (const { id } of oldest) views.push(await timed(() => server.page(`/post/${id}`)))
  return views
}
