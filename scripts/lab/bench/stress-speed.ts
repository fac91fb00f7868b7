/**
 * A durable write of ours against `git add` and `git commit` by the command line,
 * in turn on twin repositories, and sixteen writers at once against the serial command line.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRepository } from '../../../server/git/open/create-repository.ts'
import { silentLog } from '../../../server/log.ts'
import { percentile, timed } from './figures.ts'

interface Options {
  folder: string
  posts: number
  env: Record<string, string | undefined>
}

const ROUNDS = 60
const WARM_UP = 5
const WRITERS = 16
const WRITES_TOGETHER = WRITERS * 20

/** Milliseconds and ratios, as a table to print. */
export async function measureSpeed(options: Options) {
  const { posts } = options
  const { git, ours, twin } = makeTwins(options)
  const repository = await createRepository({
    contentDir: ours,
    identity: { name: 'Admin', email: 'admin@example.org' },
    log: silentLog,
    env: options.env,
  })
  const write = (n: number, round: number) =>
    repository.write(async () => ({
      changes: [{ path: `posts/post-${n % posts}.md`, bytes: Buffer.from(textOf(n, round)) }],
      subject: `Update ${n}`,
      value: null,
    }))
  const byCommandLine = async (n: number, round: number) => {
    const path = `posts/post-${n % posts}.md`
    writeFileSync(join(twin, path), textOf(n, round))
    git(twin, 'add', '--', path)
    git(twin, 'commit', '-q', '-m', `Update ${n}`)
  }
  const oursMs: number[] = []
  const gitMs: number[] = []
  for (let round = 1; round <= ROUNDS + WARM_UP; round += 1) {
    const mine = await timed(() => write(round * 7, round))
    const theirs = await timed(() => byCommandLine(round * 7, round))
    if (round <= WARM_UP) continue
    oursMs.push(mine)
    gitMs.push(theirs)
  }
  const togetherMs = await timed(() => writeTogether(write))
  await repository.close()
  return speedRow({ posts, oursMs, gitMs, perWrite: togetherMs / WRITES_TOGETHER })
}

/** A repository for ours and its copy for the command line. */
function makeTwins({ folder, posts, env }: Options) {
  const ours = join(folder, `ours-${posts}`)
  const twin = join(folder, `twin-${posts}`)
  const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, env })
  mkdirSync(join(ours, 'posts'), { recursive: true })
  for (let n = 0; n < posts; n += 1) writeFileSync(join(ours, `posts/post-${n}.md`), textOf(n, 0))
  git(ours, 'init', '-q', '-b', 'main')
  // Git would tidy up in the background while we measure.
  git(ours, 'config', 'gc.auto', '0')
  git(ours, 'add', '-A')
  git(ours, 'commit', '-qm', 'All')
  cpSync(ours, twin, { recursive: true, preserveTimestamps: true })
  git(twin, 'status')
  git(ours, 'status')
  return { git, ours, twin }
}

function textOf(n: number, round: number): string {
  return `---\ntitle: ${n}\n---\n${'Words and more. '.repeat(120)}${round}\n`
}

async function writeTogether(write: (n: number, round: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const writer = async () => {
    while (next < WRITES_TOGETHER) {
      next += 1
      await write(next, 1000)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
}

function speedRow(of: { posts: number; oursMs: number[]; gitMs: number[]; perWrite: number }) {
  const { posts, oursMs, gitMs, perWrite } = of
  const round = (value: number) => Math.round(value * 100) / 100
  const [ours, git] = [percentile(oursMs, 0.5), percentile(gitMs, 0.5)]
  return {
    posts,
    'write p50 ms': round(ours),
    'write max ms': round(Math.max(...oursMs)),
    'git add + commit p50 ms': round(git),
    'ratio (<= 0.7)': round(ours / git),
    '16 writers, ms a write': round(perWrite),
    'throughput ratio (>= 3)': round(git / perWrite),
  }
}
