/** Work by hand in the tree of a server: each change is seen, and no half of one. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { until } from '../../test/git-fixture.ts'
import { type LiveServer, postFile, serverOfFile, startServer } from '../../test/live-server.ts'

const FILES = { 'posts/a.md': postFile('A'), 'posts/2025/b.md': postFile('B') }
const server = serverOfFile(FILES)
const at = (path: string) => join(server().folder, path)

/** Waits until the titles are these and stay so. */
async function untilTitles({ store }: LiveServer, ...expected: string[]): Promise<void> {
  const titles = () => {
    const { publicPosts } = store.snapshot()
    return publicPosts.map(({ title }) => title).sort()
  }
  await expect.poll(titles).toEqual(expected)
  await sleep(50)
  expect(titles()).toEqual(expected)
}

it('what an editor and a file manager do is seen', async () => {
  const { put, store } = server()
  put('posts/.a.md.tmp', postFile('A2'))
  renameSync(at('posts/.a.md.tmp'), at('posts/a.md'))
  await untilTitles(server(), 'A2', 'B')
  renameSync(at('posts/a.md'), at('posts/a.md~'))
  put('posts/a.md', postFile('A3'))
  await untilTitles(server(), 'A3', 'B')
  for (const title of ['C', 'In the place of C', 'Once more']) {
    put('posts/x/y/c.md', postFile(title))
    await untilTitles(server(), 'A3', 'B', title)
    put('posts/x/y/c.md', postFile(`${title} changed`))
    await untilTitles(server(), 'A3', 'B', `${title} changed`)
    rmSync(at('posts/x'), { recursive: true })
    await untilTitles(server(), 'A3', 'B')
  }
  expect(store.snapshot().problems).toEqual([])
})

it('of two changes close to each other the later is seen', async () => {
  for (const gap of [10, 20, 30, 40]) {
    server().put('posts/a.md', postFile('First'))
    await sleep(gap)
    server().put('posts/a.md', postFile(`A${gap}`))
    await untilTitles(server(), `A${gap}`, 'B')
  }
})

it('a change is seen in every kind of file', async () => {
  const { put, store } = server()
  put('site.yaml', 'title: Other\n')
  put('tags.yaml', '- name: Go\n')
  put('about.md', 'About us.\n')
  put('pages/now.md', 'Now.\n')
  put('projects/p.yaml', 'title: P\ndue_date: 2026-12-01\n')
  const told = () => {
    const { site, tags, pages, projects } = store.snapshot()
    const texts = ['/about', '/now'].map((path) => pages.get(path)?.content)
    return [site.title, tags().length, ...texts, projects.length]
  }
  await expect.poll(told).toEqual(['Other', 1, 'About us.', 'Now.', 1])
})

it('a lock left behind holds up changes only for a moment', async () => {
  server().put('.git/index.lock', '')
  server().put('posts/a.md', postFile('A4'))
  await untilTitles(server(), 'A4', 'B')
  rmSync(at('.git/index.lock'))
})

it('a reader during alternating writes sees only the one or the other', async () => {
  const long = 'many words '.repeat(2_000)
  const versions = [postFile('One', '', long), postFile('Two', '', long.toUpperCase())]
  const shown = () => server().store.snapshot().posts.get('a')
  const seen = new Set<string>()
  let isOver = false
  // What stands between two events is what a visitor could be answered from.
  const look = () => {
    const post = shown()
    if (post?.title !== 'A4') seen.add(`${post?.title} ${post?.content.length}`)
    if (!isOver) setImmediate(look)
  }
  look()
  for (let round = 0; round < 1_000; round += 1) {
    writeFileSync(at('posts/.tmp'), versions[round % 2] ?? '')
    renameSync(at('posts/.tmp'), at('posts/a.md'))
    // Long enough, now and then after either, that the pause is taken for the end of a change.
    if (round % 49 === 0) await sleep(80)
  }
  await until(() => shown()?.title === 'Two')
  isOver = true
  expect([...seen].sort()).toEqual([`One ${long.trim().length}`, `Two ${long.trim().length}`])
})

it('a removed folder is seen, and a change made before the tree is watched', async () => {
  rmSync(at('posts'), { recursive: true })
  await untilTitles(server())
  const early = await startServer(FILES)
  early.put('posts/a.md', postFile('Early'))
  await untilTitles(early, 'B', 'Early')
})
