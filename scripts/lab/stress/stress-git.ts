/**
 * Long runs of the commit path, to be started by hand:
 * `node scripts/lab/run-ts.mjs scripts/lab/stress/stress-git.ts --author 200`; `--power 50` needs
 * root and ext4.
 */
import { parseArgs } from 'node:util'
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

async function besideAuthor(folder: string, writes: number): Promise<void> {
  const found = await runBesideAuthor({ folder, writes, env })
  console.log(found)
  const { lost, status, fsck } = found
  // What the author has added to their notes when the run ends is theirs.
  const isClean = lost.length === 0 && fsck === '' && !status.includes('posts/')
  if (!isClean) throw new Error('A save is lost, or git is not clean.')
}

async function power(folder: string, cuts: number): Promise<void> {
  const { cuts: _, ...faults } = await cutPower({ folder, cuts, env })
  console.table(faults)
  if (Object.values(faults).some(Boolean)) throw new Error('A power cut has lost something.')
}

const { values } = parseArgs({
  options: { author: { type: 'string' }, power: { type: 'string' } },
})
const { author, power: cuts } = values
if (author) await inTemporaryFolder('author', (folder) => besideAuthor(folder, Number(author)))
if (cuts) await inTemporaryFolder('power', (folder) => power(folder, Number(cuts)))
