/** Starts, and the first looks after them. */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { type BuiltServer, until } from '../../../server/test/built-server.ts'
import { startConstant } from './constant-answer.ts'
import { inTurns, type Result, repeated, timed } from './figures.ts'
import { buildWithHugo, hasHugo } from './hugo-site.ts'
import { type Bench, withServer } from './measured-site.ts'

const ROUNDS = 5
const READY_MS_MAX = 30_000
/** Posts whose first look is measured: the oldest, since the newest are rendered first. */
const LOOKS = 60

/** As `withServer`, without anything kept from earlier starts. */
function withColdServer<T>(bench: Bench, work: (server: BuiltServer) => Promise<T>): Promise<T> {
  rmSync(bench.stateDir, { recursive: true, force: true })
  return withServer(bench, work)
}

export async function measureStarts(bench: Bench): Promise<Result[]> {
  const readyMs = async (server: BuiltServer) => server.readyMs
  const startMs = () => withServer(bench, readyMs)
  const coldStartMs = () => withColdServer(bench, readyMs)
  await coldStartMs()
  const bare = await inTurns({ rounds: ROUNDS }, startMs, () => bareStartMs(bench.folder))
  const results: Result[] = [
    {
      ...{ row: 6, name: 'start to first answer', rounds: bare, unit: '×' },
      ...{ beside: 'an unbundled bare Fastify server', wanted: { most: 2.5 } },
    },
  ]
  if (await hasHugo()) {
    const cold = await inTurns({ rounds: ROUNDS }, coldStartMs, buildWithHugo(bench))
    results.push({
      ...{ row: 7, name: 'start to ready, cold', rounds: cold, unit: '×' },
      ...{ beside: `Hugo's build of ${bench.posts.length} posts`, wanted: { most: 0.25 } },
    })
  }
  return results
}

/** From the start of the process to its first answer, as it is taken of ours. */
async function bareStartMs(folder: string): Promise<number> {
  const started = performance.now()
  const answer = { statusCode: 200, headers: {}, body: Buffer.alloc(0) }
  const { process: child, address } = await startConstant(folder, '/readyz', answer)
  await until(async () => (await fetch(`${address}/readyz`)).ok, READY_MS_MAX)
  const ms = performance.now() - started
  child.kill()
  await once(child, 'exit')
  return ms
}

export async function measureFirstLooks(bench: Bench): Promise<Result[]> {
  const cold = (work: (server: BuiltServer) => Promise<unknown>) => () =>
    withColdServer(bench, (server) => timed(() => work(server)))
  const firstPages = await repeated(
    ROUNDS,
    cold(({ page }) => page('/')),
  )
  const firstBytes = await repeated(ROUNDS, () => withColdServer(bench, firstByteMs))
  const oldest = bench.posts.toSorted((a, b) => (a.path < b.path ? -1 : 1)).slice(0, LOOKS)
  const looks = await withColdServer(bench, ({ page }) =>
    repeated(oldest.length, (at) => timed(() => page(`/post/${oldest[at]?.id}`))),
  )
  const ms = { unit: 'ms' as const, beside: 'nothing rendered before' }
  return [
    { ...ms, row: 8, name: 'first / after a start', rounds: firstPages, wanted: { most: 500 } },
    { ...ms, row: 8, name: 'first view of a post', rounds: looks, wanted: { most: 60 } },
    { ...ms, row: 3, name: 'whole list: first byte', rounds: firstBytes, wanted: { most: 100 } },
  ]
}

/** Milliseconds to the first bytes of the whole list, which is read no further. */
async function firstByteMs({ address }: BuiltServer): Promise<number> {
  const controller = new AbortController()
  const ms = await timed(async () => {
    const { body } = await fetch(`${address}/api/posts/public`, { signal: controller.signal })
    await body?.getReader().read()
  })
  controller.abort()
  return ms
}
