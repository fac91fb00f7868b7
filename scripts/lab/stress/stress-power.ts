/**
 * What a power cut leaves of an acknowledged save, for root on Linux: the content lies on an ext4
 * image; right after each answer the image is copied, as a power cut would leave the disk, mounted
 * elsewhere (which replays the journal), started on, and read by git. Proves missing flushes, not
 * drives that lie.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRepository } from '../../../server/git/open/create-repository.ts'
import { silentLog } from '../../../server/log.ts'

interface PowerCounts {
  cuts: number
  /** Images in which the acknowledged commit is not HEAD. */
  commitLost: number
  /** Images in which the work tree lacks the acknowledged text. */
  fileLost: number
  fsckFaults: number
  statusNotClean: number
}

interface Options {
  folder: string
  cuts: number
  env: Record<string, string | undefined>
}

/** Makes so many writes and cuts the power after each; some follow a commit of the author. */
export async function cutPower({ folder, cuts, env }: Options): Promise<PowerCounts> {
  const image = join(folder, 'disk')
  const copy = join(folder, 'copy')
  const live = join(folder, 'live')
  const after = join(folder, 'after')
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { env, encoding: 'utf8' })
  const identity = { name: 'Admin', email: 'admin@example.org' }
  const open = (contentDir: string) =>
    createRepository({ contentDir, identity, log: silentLog, env })
  const counts: PowerCounts = {
    cuts,
    commitLost: 0,
    fileLost: 0,
    fsckFaults: 0,
    statusNotClean: 0,
  }

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
      const { commit } = await repository.write(async () => ({
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
