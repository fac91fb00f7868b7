/** Promise 29: a server ended while it is written to finishes what it accepted, each time. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const PASSWORD = 'measured by a script'
const WRITERS = 6
const WITHIN_MS = 300

/** Every other end is a kill -9 of the whole group, after which nothing acknowledged may be lost. */
export async function endUnderLoad(of: {
  contentDir: string
  stateDir: string
  times: number
}): Promise<object> {
  const { contentDir } = of
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: contentDir, encoding: 'utf8' }).trim()
  const counts = { ended: 0, killed: 0, acked: 0, lost: 0, 'exit not 0': 0, 'locks left': 0 }
  let slowestMs = 0
  for (let time = 0; time < of.times; time += 1) {
    const isKill = time % 2 === 1
    const { child, address } = await start(of)
    const token = await login(address)
    const commits: string[] = []
    let isOver = false
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let number = 0; !isOver; number += 1) {
        const title = `Time ${time}, ${writer}-${number}`
        const commit = await create({ address, token, title })
        if (commit === null) return
        commits.push(commit)
      }
    })
    await sleep(Math.random() * WITHIN_MS)
    const started = performance.now()
    const ended = once(child, 'close')
    if (isKill) process.kill(-(child.pid ?? 0), 'SIGKILL')
    else child.kill('SIGTERM')
    const [code] = await ended
    isOver = true
    await Promise.all(writers)
    if (!isKill) slowestMs = Math.max(slowestMs, performance.now() - started)
    counts[isKill ? 'killed' : 'ended'] += 1
    if (!isKill && code !== 0) counts['exit not 0'] += 1
    counts.acked += commits.length
    const standing = new Set(git('rev-list', 'HEAD').split('\n'))
    counts.lost += commits.filter((commit) => !standing.has(commit)).length
    if (!isKill) counts['locks left'] += locks(contentDir)
  }
  // After the last kill a start mends what it left.
  const { child } = await start(of)
  child.kill('SIGTERM')
  await once(child, 'close')
  counts['locks left'] += locks(contentDir)
  return { ...counts, 'slowest end, ms': Math.round(slowestMs) }
}

function locks(contentDir: string): number {
  const names = readdirSync(join(contentDir, '.git'), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.lock')).length
}

async function start({ contentDir, stateDir }: { contentDir: string; stateDir: string }) {
  const child = spawn(process.execPath, ['dist/server/main.mjs'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    env: {
      ...process.env,
      CONTENT_DIR: contentDir,
      STATE_DIR: stateDir,
      ADMIN_PASSWORD: PASSWORD,
      HOST: '127.0.0.1',
      PORT: '0',
      SITE_URL: 'http://localhost',
      LOG_LEVEL: 'error',
    },
  })
  const address = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += chunk
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0]
      if (found) resolve(found)
    })
    child.once('close', () => reject(new Error(`The server ended at its start.\n${printed}`)))
  })
  return { child, address }
}

async function login(address: string): Promise<string> {
  const answer = await post(`${address}/api/auth/login`, { password: PASSWORD }, '')
  const { data } = (await answer.json()) as { data: { token: string } } // what the API answers
  return data.token
}

/** The commit, or null when the server took no more. */
async function create(of: { address: string; token: string; title: string }) {
  try {
    const body = { title: of.title, content: 'Text.' }
    const answer = await post(`${of.address}/api/posts`, body, of.token)
    if (answer.status !== 201) return null
    const { meta } = (await answer.json()) as { meta: { commit: string } } // what the API answers
    return meta.commit
  } catch {
    return null
  }
}

function post(address: string, body: object, token: string): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
}
