/**
 * Admin writes beside an author who loops commit, commit -a, pull --rebase
 * (with a second clone pushing), push, checkout and stash in the same tree, far faster than a person.
 */
import { type ExecFileException, execFile } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRepository } from '../../../server/git/open/create-repository.ts'
import { silentLog } from '../../../server/log.ts'

interface AuthorCounts {
  writes: number
  acked: number
  refused: Record<string, number>
  /** Acknowledged files that the branch does not hold at the end. */
  lost: number
  /** Posts that a commit of the author added, changed or deleted. */
  touchedByAuthor: number
  displaced: number
  authorSteps: number
  /** Steps of the author that failed because of our index lock. */
  authorStepsBlocked: number
  /** Steps of the author that failed for another reason, by the first line git printed. */
  authorStepsFailed: Record<string, number>
  status: string
  fsck: string
}

interface Options {
  /** An empty folder for the three repositories. */
  folder: string
  writes: number
  env: Record<string, string | undefined>
}

/** Runs until the writes are answered, then lets git say what is there. */
export async function runBesideAuthor({ folder, writes, env }: Options): Promise<AuthorCounts> {
  const site = join(folder, 'site')
  const second = join(folder, 'second')
  const remote = join(folder, 'remote.git')
  const run = (cwd: string, ...args: string[]) =>
    new Promise<string>((resolve, reject) =>
      execFile('git', args, { cwd, env, maxBuffer: 1 << 28 }, (error, stdout, stderr) =>
        error ? reject(Object.assign(error, { stderr })) : resolve(stdout),
      ),
    )
  await run(folder, 'init', '-q', '--bare', '-b', 'main', remote)
  await run(folder, 'clone', '-q', remote, site)
  mkdirSync(join(site, 'posts'))
  writeFileSync(join(site, 'notes.md'), 'start\n')
  writeFileSync(join(site, 'posts/shared.md'), '0\n')
  await run(site, 'checkout', '-q', '-B', 'main')
  await run(site, 'add', '-A')
  await run(site, 'commit', '-qm', 'Author starts')
  await run(site, 'push', '-q', '-u', 'origin', 'main')
  await run(folder, 'clone', '-q', remote, second)

  const repository = await createRepository({
    contentDir: site,
    identity: { name: 'Admin', email: 'admin@example.org' },
    log: silentLog,
    env,
  })
  const counts: AuthorCounts = {
    writes,
    acked: 0,
    refused: {},
    lost: 0,
    touchedByAuthor: 0,
    displaced: 0,
    authorSteps: 0,
    authorStepsBlocked: 0,
    authorStepsFailed: {},
    status: '',
    fsck: '',
  }
  let isOver = false

  const edit = () => appendFileSync(join(site, 'notes.md'), `${Math.random()}\n`)
  const steps: (() => Promise<unknown>)[] = [
    async () => {
      edit()
      await run(site, 'commit', '-qam', 'Author: commit -a')
    },
    async () => {
      writeFileSync(join(site, `note-${Math.random()}.md`), 'note\n')
      await run(site, 'add', '--', ':(glob)note*.md')
      await sleep(50)
      await run(site, 'commit', '-qm', 'Author: add, commit')
    },
    async () => {
      appendFileSync(join(second, 'second.md'), `${Math.random()}\n`)
      await run(second, 'add', '-A')
      await run(second, 'commit', '-qm', 'Second clone')
      await run(second, 'pull', '-q', '--rebase')
      await run(second, 'push', '-q')
      try {
        await run(site, 'pull', '-q', '--rebase', '--autostash')
      } finally {
        if (existsSync(join(site, '.git/rebase-merge'))) await run(site, 'rebase', '--abort')
      }
    },
    () => run(site, 'push', '-q'),
    async () => {
      await run(site, 'checkout', '-q', '-B', 'aside')
      await sleep(20)
      await run(site, 'checkout', '-q', 'main')
    },
    async () => {
      edit()
      await run(site, 'stash', '-q')
      await sleep(20)
      await run(site, 'stash', 'pop', '-q')
    },
  ]

  async function authorLoop(): Promise<void> {
    for (let at = 0; !isOver; at += 1) {
      const step = steps[at % steps.length]
      counts.authorSteps += 1
      try {
        await step?.()
      } catch (error) {
        // execFile rejects with this shape.
        const { stderr = '' } = error as ExecFileException
        if (/index\.lock/.test(stderr)) counts.authorStepsBlocked += 1
        else {
          const line = stderr.split('\n').find((found) => /fatal|error|rejected/.test(found)) ?? ''
          const reason = line.replace(/[0-9a-f]{7,40}/g, '…').trim()
          counts.authorStepsFailed[reason] = (counts.authorStepsFailed[reason] ?? 0) + 1
        }
        await run(site, 'checkout', '-q', 'main').catch(() => {})
      }
      await sleep(30)
    }
    await run(site, 'checkout', '-q', 'main').catch(() => {})
  }

  const acked = new Map<string, string>()
  let sharedAcked = 0
  async function write(n: number): Promise<void> {
    const path = `posts/write-${n}.md`
    try {
      await repository.write(async () => ({
        changes: [
          { path, bytes: Buffer.from(`${n}\n`) },
          { path: 'posts/shared.md', bytes: Buffer.from(`${n}\n`) },
        ],
        subject: `Write ${n}`,
        value: null,
      }))
      counts.acked += 1
      acked.set(path, `${n}\n`)
      sharedAcked = Math.max(sharedAcked, n)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      counts.refused[code] = (counts.refused[code] ?? 0) + 1
    }
  }

  const author = authorLoop()
  for (let n = 1; n <= writes; n += 1) {
    await write(n)
    await sleep(20)
  }
  isOver = true
  await author
  counts.displaced = (await repository.displaced()).length
  await repository.close()

  for (const [path, text] of acked) {
    const found = await run(site, 'show', `main:${path}`).catch(() => null)
    if (found !== text) counts.lost += 1
  }
  if (Number(await run(site, 'show', 'main:posts/shared.md')) < sharedAcked) counts.lost += 1
  const touched = await run(
    site,
    ...['log', '--author=Author', '--format=', '--name-only', '--no-merges', 'main', '--', 'posts'],
  )
  // The first commit added shared.md.
  counts.touchedByAuthor = touched.trim().split('\n').filter(Boolean).length - 1
  counts.status = await run(site, 'status', '--porcelain')
  counts.fsck = await run(site, 'fsck', '--full', '--strict', '--no-dangling')
  return counts
}
