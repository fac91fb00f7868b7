import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Log } from '../log.ts'
import { silentLog } from '../log.ts'
import { openStoreIn } from '../test/content-store-fixture.ts'
import { makeRepository, until } from '../test/git-fixture.ts'
import { createContentFiles } from './files/content-files.ts'
import { loadContent } from './index/record-keeper.ts'
import { LiveContent, type LiveContentOptions } from './live-content.ts'

const NOW = Date.parse('2026-06-01T12:00:00Z')

function post(title: string, more = ''): string {
  return `---\ntitle: ${title}\ntype: essay\ndate: 2026-05-01T10:00:00Z\n${more}---\n\nText of ${title}.\n`
}

const FILES = {
  'site.yaml': 'title: A site\ntime_zone: Europe/Berlin\n',
  'posts/a.md': post('A'),
  'posts/b.md': post('B'),
}

type Options = Partial<LiveContentOptions> & { timeZone?: string }

async function open(files: Record<string, string> = FILES, more: Options = {}) {
  const { timeZone = null, ...options } = more
  const fixture = makeRepository(files)
  const content = createContentFiles(fixture.folder)
  const live = new LiveContent({
    files: content,
    repository: await fixture.open(),
    loaded: await loadContent({ files: content, timeZone, fallbackZone: 'UTC' }),
    now: () => NOW,
    log: silentLog,
    ...options,
  })
  return { ...fixture, live }
}

const titles = (live: LiveContent) => live.snapshot().publicPosts.map(({ title }) => title)
const problems = (live: LiveContent) =>
  live.snapshot().problems.map(({ file, line }) => (line === null ? file : `${file}:${line}`))

function countSwaps(live: LiveContent): () => number {
  const first = live.snapshot().version
  return () => live.snapshot().version - first
}

describe('content as it is now', () => {
  it('does not swap when a file has the bytes it had', async () => {
    const { live, put } = await open()
    const swaps = countSwaps(live)
    put('posts/a.md', FILES['posts/a.md'])
    await live.refresh(['posts/a.md', 'posts/none.md', 'posts/.a.md.swp', 'notes.txt'])
    expect(swaps()).toBe(0)
  })

  it('finds a change that keeps size and time of the file', async () => {
    const { live, put, folder } = await open()
    utimesSync(join(folder, 'posts/a.md'), 1000, 1000)
    await live.rescan()
    put('posts/a.md', post('X'))
    utimesSync(join(folder, 'posts/a.md'), 1000, 1000)
    await live.rescan()
    expect(titles(live)).toEqual(['X', 'B'])
  })
})

describe('a file that cannot be used', () => {
  it('stays in its last good form, listed and logged once', async () => {
    const told: object[] = []
    const log: Log = { ...silentLog, warn: (details) => told.push(details) }
    const { live, put } = await open(FILES, { log })
    for (const text of ['---\ntitle: [\n---\n', '---\ntitle: [\n---\n\n', '---\ntitle: [\n---\n']) {
      put('posts/a.md', text)
      await live.refresh(['posts/a.md'])
    }
    expect(titles(live)).toEqual(['A', 'B'])
    expect(problems(live)).toHaveLength(1)
    expect(told).toHaveLength(1)
    put('posts/a.md', post('A3'))
    await live.refresh(['posts/a.md'])
    expect(titles(live)).toEqual(['A3', 'B'])
    expect(problems(live)).toEqual([])
  })

  it('is listed whatever it is, and everything else is served', async () => {
    const { live, folder, put } = await open()
    symlinkSync('/etc/passwd', join(folder, 'posts/link.md'))
    mkdirSync(join(folder, 'posts/folder.md'))
    put('posts/folder.md/inside.md', post('Inside'))
    put('posts/-dash.md', post('Dash'))
    put('tags.yaml', '- {name: Go, color: pink}\n')
    await live.refresh([
      'posts/link.md',
      'posts/folder.md',
      'posts/folder.md/inside.md',
      'posts/-dash.md',
      'tags.yaml',
    ])
    const expected = ['posts/-dash.md', 'posts/folder.md', 'posts/link.md', 'tags.yaml:1']
    expect(problems(live)).toEqual(expected)
    await live.rescan()
    expect(problems(live)).toEqual(expected)
    expect(titles(live)).toEqual(['A', 'B'])
  })
})

