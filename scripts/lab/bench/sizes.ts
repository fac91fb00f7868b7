/** Memory after use, and the bytes of a page. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Result } from './figures.ts'
import { type Bench, LARGE, withServer } from './measured-site.ts'

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
  // The page without scripts.
  const bare = html.replace(/<script[^>]*>[\s\S]*?<\/script>/g, '')
  const ratio = gzipSync(html).length / gzipSync(bare).length
  return [
    {
      ...{ row: 15, name: 'html of a post', rounds: [ratio], unit: '×' },
      ...{ note: 'the page without its scripts', target: { max: 1.6 } },
    },
  ]
}

/** Megabytes of memory that a process uses (Linux). */
function rssMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}
