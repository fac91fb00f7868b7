/** Starts, the first views after them, memory after use, and the bytes of a page. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { until } from '../../../server/test/built-server.ts'
import { startConstant } from './constant-answer.ts'
import { inTurns, type Result, repeated, rowOf, timed } from './figures.ts'
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
  const note = 'an unbundled bare Fastify server'
  const first = rowOf(6, 'start to first answer', bare, { max: 2.5, note })
  if (!(await hasHugo())) return [first]
  const ready = await inTurns({ rounds: ROUNDS }, startMs, buildWithHugo(bench))
  const build = `Hugo's build of ${bench.posts.length} posts`
  return [first, rowOf(7, 'start to ready', ready, { max: 0.25, note: build })]
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
    rowOf(8, 'first / after a start', firstPages, { ...ms, max: 500 }),
    rowOf(8, 'first view of a post', firstViews, { ...ms, max: 60 }),
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
    const verdict = { unit: 'MiB' as const, max, note: 'after pages, lists, searches and saves' }
    return [rowOf(13, `memory at ${posts.length} posts`, [rssMb(server.pid)], verdict)]
  })
}

/** Size of a post's page. */
export async function measurePage(bench: Bench): Promise<Result[]> {
  const html = await withServer(bench, ({ page }) => page(`/post/${bench.posts[0]?.id}`))
  const bare = html.replace(/<script[^>]*>[\s\S]*?<\/script>/g, '')
  const ratio = gzipSync(html).length / gzipSync(bare).length
  return [rowOf(15, 'html of a post', [ratio], { max: 1.6, note: 'the page without its scripts' })]
}

function rssMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}
