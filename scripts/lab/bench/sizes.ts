/** Memory after use, and the bytes of a page. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Result } from './figures.ts'
import type { Bench } from './measured-site.ts'

const SAVES = 20
const WORDS = ['river', 'water', 'garden', 'morning']
const MEMORY_MIB = { small: 160, large: 300 }
/** From so many posts on the bound is that of a large site. */
const LARGE = 10_000

export async function measureMemory({ posts, site, start }: Bench): Promise<Result[]> {
  const server = await start()
  try {
    for (const path of ['/', '/essays', '/stats', '/feed.xml', '/api/posts/public?view=summary']) {
      await server.page(path)
    }
    for (const word of WORDS) await server.page(`/api/search?q=${word}`)
    for (const { id } of site.posts.slice(0, SAVES)) {
      await server.call('PUT', `/posts/${id}`, { title: `Memory of ${id}` })
    }
    return [
      {
        ...{ row: 13, name: `memory at ${posts} posts`, rounds: [server.rssMb()], unit: 'MiB' },
        beside: 'after pages, lists, searches and saves',
        wanted: { most: posts >= LARGE ? MEMORY_MIB.large : MEMORY_MIB.small },
      },
    ]
  } finally {
    await server.stop()
  }
}

interface Manifest {
  site: { script: string; sheet: string }
  fonts: string[]
}

/** The build's own files, and the document of a post. */
export async function measurePage({ site, start }: Bench): Promise<Result[]> {
  const manifest: Manifest = JSON.parse(readFileSync('dist/client/manifest.json', 'utf8'))
  const bytesOf = (address: string) => readFileSync(join('dist/client', address))
  const packed = (addresses: string[]) =>
    addresses.reduce((sum, address) => sum + gzipSync(bytesOf(address), { level: 9 }).length, 0)
  const server = await start()
  const html = await server.page(`/post/${site.posts[0]?.id}`).finally(() => server.stop())
  // What a reader reads, without what makes it come alive.
  const bare = html.replace(/<script[^>]*>[\s\S]*?<\/script>/g, '')
  const kb = { row: 14, unit: 'kB' as const, beside: 'compressed' }
  const { script, sheet } = manifest.site
  return [
    { ...kb, name: 'script', rounds: [packed([script]) / 1000], wanted: { most: 105 } },
    { ...kb, name: 'style sheet', rounds: [packed([sheet]) / 1000], wanted: { most: 10 } },
    {
      ...{ ...kb, name: 'font for Latin text', beside: 'the smallest of the fonts' },
      rounds: [Math.min(...manifest.fonts.map((font) => bytesOf(font).length)) / 1000],
      wanted: { most: 30 },
    },
    {
      ...{ row: 15, name: 'html of a post', unit: '×', beside: 'the page without its scripts' },
      rounds: [gzipSync(html).length / gzipSync(bare).length],
      wanted: { most: 1.6 },
    },
  ]
}
