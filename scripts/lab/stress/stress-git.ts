/**
 * Long runs of the commit path, to be started by hand:
 * `node scripts/lab/run-ts.mjs scripts/lab/stress/stress-git.ts --kills 200 --author 200 --speed 1000,10000`;
 * `--power 50` needs root and ext4.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeUntilKilled } from '../../../server/test/git-writer.ts'
import { runKillCycles } from '../../../server/test/kill-cycles.ts'
import { measureSpeed } from '../bench/stress-speed.ts'
import { runBesideAuthor } from './stress-author.ts'
import { cutPower } from './stress-power.ts'

const env = {
  ...process.env,
  GIT_AUTHOR_NAME: 'Author',
  GIT_AUTHOR_EMAIL: 'author@example.org',
  GIT_COMMITTER_NAME: 'Author',
  GIT_COMMITTER_EMAIL: 'author@example.org',
}

async function kills(cycles: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gap-kills-'))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env })
  mkdirSync(join(folder, 'posts'))
  git('init', '-q', '-b', 'main')
  for (const name of ['a', 'dirty']) writeFileSync(join(folder, `posts/${name}.md`), 'clean\n')
  git('add', '-A')
  git('commit', '-qm', 'Author starts')
  for (const name of ['staged', 'dirty']) writeFileSync(join(folder, `posts/${name}.md`), 'mine\n')
  git('add', 'posts/staged.md')
  const counts = await runKillCycles({
    folder,
    cycles,
    writer: [process.execPath, process.argv[1] ?? '', 'write'],
    env,
    killWithinMs: 250,
    fsckEvery: 20,
  })
  console.table(counts)
  rmSync(folder, { recursive: true })
}

async function besideAuthor(writes: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gap-author-'))
  console.log(await runBesideAuthor({ folder, writes, env }))
  rmSync(folder, { recursive: true })
}

async function speed(sizes: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gap-speed-'))
  for (const posts of sizes.split(',')) {
    console.log(await measureSpeed({ folder, posts: Number(posts), env }))
  }
  rmSync(folder, { recursive: true })
}

async function power(cuts: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gap-power-'))
  console.table(await cutPower({ folder, cuts, env }))
  rmSync(folder, { recursive: true })
}

if (process.argv[2] === 'write') {
  const [folder = '', from = '0', writers = '1'] = process.argv.slice(3)
  await writeUntilKilled(folder, Number(from), Number(writers))
} else {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string' },
      author: { type: 'string' },
      speed: { type: 'string' },
      power: { type: 'string' },
    },
  })
  if (values.kills) await kills(Number(values.kills))
  if (values.author) await besideAuthor(Number(values.author))
  if (values.speed) await speed(values.speed)
  if (values.power) await power(Number(values.power))
}
