/** A server that is ended while it is written to finishes what it accepted, each time. */
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BuiltServer, startBuiltServer } from '../../../server/test/built-server.ts'

const WRITERS = 6
const WITHIN_MS = 300

interface Folders {
  contentDir: string
  stateDir: string
}

/** Every other end is a kill -9 of the whole group, after which nothing acknowledged may be lost. */
export async function endUnderLoad({
  times,
  ...folders
}: Folders & { times: number }): Promise<object> {
  const counts = { ended: 0, killed: 0, acked: 0, lost: 0, 'exit not 0': 0, 'locks left': 0 }
  let slowestMs = 0
  for (let time = 0; time < times; time += 1) {
    const isKill = time % 2 === 1
    const { commits, code, tookMs } = await endOnce({ folders, time, isKill })
    counts[isKill ? 'killed' : 'ended'] += 1
    counts.acked += commits.length
    const standing = standingCommits(folders.contentDir)
    counts.lost += commits.filter((commit) => !standing.has(commit)).length
    if (isKill) continue
    slowestMs = Math.max(slowestMs, tookMs)
    if (code !== 0) counts['exit not 0'] += 1
    counts['locks left'] += locks(folders.contentDir)
  }
  // After the last kill a start repairs what it left.
  await (await start(folders)).stop()
  counts['locks left'] += locks(folders.contentDir)
  return { ...counts, 'slowest end, ms': Math.round(slowestMs) }
}

/** One life of the server, with the commits that it acknowledged. */
async function endOnce(of: { folders: Folders; time: number; isKill: boolean }) {
  const server = await start(of.folders)
  // The login comes first, so that all that follows are saves.
  await server.ask('GET', '/status')
  const commits: string[] = []
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let number = 0; ; number += 1) {
      const commit = await create(server, `Time ${of.time}, ${writer}-${number}`)
      if (commit === null) return
      commits.push(commit)
    }
  })
  await sleep(Math.random() * WITHIN_MS)
  const started = performance.now()
  const code = of.isKill ? await server.killGroup() : await server.stop()
  const tookMs = performance.now() - started
  await Promise.all(writers)
  return { commits, code, tookMs }
}

function start(folders: Folders): Promise<BuiltServer> {
  return startBuiltServer({ ...folders, ownGroup: true, env: { LOG_LEVEL: 'error' } })
}

/** The commit, or null when the server took no more. */
async function create(server: BuiltServer, title: string): Promise<string | null> {
  try {
    const { meta } = await server.ask('POST', '/posts', { title, content: 'Text.' })
    return String(meta.commit)
  } catch {
    return null
  }
}

function standingCommits(contentDir: string): ReadonlySet<string> {
  const options = { cwd: contentDir, encoding: 'utf8', maxBuffer: 1 << 28 } as const
  return new Set(execFileSync('git', ['rev-list', 'HEAD'], options).trim().split('\n'))
}

function locks(contentDir: string): number {
  const names = readdirSync(join(contentDir, '.git'), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.lock')).length
}
