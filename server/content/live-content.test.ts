import { rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Log, silentLog } from '../log.ts'
import { openStore, openStoreIn, postFile } from '../test/content-store-fixture.ts'
import { makeRepository, until } from '../test/git-fixture.ts'
import type { ContentStore } from './content-store.ts'

const NOW = Date.parse('2026-06-01T12:00:00Z')

const FILES = {
  'site.yaml': 'title: A site\ntime_zone: Europe/Berlin\n',
  'posts/a.md': postFile('A'),
  'posts/b.md': postFile('B'),
}

const titles = (store: ContentStore) => store.snapshot().publicPosts.map(({ title }) => title)
const problems = (store: ContentStore) =>
  store.snapshot().problems.map(({ file, line }) => (line === null ? file : `${file}:${line}`))

/** Counts the snapshots from now on, when the history has been read. */
async function countSwaps(store: ContentStore): Promise<() => number> {
  await until(() => store.snapshot().facts !== null)
  const first = store.snapshot().version
  return () => store.snapshot().version - first
}

describe('content as it is now', () => {
  it('does not swap when a file has the bytes it had', async () => {
    const { store, put } = await openStore(FILES)
    const swaps = await countSwaps(store)
    put('posts/a.md', FILES['posts/a.md'])
    await store.refresh(['posts/a.md', 'posts/none.md', 'posts/.a.md.swp', 'notes.txt'])
    expect(swaps()).toBe(0)
  })

  it('finds a change that keeps size and time of the file', async () => {
    const { store, put, folder } = await openStore(FILES)
    utimesSync(join(folder, 'posts/a.md'), 1000, 1000)
    await store.rescan()
    put('posts/a.md', postFile('X'))
    utimesSync(join(folder, 'posts/a.md'), 1000, 1000)
    await store.rescan()
    expect(titles(store)).toEqual(['X', 'B'])
  })
})

describe('a file that cannot be used', () => {
  it('stays in its last good form, listed and logged once', async () => {
    const told: object[] = []
    const log: Log = { ...silentLog, warn: (details) => told.push(details) }
    const { store, put } = await openStore(FILES, { log })
    for (const text of ['---\ntitle: [\n---\n', '---\ntitle: [\n---\n\n', '---\ntitle: [\n---\n']) {
      put('posts/a.md', text)
      await store.refresh(['posts/a.md'])
    }
    expect(titles(store)).toEqual(['A', 'B'])
    expect(problems(store)).toHaveLength(1)
    expect(told).toHaveLength(1)
    put('posts/a.md', postFile('A3'))
    await store.refresh(['posts/a.md'])
    expect(titles(store)).toEqual(['A3', 'B'])
    expect(problems(store)).toEqual([])
  })
})

describe('two files with one id', () => {
  it('the first file keeps it until that file is gone', async () => {
    const { store, put, folder } = await openStore(FILES)
    put('posts/2025/A.md', postFile('Other'))
    await store.refresh(['posts/2025/A.md'])
    expect(titles(store)).toEqual(['A', 'B'])
    expect(problems(store)).toEqual(['posts/2025/A.md'])
    put('posts/2025/A.md', postFile('Another'))
    await store.rescan()
    expect(titles(store)).toEqual(['A', 'B'])
    rmSync(join(folder, 'posts/a.md'))
    await store.refresh(['posts/a.md'])
    expect(titles(store)).toEqual(['Another', 'B'])
    expect(problems(store)).toEqual([])
  })
})

describe('dates', () => {
  it('are read again when the zone of the site changes', async () => {
    const { store, put } = await openStore(FILES)
    put('site.yaml', 'time_zone: Pacific/Kiritimati\n')
    await store.refresh(['site.yaml'])
    expect(store.snapshot().site.time_zone).toBe('Pacific/Kiritimati')
    expect(store.snapshot().posts.get('b')).toMatchObject({ day: '2026-05-02' })
    expect(store.snapshot().heatmap.get('2026-05-02')).toEqual(['a', 'b'])
  })

  it('are in the zone of the setting whatever the site says', async () => {
    const { store, put } = await openStore(FILES, { timeZone: 'Asia/Kolkata' })
    put('site.yaml', 'time_zone: Pacific/Kiritimati\n')
    await store.refresh(['site.yaml'])
    expect(store.snapshot().site.time_zone).toBe('Asia/Kolkata')
    expect(store.snapshot().posts.get('b')?.created_at).toBe('2026-05-01T15:30:00+05:30')
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
    const { store } = await openStore(
      { 'posts/soon.md': postFile('Soon').replace('2026-05-01T10:00:00Z', '2026-06-01T12:00:01Z') },
      { now: () => NOW + 800 + (start === null ? 0 : Date.now() - start) },
    )
    expect(titles(store)).toEqual([])
    start = Date.now()
    await until(() => titles(store).length === 1)
  })
})