describe('two files with one id', () => {
  it('the one that had it first keeps it until it is gone', async () => {
    const { live, put, folder } = await open()
    put('posts/2025/A.md', post('Other'))
    await live.refresh(['posts/2025/A.md'])
    expect(titles(live)).toEqual(['A', 'B'])
    expect(problems(live)).toEqual(['posts/2025/A.md'])
    put('posts/2025/A.md', post('Another'))
    await live.rescan()
    expect(titles(live)).toEqual(['A', 'B'])
    rmSync(join(folder, 'posts/a.md'))
    await live.refresh(['posts/a.md'])
    expect(titles(live)).toEqual(['Another', 'B'])
    expect(problems(live)).toEqual([])
  })

  it('is no clash when the news of a move come in either order', async () => {
    const { live, folder } = await open()
    mkdirSync(join(folder, 'posts/2026'))
    renameSync(join(folder, 'posts/a.md'), join(folder, 'posts/2026/a.md'))
    const swaps = countSwaps(live)
    await live.refresh(['posts/2026/a.md'])
    await live.refresh(['posts/a.md'])
    expect(live.snapshot().posts.get('a')?.path).toBe('posts/2026/a.md')
    expect(problems(live)).toEqual([])
    expect(swaps()).toBe(1)
  })
})

describe('dates', () => {
  it('are read again when the zone of the site changes', async () => {
    const { live, put } = await open()
    put('site.yaml', 'time_zone: Pacific/Kiritimati\n')
    await live.refresh(['site.yaml'])
    expect(live.snapshot().site.time_zone).toBe('Pacific/Kiritimati')
    expect(live.snapshot().posts.get('b')).toMatchObject({ day: '2026-05-02' })
    expect(live.snapshot().heatmap.get('2026-05-02')).toEqual(['a', 'b'])
  })

  it('are in the zone of the setting whatever the site says', async () => {
    const { live, put } = await open(FILES, { timeZone: 'Asia/Kolkata' })
    put('site.yaml', 'time_zone: Pacific/Kiritimati\n')
    await live.refresh(['site.yaml'])
    expect(live.snapshot().site.time_zone).toBe('Asia/Kolkata')
    expect(live.snapshot().posts.get('b')?.created_at).toBe('2026-05-01T15:30:00+05:30')
  })

  it('of a post that says none are those of its first commit', async () => {
    const author = makeRepository({ 'posts/bare.md': 'Only text.\n' })
    const committed = Date.parse(author.git('log', '-1', '--format=%aI').trim())
    utimesSync(join(author.folder, 'posts/bare.md'), 1000, 1000)
    const { store } = await openStoreIn(author)
    await until(() => store.snapshot().posts.get('bare')?.instant === committed)
    author.put('posts/later.md', 'Not committed yet.\n')
    await store.refresh(['posts/later.md'])
    expect(store.snapshot().posts.get('later')?.instant).toBeGreaterThan(committed)
  })

  it('publish a scheduled post without anybody asking', async () => {
    // The clock stands until the post was seen to be hidden, however slow that is.
    let start: number | null = null
    const { live } = await open(
      { 'posts/soon.md': post('Soon').replace('2026-05-01T10:00:00Z', '2026-06-01T12:00:01Z') },
      { now: () => NOW + 800 + (start === null ? 0 : Date.now() - start) },
    )
    expect(titles(live)).toEqual([])
    start = Date.now()
    await until(() => titles(live).length === 1)
  })
})
