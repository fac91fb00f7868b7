/**
 * What a power cut leaves of an acknowledged save, for root on Linux: the content lies on an ext4
 * image; right after each answer the image is copied, as a power cut would leave the disk, mounted
 * elsewhere (which replays the journal), started on, and read by git. Proves missing flushes, not
 * drives that lie. Run by hand:
 * `node scripts/lab/run-ts.mjs scripts/lab/stress/stress-power.ts --cuts 50`.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRepository } from '../../../server/git/open/create-repository.ts'
import { silentLog } from '../../../server/log.ts'
import { runCleanUps } from '../../../server/test/at-end.ts'
import { makeFolder, testEnv } from '../../../server/test/git-fixture.ts'

const { values } = parseArgs({ options: { cuts: { type: 'string', default: '50' } } })
const env = testEnv

/** Makes so many writes and cuts the power after each; some follow a commit of the author. */
async function cutPower(folder: string, cuts: number) {
  const [image, copy] = [join(folder, 'disk'), join(folder, 'copy')]
  const [live, after] = [join(folder, 'live'), join(folder, 'after')]
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { env, encoding: 'utf8' })
  const identity = { name: 'Admin', email: 'admin@example.org' }
  const open = (contentDir: string) =>
    createRepository({ contentDir, identity, log: silentLog, env })
  // Each counts images: the acknowledged commit is not HEAD, the work tree lacks its text, ...
  const counts = { commitLost: 0, fileLost: 0, fsckFaults: 0, statusNotClean: 0 }

  for (const mountPoint of [live, after]) mkdirSync(mountPoint)
  run('truncate', '-s', '96M', image)
  run('mkfs.ext4', '-q', image)
  run('mount', '-o', 'loop', image, live)
  try {
    const site = join(live, 'site')
    const git = (...args: string[]) => run('git', '-C', site, ...args)
    mkdirSync(join(site, 'posts'), { recursive: true })
    for (let n = 0; n < 50; n += 1) writeFileSync(join(site, `posts/${n}.md`), `${n}\n`)
    const repository = await open(site)
    for (let cut = 1; cut <= cuts; cut += 1) {
      if (cut % 3 === 0) {
        writeFileSync(join(site, `by-author-${cut}.md`), `${cut}\n`)
        git('add', '-A')
        git('commit', '-qm', `Author ${cut}`)
      }
      const path = cut % 2 === 0 ? `posts/${cut % 50}.md` : `folder-${cut}/new.md`
      const { commit } = await repository.parts().saves.write(async () => ({
        changes: [{ path, bytes: Buffer.from(`written ${cut}\n`) }],
        subject: `Write ${cut}`,
        value: null,
      }))
      run('cp', '--sparse=always', image, copy)
      await look(commit ?? '', path, `written ${cut}\n`)
    }
    await repository.close()
  } finally {
    run('umount', live)
  }
  return counts

  async function look(commit: string, path: string, text: string): Promise<void> {
    run('mount', '-o', 'loop', copy, after)
    try {
      const site = join(after, 'site')
      const git = (...args: string[]) => run('git', '-C', site, ...args)
      const repository = await open(site)
      await repository.close()
      if (git('rev-parse', 'HEAD').trim() !== commit) counts.commitLost += 1
      if (git('show', `HEAD:${path}`) !== text) counts.commitLost += 1
      if (readFileSync(join(site, path), 'utf8') !== text) counts.fileLost += 1
      if (git('status', '--porcelain') !== '') counts.statusNotClean += 1
      if (git('fsck', '--full', '--strict', '--no-dangling') !== '') counts.fsckFaults += 1
    } catch (error) {
      counts.fsckFaults += 1
      console.error(String(error).slice(0, 300))
    } finally {
      run('umount', after)
    }
  }
}

const faults = await cutPower(makeFolder(), Number(values.cuts)).finally(runCleanUps)
console.table(faults)
if (Object.values(faults).some(Boolean)) throw new Error('A power cut has lost something.')
