/** Starts on a long history: what git's processes cost until all of it is known. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startBuiltServer } from '../../../server/test/built-server.ts'
import type { Result } from './figures.ts'
import type { Bench } from './measured-site.ts'
import { git } from './measured-site.ts'
import { cpuTicks, untilQuiet } from './serving.ts'

const COMMITS = 20_000
const TICKS_A_SECOND = 100
const SETTLE_MS = 3_000

export async function measureLongHistory({ folder, site }: Bench): Promise<Result[]> {
  const contentDir = join(folder, 'long')
  await git(folder, 'clone', '--quiet', site.contentDir, contentDir)
  await commitOften(contentDir, site.posts)
  const folders = { contentDir, stateDir: join(folder, 'long-state') }
  const first = await gitSeconds(folders)
  const second = await gitSeconds(folders)
  return [
    {
      ...{ row: 16, name: `start with ${COMMITS} commits`, rounds: [second / first], unit: '×' },
      beside: `CPU of git at the first start, ${first.toFixed(1)} s`,
      wanted: { most: 1 / 20 },
    },
  ]
}

/** CPU time of git's processes from the start until nothing is read any more, in seconds. */
async function gitSeconds(folders: { contentDir: string; stateDir: string }): Promise<number> {
  const server = await startBuiltServer(folders)
  await setTimeout(SETTLE_MS)
  await untilQuiet(server.pid)
  const ticks = cpuTicks(server.pid, { children: true })
  await server.stop()
  return Math.max(1, ticks) / TICKS_A_SECOND
}

/** Changes of one post each, a day apart at most. */
async function commitOften(folder: string, posts: Bench['site']['posts']): Promise<void> {
  const child = spawn('git', ['-C', folder, 'fast-import', '--quiet', '--force'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const now = Math.floor(Date.now() / 1000)
  for (let number = 0; number < COMMITS; number += 1) {
    const { path = '' } = posts[number % posts.length] ?? {}
    const text = `---\ntitle: Change ${number}\ntype: essay\ndate: 2020-01-01\n---\nText ${number}.\n`
    const when = `A <a@example.org> ${now - COMMITS + number} +0000`
    const from = number === 0 ? 'from refs/heads/main^0\n' : ''
    const head = `commit refs/heads/main\nauthor ${when}\ncommitter ${when}\ndata 6\nChange\n${from}`
    const entry = `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`
    if (!child.stdin.write(head + entry)) await once(child.stdin, 'drain')
  }
  child.stdin.end()
  await once(child, 'exit')
  await git(folder, 'reset', '--quiet', '--hard')
}
