/** Memory after use, and the bytes of a page. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Result } from './figures.ts'
import { type Bench, withServer } from './measured-site.ts'

const SAVES = 20
const WORDS = ['river', 'water', 'garden', 'morning']
const PAGES = ['/', '/essays', '/stats', '/feed.xml', '/api/posts/public?view=summary']
const MEMORY_MIB = { small: 160, large: 300 }
/** From so many posts on the bound is that of a large site. */
const LARGE = 10_000

export function measureMemory(bench: Bench): Promise<Result[]> {
  const { posts } = bench
  return withServer(bench, async (server) => {
    for (const path of PAGES) await server.page(path)
    for (const word of WORDS) await server.page(`/api/search?q=${word}`)
    for (const { id } of posts.slice(0, SAVES)) {
      await server.call('PUT', `/posts/${id}`, { title: `Memory of ${id}` })
    }
    const most = posts.length >= LARGE ? MEMORY_MIB.large : MEMORY_MIB.small
    return [
      {
        ...{ row: 13, name: `memory at ${posts.length} posts`, rounds: [server.rssMb()] },
        ...{ unit: 'MiB', beside: 'after pages, lists, searches and saves', wanted: { most } },
      },
    ]
  })
}

interface Manifest {
  site: { script: string; sheet: string }
  fonts: string[]
}

/** The build's own files, and the document of a post. */
export async function measurePage(bench: Bench): Promise<Result[]> {
  const manifest: Manifest = JSON.parse(readFileSync('dist/client/manifest.json', 'utf8'))
  const bytesOf = (address: string) => readFileSync(join('dist/client', address))
  const packed = (address: string) => [gzipSync(bytesOf(address), { level: 9 }).length / 1000]
  const html = await withServer(bench, ({ page }) => page(`/post/${bench.posts[0]?.id}`))
  // What a reader reads, without what makes it come alive.
  const bare = html.replace(/<script[^>]*>[\s\S]*?<\/script>/g, '')
  const kb = { row: 14, unit: 'kB' as const, beside: 'compressed' }
  const { script, sheet } = manifest.site
  const font = Math.min(...manifest.fonts.map((address) => bytesOf(address).length)) / 1000
  const ratio = gzipSync(html).length / gzipSync(bare).length
  return [
    { ...kb, name: 'script', rounds: packed(script), wanted: { most: 105 } },
    { ...kb, name: 'style sheet', rounds: packed(sheet), wanted: { most: 10 } },
    { ...kb, name: 'smallest font, for Latin text', rounds: [font], wanted: { most: 30 } },
    {
      ...{ row: 15, name: 'html of a post', rounds: [ratio], unit: '×' },
      ...{ beside: 'the page without its scripts', wanted: { most: 1.6 } },
    },
  ]
}
