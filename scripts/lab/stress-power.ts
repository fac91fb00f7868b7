/**
 * What a power cut leaves of an acknowledged save, for root on Linux: the content lies on an ext4
 * image; right after each answer the image is copied, as a power cut would leave the disk, mounted
 * elsewhere (which replays the journal), opened by our code, and checked with git. Finds missing fsync
 * calls, not drives that ignore them. Run by hand:
 * `node scripts/lab/run-ts.mjs scripts/lab/stress-power.ts --cuts 50`.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRepository } from '../../server/git/open/create-repository.ts'
import { silentLog } from '../../server/log.ts'
import { runCleanUps } from '../../server/test/at-end.ts'
import { faultsOf, fixtureIn, makeFolder, testEnv } from '../../server/test/git-fixture.ts'

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { env: testEnv, encoding: 'utf8' })
}

function open(contentDir: string) {
  const identity = { name: 'Admin', email: 'admin@example.org' }
  return createRepository({ contentDir, identity, log: silentLog, env: testEnv })
}

async function mounted<T>(image: string, at: string, work: () => Promise<T>): Promise<T> {
  run('mount', '-o', 'loop', image, at)
  return work().finally(() => run('umount', at))
}

/** Makes this many saves and simulates a power cut after each. @returns the faults */
async function cutPower(folder: string, cuts: number): Promise<string[]> {
  const [image, copy] = [join(folder, 'disk'), join(folder, 'copy')]
  const [live, after] = [join(folder, 'live'), join(folder, 'after')]
  const faults: string[] = []
  for (const mountPoint of [live, after]) mkdirSync(mountPoint)
  run('truncate', '-s', '96M', image)
  run('mkfs.ext4', '-q', image)
  await mounted(image, live, async () => {
    const site = fixtureIn(join(live, 'site'))
    for (let n = 0; n < 50; n += 1) site.put(`posts/${n}.md`, `${n}\n`)
    const repository = await open(site.folder)
    for (let cut = 1; cut <= cuts; cut += 1) {
      // Every third one after a commit of the author.
      if (cut % 3 === 0) site.commitFiles({ [`by-author-${cut}.md`]: `${cut}\n` })
      const path = cut % 2 === 0 ? `posts/${cut % 50}.md` : `folder-${cut}/new.md`
      const text = `written ${cut}\n`
      const changes = [{ path, bytes: Buffer.from(text) }]
      const plan = { changes, subject: `Write ${cut}`, value: null }
      const { commit } = await repository.parts().saves.write(async () => plan)
      run('cp', '--sparse=always', image, copy)
      const found = mounted(copy, after, () => faultsAfter(join(after, 'site'), commit, path, text))
      faults.push(...(await found.catch((error) => [String(error).slice(0, 300)])))
    }
    await repository.close()
  })
  return faults
}

/** The faults of an acknowledged save after opening and closing the repository on the image. */
async function faultsAfter(folder: string, commit: string | null, path: string, text: string) {
  await (await open(folder)).close()
  const site = fixtureIn(folder)
  const faults = faultsOf(site)
  return [
    ...(site.head() === commit ? [] : [`${path}: HEAD is not the acknowledged commit`]),
    ...(site.git('show', `HEAD:${path}`) === text ? [] : [`${path}: HEAD has another text`]),
    ...(site.text(path) === text ? [] : [`${path}: the work tree has another text`]),
    ...(faults === '' ? [] : [`${path}: ${faults}`]),
  ]
}

const { values } = parseArgs({ options: { cuts: { type: 'string', default: '50' } } })
const faults = await cutPower(makeFolder(), Number(values.cuts)).finally(runCleanUps)
console.log(`${values.cuts} cuts: ${faults.join('\n') || 'nothing is lost'}`)
if (faults.length > 0) process.exitCode = 1
