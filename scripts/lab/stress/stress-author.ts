/**
 * Admin writes beside an author who loops commit, commit -a, pull --rebase (with a second clone
 * pushing), push, checkout and stash in the same tree, far faster than a person. Run by hand:
 * `node scripts/lab/run-ts.mjs scripts/lab/stress/stress-author.ts --writes 200`.
 */
import { type ExecFileException, execFile } from 'node:child_process'
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { createRepository } from '../../../server/git/open/create-repository.ts'
import { silentLog } from '../../../server/log.ts'
import { runCleanUps } from '../../../server/test/at-end.ts'
import { testEnv } from '../../../server/test/git-fixture.ts'
import { cloneOf, makeRemote } from '../../../server/test/remote-fixture.ts'

const SHARED = 'posts/shared.md'

/** Does not stop our event loop, so the writes go on meanwhile. */
async function git(cwd: string, ...args: string[]): Promise<string> {
  const options = { cwd, env: testEnv, maxBuffer: 1 << 28 }
  return (await promisify(execFile)('git', args, options)).stdout
}

/** Runs until the writes are answered, then lets git say what is there. */
async function runBesideAuthor(writes: number) {
  const remote = makeRemote({ 'notes.md': 'start\n', [SHARED]: '0\n' })
  const [site, second] = [cloneOf(remote), cloneOf(remote)]
  const repository = await createRepository({
    ...{ contentDir: site.folder, identity: { name: 'Admin', email: 'admin@example.org' } },
    ...{ log: silentLog, env: testEnv },
  })
  const work: Work = { isOver: false, steps: 0, failed: {} }
  const authorEnds = workOn(work, site.folder, second.folder)
  const acked: number[] = []
  const refused: Record<string, number> = {}
  for (let n = 1; n <= writes; n += 1) {
    const bytes = Buffer.from(`${n}\n`)
    const changes = [`posts/write-${n}.md`, SHARED].map((path) => ({ path, bytes }))
    try {
      await repository
        .parts()
        .saves.write(async () => ({ changes, subject: `Write ${n}`, value: null }))
      acked.push(n)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      refused[code] = (refused[code] ?? 0) + 1
    }
    await sleep(20)
  }
  work.isOver = true
  await authorEnds
  const displaced = (await repository.parts().displaced.list()).length
  await repository.close()
  const shown = (path: string) => git(site.folder, 'show', `main:${path}`).catch(() => null)
  const lost: string[] = []
  if (Number(await shown(SHARED)) < (acked.at(-1) ?? 0)) lost.push(SHARED)
  for (const n of acked) {
    const path = `posts/write-${n}.md`
    if ((await shown(path)) !== `${n}\n`) lost.push(path)
  }
  return {
    ...{ writes, acked: acked.length, refused, lost, displaced },
    'author: steps': work.steps,
    'author: failed': work.failed,
    status: site.git('status', '--porcelain'),
    fsck: site.git('fsck', '--full', '--strict', '--no-dangling'),
  }
}

/** What an author does in the site's folder, with a second clone that pushes; one step after another. */
function stepsOf(site: string, second: string): (() => Promise<unknown>)[] {
  const edit = () => appendFileSync(join(site, 'notes.md'), `${Math.random()}\n`)
  const commitAll = () => {
    edit()
    return git(site, 'commit', '-qam', 'Author: commit -a')
  }
  const addAndCommit = async () => {
    writeFileSync(join(site, `note-${Math.random()}.md`), 'note\n')
    await git(site, 'add', '--', ':(glob)note*.md')
    await sleep(50)
    await git(site, 'commit', '-qm', 'Author: add, commit')
  }
  const pullFromSecond = async () => {
    appendFileSync(join(second, 'second.md'), `${Math.random()}\n`)
    await git(second, 'add', '-A')
    await git(second, 'commit', '-qm', 'Second clone')
    await git(second, 'pull', '-q', '--rebase')
    await git(second, 'push', '-q')
    try {
      await git(site, 'pull', '-q', '--rebase', '--autostash')
    } finally {
      if (existsSync(join(site, '.git/rebase-merge'))) await git(site, 'rebase', '--abort')
    }
  }
  const checkOutAndBack = async () => {
    await git(site, 'checkout', '-q', '-B', 'aside')
    await sleep(20)
    await git(site, 'checkout', '-q', 'main')
  }
  const stash = async () => {
    edit()
    await git(site, 'stash', '-q')
    await sleep(20)
    await git(site, 'stash', 'pop', '-q')
  }
  const push = () => git(site, 'push', '-q')
  return [commitAll, addAndCommit, pullFromSecond, push, checkOutAndBack, stash]
}

interface Work {
  isOver: boolean
  steps: number
  /** First lines of what git said of steps that failed, each with its number. */
  failed: Record<string, number>
}

/** Takes the steps in turn until the work is over. */
async function workOn(work: Work, site: string, second: string): Promise<void> {
  const steps = stepsOf(site, second)
  const backOnMain = () => git(site, 'checkout', '-q', 'main').catch(() => {})
  while (!work.isOver) {
    try {
      await steps[work.steps++ % steps.length]?.()
    } catch (error) {
      // execFile rejects with this shape.
      const { stderr = '' } = error as ExecFileException
      const line = stderr.split('\n').find((found) => /fatal|error|rejected/.test(found)) ?? ''
      const reason = line.replace(/[0-9a-f]{7,40}/g, '…').trim()
      work.failed[reason] = (work.failed[reason] ?? 0) + 1
      await backOnMain()
    }
    await sleep(30)
  }
  await backOnMain()
}

const { values } = parseArgs({ options: { writes: { type: 'string', default: '200' } } })
try {
  const found = await runBesideAuthor(Number(values.writes))
  console.log(found)
  const { lost, status, fsck } = found
  // What the author has added to their notes when the run ends is theirs.
  const isClean = lost.length === 0 && fsck === '' && !status.includes('posts/')
  if (!isClean) throw new Error('A save is lost, or git is not clean.')
} finally {
  await runCleanUps()
}
