/**
 * Long runs of the commit path, to be started by hand:
 * `node scripts/lab/run-ts.mjs scripts/lab/stress/stress-git.ts --kills 200 --author 200 --first-start 100`;
 * `--power 50` needs root and ext4.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { killFirstStart, SITUATIONS } from '../../../server/test/first-start-kills.ts'
import { writeUntilKilled } from '../../../server/test/git-writer.ts'
import { runKillCycles } from '../../../server/test/kill-cycles.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { runBesideAuthor } from './stress-author.ts'
import { cutPower } from './stress-power.ts'

const env = {
  ...process.env,
  GIT_AUTHOR_NAME: 'Author',
  GIT_AUTHOR_EMAIL: 'author@example.org',
  GIT_COMMITTER_NAME: 'Author',
  GIT_COMMITTER_EMAIL: 'author@example.org',
}

const BARE_ENV = { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' }
const FIRST_START_MS = 1_000

async function kills(folder: string, cycles: number): Promise<void> {
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
}

async function besideAuthor(folder: string, writes: number): Promise<void> {
  console.log(await runBesideAuthor({ folder, writes, env }))
}

async function power(folder: string, cuts: number): Promise<void> {
  console.table(await cutPower({ folder, cuts, env }))
}

/** Kills first starts at random moments; the next start has to make a whole site of what is left. */
async function firstStarts(folder: string, kills: number): Promise<void> {
  let faulty = 0
  for (let kill = 0; kill < kills; kill += 1) {
    const situation = SITUATIONS[kill % SITUATIONS.length] ?? 'an empty folder'
    const killAfterMs = Math.round(Math.random() * FIRST_START_MS)
    const place = join(folder, String(kill))
    mkdirSync(place)
    const start = { situation, folder: place, killAfterMs, isAimed: false, env: BARE_ENV }
    const faults = await killFirstStart(start)
    if (faults.length > 0) faulty += 1
    for (const fault of faults) console.log(`${situation}, after ${killAfterMs} ms: ${fault}`)
  }
  console.log(`${kills} first starts killed, ${faulty} of them left something half done`)
  if (faulty > 0) process.exitCode = 1
}

type Work = (folder: string, value: string) => Promise<void>

if (process.argv[2] === 'write') {
  const [folder = '', from = '0', writers = '1'] = process.argv.slice(3)
  await writeUntilKilled(folder, Number(from), Number(writers))
} else {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string' },
      author: { type: 'string' },
      'first-start': { type: 'string' },
      power: { type: 'string' },
    },
  })
  const run = async (name: 'kills' | 'author' | 'first-start' | 'power', work: Work) => {
    const value = values[name]
    if (value) await inTemporaryFolder(name, (folder) => work(folder, value))
  }
  await run('kills', (folder, cycles) => kills(folder, Number(cycles)))
  await run('author', (folder, writes) => besideAuthor(folder, Number(writes)))
  await run('first-start', (folder, cycles) => firstStarts(folder, Number(cycles)))
  await run('power', (folder, cuts) => power(folder, Number(cuts)))
}
