/** Starts, the first views after them, memory after use, and the bytes of a page. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { until } from '../../../server/test/built-server.ts'
import { startConstant } from './constant-answer.ts'
import { inTurns, type Result, repeated, timed } from './figures.ts'
import {
  type Bench,
  type BuiltServer,
  buildWithHugo,
  hasHugo,
  LARGE,
  READY_MS_MAX,
  withServer,
} from './measured-site.ts'

const ROUNDS = 5
const FIRST_VIEWS = 60

export async function measureStarts(bench: Bench): Promise<Result[]> {
  const readyMs = async (server: BuiltServer) => server.readyMs
  const startMs = () => withServer(bench, readyMs)
  // The first start makes the password and the secret.
  await startMs()
  const bare = await inTurns({ rounds: ROUNDS }, startMs, bareStartMs)
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
async function bareStartMs(): Promise<number> {
  const started = performance.now()
  const answer = { statusCode: 200, headers: {}, body: Buffer.alloc(0) }
  const { process: child, address } = await startConstant('/readyz', answer)
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

const SAVES = 20
const WORDS = ['deadline', 'commit', 'bread', 'morning']
const PAGES = ['/', '/essays', '/stats', '/feed.xml', '/api/posts/public?view=summary']
const MEMORY_MIB = { small: 160, large: 300 }

export function measureMemory(bench: Bench): Promise<Result[]> {
  const { posts } = bench
  return withServer(bench, async (server) => {
    for (const path of PAGES) await server.page(path)
    for (const word of WORDS) await server.page(`/api/search?q=${word}`)
    for (const { id } of posts.slice(0, SAVES)) {
      await server.call('PUT', `/posts/${id}`, { title: `Memory of ${id}` })
    }
    const max = posts.length >= LARGE ? MEMORY_MIB.large : MEMORY_MIB.small
    return [
      {
        ...{ row: 13, name: `memory at ${posts.length} posts`, rounds: [rssMb(server.pid)] },
        ...{ unit: 'MiB', note: 'after pages, lists, searches and saves', target: { max } },
      },
    ]
  })
}

/** Size of a post's page. */
export async function measurePage(bench: Bench): Promise<Result[]> {
  const html = await withServer(bench, ({ page }) => page(`/post/${bench.posts[0]?.id}`))
  const bare = html.replace(/<script[^>]*>[\s\S]*?<\/script>/g, '')
  const ratio = gzipSync(html).length / gzipSync(bare).length
  return [
    {
      ...{ row: 15, name: 'html of a post', rounds: [ratio], unit: '×' },
      ...{ note: 'the page without its scripts', target: { max: 1.6 } },
    },
  ]
}

function rssMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}
