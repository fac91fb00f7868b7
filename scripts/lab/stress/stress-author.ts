/**
 * Saves of the admin while an author loops commit, commit -a, pull --rebase (with a second clone
 * pushing), push, checkout and stash in the same work tree, far faster than a person. Run by hand:
 * `node scripts/lab/run-ts.mjs scripts/lab/stress/stress-author.ts --writes 200`.
 */
import { type ExecFileException, execFile } from 'node:child_process'
import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { createRepository } from '../../../server/git/open/create-repository.ts'
import { silentLog } from '../../../server/log.ts'
import { runCleanUps } from '../../../server/test/at-end.ts'
import { faultsOf, testEnv } from '../../../server/test/git-fixture.ts'
import { cloneOf, makeRemote } from '../../../server/test/remote-fixture.ts'

const SHARED = 'posts/shared.md'

type Git = (...args: string[]) => Promise<string>

/** Git in a folder, asynchronous, so that the saves go on meanwhile. */
function gitIn(cwd: string): Git {
  const options = { cwd, env: testEnv, maxBuffer: 1 << 28 }
  return async (...args) => (await promisify(execFile)('git', args, options)).stdout
}

/** Runs until all saves are answered, then checks the result with git. */
async function saveBesideAuthor(writes: number) {
  const remote = makeRemote({ 'notes.md': 'start\n', [SHARED]: '0\n' })
  const [site, second] = [cloneOf(remote), cloneOf(remote)]
  const repository = await createRepository({
    ...{ contentDir: site.folder, identity: { name: 'Admin', email: 'admin@example.org' } },
    ...{ log: silentLog, env: testEnv },
  })
  const { saves, displaced } = repository.parts()
  const work = { isOver: false, steps: 0, failed: {} as Counts }
  const authorEnds = loopSteps(work, site.folder, second.folder)
  const acked: number[] = []
  const refused: Counts = {}
  for (let n = 1; n <= writes; n += 1) {
    const bytes = Buffer.from(`${n}\n`)
    const changes = [`posts/write-${n}.md`, SHARED].map((path) => ({ path, bytes }))
    await saves
      .write(async () => ({ changes, subject: `Write ${n}`, value: null }))
      .then(() => acked.push(n))
      .catch((error) => count(refused, String(error.code ?? error)))
    await sleep(20)
  }
  work.isOver = true
  await authorEnds
  // Those that a rebase took off the branch, which it may (known limits of server/git/README.md).
  const offered = (await displaced.list()).flatMap(({ files }) => files)
  await repository.close()
  const committed = (path: string) => gitIn(site.folder)('show', `main:${path}`).catch(() => null)
  const lost: string[] = []
  const isOlder = Number(await committed(SHARED)) < (acked.at(-1) ?? 0)
  if (isOlder && !offered.includes(SHARED)) lost.push(SHARED)
  for (const n of acked) {
    const path = `posts/write-${n}.md`
    const isCommitted = (await committed(path)) === `${n}\n`
    if (!isCommitted && !offered.includes(path)) lost.push(path)
  }
  const { steps, failed } = work
  console.log({ writes, acked: acked.length, refused, lost, offered, steps, failed })
  // The author's notes may have uncommitted changes at the end.
  const faults = faultsOf(site).replace(/^.. note.*\n/gm, '')
  if (lost.length > 0 || faults !== '') throw new Error(`A save is lost, or git says: ${faults}`)
}

/** Counts by name. */
type Counts = Record<string, number>

function count(counts: Counts, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

/** The author's steps in the site's folder, one a line; `second` is a second clone, which pushes. */
const STEPS = `write notes.md; commit -qam All
write note-NEW.md; add -- :(glob)note*.md; wait 50; commit -qm Added
second-write second.md; second add -A; second commit -qm Second; second pull -q --rebase; second push -q; pull -q --rebase --autostash
push -q
checkout -q -B aside; wait 20; checkout -q main
write notes.md; stash -q; wait 20; stash pop -q`.split('\n')

interface Work {
  isOver: boolean
  steps: number
  /** Counts of failed steps by the first line of git's error. */
  failed: Counts
}

async function runStep(step: string, site: string, second: string): Promise<void> {
  for (const command of step.split('; ')) {
    const [name = '', ...args] = command.split(' ')
    const path = (args[0] ?? '').replace('NEW', String(Math.random()))
    if (name === 'wait') await sleep(Number(path))
    else if (name === 'write') appendFileSync(join(site, path), `${Math.random()}\n`)
    else if (name === 'second-write') appendFileSync(join(second, path), `${Math.random()}\n`)
    else if (name === 'second') await gitIn(second)(...args)
    else await gitIn(site)(name, ...args)
  }
}

/** Runs the steps in turn until `isOver`. */
async function loopSteps(work: Work, site: string, second: string): Promise<void> {
  const git = gitIn(site)
  const backOnMain = async () => {
    if (existsSync(join(site, '.git/rebase-merge'))) await git('rebase', '--abort')
    await git('checkout', '-q', 'main').catch(() => {})
  }
  while (!work.isOver) {
    const step = STEPS[work.steps++ % STEPS.length] ?? ''
    await runStep(step, site, second).catch(({ stderr = '' }: ExecFileException) => {
      const line = stderr.split('\n').find((found) => /fatal|error|rejected/.test(found)) ?? ''
      count(work.failed, line.replace(/[0-9a-f]{7,40}/g, '…').trim())
      return backOnMain()
    })
    await sleep(30)
  }
  await backOnMain()
}

const { values } = parseArgs({ options: { writes: { type: 'string', default: '200' } } })
await saveBesideAuthor(Number(values.writes)).finally(runCleanUps)
