/**
 * Targets 10 to 12: a durable write of ours against `git add` and `git commit` by the command line,
 * in turn on twin repositories, and sixteen writers at once against the serial command line.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRepository } from '../../../server/git/open/create-repository.ts'
import { silentLog } from '../../../server/log.ts'

interface Options {
  folder: string
  posts: number
  env: Record<string, string | undefined>
}

const ROUNDS = 60
const WARM_UP = 5
const WRITERS = 16

const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0
const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[times.length - 1] ?? 0

/** Milliseconds and ratios, as a table to print. */
export async function measureSpeed({ folder, posts, env }: Options) {
  const ours = join(folder, `ours-${posts}`)
  const twin = join(folder, `twin-${posts}`)
  mkdirSync(join(ours, 'posts'), { recursive: true })
  const text = (n: number, round: number) =>
    `---\ntitle: ${n}\n---\n${'Words and more. '.repeat(120)}${round}\n`
  for (let n = 0; n < posts; n += 1) writeFileSync(join(ours, `posts/post-${n}.md`), text(n, 0))
  const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, env })
  git(ours, 'init', '-q', '-b', 'main')
  // Git would tidy up in the background while we measure.
  git(ours, 'config', 'gc.auto', '0')
  git(ours, 'add', '-A')
  git(ours, 'commit', '-qm', 'All')
  cpSync(ours, twin, { recursive: true, preserveTimestamps: true })
  git(twin, 'status')
  git(ours, 'status')
  const repository = await createRepository({
    contentDir: ours,
    identity: { name: 'Admin', email: 'admin@example.org' },
    log: silentLog,
    env,
  })
  const write = (n: number, round: number) =>
    repository.write(async () => ({
      changes: [{ path: `posts/post-${n % posts}.md`, bytes: Buffer.from(text(n, round)) }],
      subject: `Update ${n}`,
      value: null,
    }))
  const byCommandLine = (n: number, round: number) => {
    const path = `posts/post-${n % posts}.md`
    writeFileSync(join(twin, path), text(n, round))
    git(twin, 'add', '--', path)
    git(twin, 'commit', '-q', '-m', `Update ${n}`)
  }
  const time = async (work: () => unknown) => {
    const start = performance.now()
    await work()
    return performance.now() - start
  }

  const oursMs: number[] = []
  const gitMs: number[] = []
  for (let round = 1; round <= ROUNDS + WARM_UP; round += 1) {
    const mine = await time(() => write(round * 7, round))
    const theirs = await time(() => byCommandLine(round * 7, round))
    if (round <= WARM_UP) continue
    oursMs.push(mine)
    gitMs.push(theirs)
  }
  const togetherMs = await time(async () => {
    let next = 0
    const writer = async () => {
      while (next < WRITERS * 20) {
        next += 1
        await write(next, 1000)
      }
    }
    await Promise.all(Array.from({ length: WRITERS }, writer))
  })
  const perWrite = togetherMs / (WRITERS * 20)
  await repository.close()
  const round = (value: number) => Math.round(value * 100) / 100
  return {
    posts,
    'write p50 ms': round(median(oursMs)),
    'write max ms': round(p99(oursMs)),
    'git add + commit p50 ms': round(median(gitMs)),
    'ratio (<= 0.7)': round(median(oursMs) / median(gitMs)),
    '16 writers, ms a write': round(perWrite),
    'throughput ratio (>= 3)': round(median(gitMs) / perWrite),
  }
}
