/** Starts, and the first views after them. */
import { once } from 'node:events'
import { until } from '../../../server/test/built-server.ts'
import { startConstant } from './constant-answer.ts'
import { inTurns, type Result, repeated, timed } from './figures.ts'
import {
  type Bench,
  type BuiltServer,
  buildWithHugo,
  hasHugo,
  READY_MS_MAX,
  withServer,
} from './measured-site.ts'

const ROUNDS = 5
/** Number of posts whose first view is measured. */
const FIRST_VIEWS = 60

export async function measureStarts(bench: Bench): Promise<Result[]> {
  const readyMs = async (server: BuiltServer) => server.readyMs
  const startMs = () => withServer(bench, readyMs)
  // The first start makes the password and the secret.
  await startMs()
  const bare = await inTurns({ rounds: ROUNDS }, startMs, () => bareStartMs(bench.folder))
  const results: Result[] = [
    {
      ...{ row: 6, name: 'start to first answer', rounds: bare, unit: '×' },
      ...{ note: 'an unbundled bare Fastify server', target: { max: 2.5 } },
    },
  ]
  if (await hasHugo()) {
    const ready = await inTurns({ rounds: ROUNDS }, startMs, buildWithHugo(bench))
    results.push({
      ...{ row: 7, name: 'start to ready', rounds: ready, unit: '×' },
      ...{ note: `Hugo's build of ${bench.posts.length} posts`, target: { max: 0.25 } },
    })
  }
  return results
}

/** Milliseconds from the start of the process to its first answer, as for ours. */
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

export async function measureFirstViews(bench: Bench): Promise<Result[]> {
  const firstPages = await repeated(ROUNDS, () =>
    withServer(bench, ({ page }) => timed(() => page('/'))),
  )
  const posts = bench.posts.slice(0, FIRST_VIEWS)
  const firstViews = await withServer(bench, ({ page }) =>
    repeated(posts.length, (at) => timed(() => page(`/post/${posts[at]?.id}`))),
  )
  const ms = { unit: 'ms' as const, note: 'right after a start, nothing rendered' }
  return [
    { ...ms, row: 8, name: 'first / after a start', rounds: firstPages, target: { max: 500 } },
    { ...ms, row: 8, name: 'first view of a post', rounds: firstViews, target: { max: 60 } },
  ]
}
