/** What readers see while the author pushes and the admin saves. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { testEnv } from './git-fixture.ts'
import { startServer } from './live-server.ts'
import { cloneOf } from './remote-fixture.ts'
import { times } from './times.ts'

const LIMIT = { timeout: times(30_000, 600_000) }

it('shows what the author pushes, all of it at once', async () => {
  const server = await startServer({ 'posts/a.md': 'The first.\n' })
  server.git('config', 'receive.denyCurrentBranch', 'updateInstead')
  // As on a slow disk, some of the files are there for a while without the others.
  server.git('config', 'filter.slow.smudge', 'sleep 0.05; cat')
  server.put('.git/info/attributes', 'posts/pushed-[2468]5.md filter=slow\n')
  const clone = cloneOf(server)
  const paths = Array.from({ length: 200 }, (_, n) => `posts/pushed-${n}.md`)
  clone.commitFiles(Object.fromEntries(paths.map((path) => [path, 'Pushed.\n'])))
  const total = async () => (await server.ask('GET', '/posts/public?limit=1')).meta.total
  const totals = new Set<number>()
  const options = { cwd: clone.folder, env: testEnv }
  const pushing = promisify(execFile)('git', ['push', '-q', 'origin', 'HEAD:main'], options)
  while (!totals.has(201)) totals.add(await total())
  await pushing
  expect([...totals].filter((seen) => seen !== 1 && seen !== 201)).toEqual([])
})

it('shows readers no version older than the last acknowledged save', LIMIT, async () => {
  const server = await startServer({ 'posts/a.md': '---\ntitle: Version 0\n---\nText.\n' })
  const saves = times(20, 500)
  let acknowledged = 0
  let isOver = false
  const read = async () => {
    for (let seen = 0; !isOver; ) {
      const before = Math.max(seen, acknowledged)
      const html = await server.page('/post/a')
      seen = Number(/<title>Version (\d+) /.exec(html)?.[1] ?? -1)
      expect(seen).toBeGreaterThanOrEqual(before)
    }
  }
  const save = async () => {
    for (let version = 1; version <= saves; version += 1) {
      const { status } = await server.call('PUT', '/posts/a', { title: `Version ${version}` })
      expect(status).toBe(200)
      acknowledged = version
    }
  }
  const saving = save().finally(() => {
    isOver = true
  })
  await Promise.all([saving, ...Array.from({ length: times(8, 100) }, read)])
})
