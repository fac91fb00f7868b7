/**
 * Long runs of the commit path, to be started by hand:
 * `node scripts/lab/run-ts.mjs scripts/lab/stress/stress-git.ts --kills 200 --author 200`;
 * `--power 50` needs root and ext4.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
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

type Work = (folder: string, value: string) => Promise<void>

if (process.argv[2] === 'write') {
  const [folder = '', from = '0', writers = '1'] = process.argv.slice(3)
  await writeUntilKilled(folder, Number(from), Number(writers))
} else {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string' },
      author: { type: 'string' },
      power: { type: 'string' },
    },
  })
  const run = async (name: 'kills' | 'author' | 'power', work: Work) => {
    const value = values[name]
    if (value) await inTemporaryFolder(name, (folder) => work(folder, value))
  }
  await run('kills', (folder, cycles) => kills(folder, Number(cycles)))
  await run('author', (folder, writes) => besideAuthor(folder, Number(writes)))
  await run('power', (folder, cuts) => power(folder, Number(cuts)))
}
