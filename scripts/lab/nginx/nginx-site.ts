/** Two servers on one remote, with a few posts, for trials of what stands before them. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuiltServer, PASSWORD, startBuiltServer } from '../built-server.ts'

const FILES = {
  'site.yaml': 'time_zone: UTC\n',
  'projects/ship.yaml': 'title: Ship\ndue_date: 2099-12-31\n',
  'posts/a.md': `---\ntitle: A\ntype: essay\ndate: 2026-01-02\naliases: [old]\n---\n${'Some words. '.repeat(200)}\n`,
  'media/a.png': 'read by its name alone',
  'posts/b.md': '---\ntitle: B\ntype: short\ndate: 2026-01-03\n---\nA note.\n',
}

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Author', '-c', 'user.email=a@example.org', ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  })

/** Makes the remote in a folder. */
export function makeRemote(folder: string): void {
  const seed = join(folder, 'seed')
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(seed, path, '..'), { recursive: true })
    writeFileSync(join(seed, path), text)
  }
  git(seed, 'init', '-q', '-b', 'main')
  git(seed, 'add', '-A')
  git(seed, 'commit', '-qm', 'Start')
  git(folder, 'clone', '-q', '--bare', seed, 'remote.git')
}

/** Starts a server on a clone of it, or again at the port that it had. */
export async function startReplica(
  folder: string,
  { number, port }: { number: number; port?: string },
): Promise<BuiltServer> {
  const contentDir = join(folder, `site-${number}`)
  if (port === undefined) git(folder, 'clone', '-q', 'remote.git', contentDir)
  return startBuiltServer({
    contentDir,
    stateDir: join(folder, `state-${number}`),
    env: {
      ...(port !== undefined && { PORT: port }),
      GIT_REMOTE: 'origin',
      GIT_PULL_SECONDS: '5',
      TRUST_PROXY: '127.0.0.1',
      JWT_SECRET: 'shared by the two of them, and long enough',
      LOG_LEVEL: 'fatal',
    },
  })
}

interface Taken {
  status: number
  /** What nginx did: HIT, MISS, STALE, BYPASS … */
  cache: string
  encoding: string
  headers: Headers
  text: string
}

/** Asks as a visitor. */
export async function take(url: string, headers: Record<string, string> = {}): Promise<Taken> {
  const answer = await fetch(url, { headers, redirect: 'manual' })
  return {
    status: answer.status,
    cache: answer.headers.get('x-cache-status') ?? '-',
    encoding: answer.headers.get('content-encoding') ?? '-',
    headers: answer.headers,
    text: await answer.text(),
  }
}

/** A token, asked for at an address. */
export async function login(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD }),
  })
  const { data } = (await answer.json()) as { data: { token: string } } // what the API answers
  return data.token
}
