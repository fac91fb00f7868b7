/**
 * Kills of a first start: the folder is filled, its repository made and everything
 * in it committed, and a kill may come at any moment of that. Used by a short test and by the long
 * `scripts/lab/stress/stress-first-start.ts`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const PASSWORD = 'correct horse battery'
const AUTHORS_FILES = 300
const STARTED_MS_MAX = 30_000

/** What the first start finds. */
export const SITUATIONS = ['a missing folder', 'an empty folder', "an author's files"] as const
export type Situation = (typeof SITUATIONS)[number]

interface Options {
  situation: Situation
  /** A folder that exists and is empty, for content and state. */
  folder: string
  /** The built server. */
  main: string
  env: Record<string, string | undefined>
  killAfterMs: number
  /** Count from the moment at which the folder begins to change, however slow the machine is. */
  isAimed: boolean
}

/**
 * Kills one first start, starts again, saves a post and ends.
 * @returns what is wrong then, a line each; nothing when all is well
 */
export async function killFirstStart(options: Options): Promise<string[]> {
  const contentDir = join(options.folder, 'content')
  prepare(options.situation, contentDir)
  const first = start(options, contentDir)
  if (options.isAimed) while (!hasChanged(contentDir)) await sleep(1)
  await sleep(options.killAfterMs)
  // The whole group, as the end of a container does it: its git children are gone too.
  if (first.pid !== undefined) process.kill(-first.pid, 'SIGKILL')
  await once(first, 'close')

  const second = start(options, contentDir)
  const ended = once(second, 'close')
  try {
    const address = await listening(second)
    await save(address)
  } catch (error) {
    return [String(error)]
  } finally {
    second.kill('SIGTERM')
    await ended
  }
  return faultsIn(contentDir, options)
}

function prepare(situation: Situation, contentDir: string): void {
  if (situation === 'a missing folder') return
  mkdirSync(contentDir)
  if (situation === 'an empty folder') return
  for (let number = 0; number < AUTHORS_FILES; number += 1) {
    const path = join(contentDir, `posts/${number % 10}/mine-${number}.md`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `Text ${number}.\n`)
  }
}

/** Ours and git's own folders both begin so. */
function hasChanged(contentDir: string): boolean {
  return existsSync(contentDir) && readdirSync(contentDir).some((name) => name.startsWith('.g'))
}

function start({ folder, main, env }: Options, contentDir: string): ChildProcess {
  return spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
    env: {
      ...env,
      CONTENT_DIR: contentDir,
      STATE_DIR: join(folder, 'state'),
      ADMIN_PASSWORD: PASSWORD,
      HOST: '127.0.0.1',
      PORT: '0',
      SITE_URL: 'https://gap.example',
      LOG_LEVEL: 'silent',
    },
  })
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error('no second start')), STARTED_MS_MAX)
    child.once('close', () => reject(new Error('the second start ended')))
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const address = /is at (http:\S+)/.exec(said)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      resolve(address)
    })
  })
}

async function save(address: string): Promise<void> {
  const post = async (path: string, body: object, token = '') => {
    const answer = await fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { data: { token: string } } // of the login; else unused
  }
  const { data } = await post('/auth/login', { password: PASSWORD })
  await post('/posts', { title: 'After the kill', content: 'Text.' }, data.token)
}

function faultsIn(contentDir: string, { situation, env }: Options): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: contentDir, env, encoding: 'utf8', stdio: 'pipe' })
  const committed = git('ls-tree', '-r', '--name-only', 'HEAD').trim().split('\n')
  const faults = [
    git('fsck', '--full', '--strict', '--no-dangling'),
    git('status', '--porcelain', '--ignored'),
    ...readdirSync(join(contentDir, '.git'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.lock'),
    ),
  ]
  const isAuthors = situation === "an author's files"
  const wanted = isAuthors ? `posts/9/mine-${AUTHORS_FILES - 1}.md` : 'tags.yaml'
  if (!committed.includes(wanted)) faults.push(`${wanted} is not committed`)
  if (isAuthors && committed.length !== AUTHORS_FILES + 1) {
    faults.push(`${committed.length} files are committed`)
  }
  return faults.filter((fault) => fault !== '')
}
