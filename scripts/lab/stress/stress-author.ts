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
  const author = new Author(site.folder, second.folder)
  const authorEnds = author.work()
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
  author.isOver = true
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
    'author: steps': author.steps,
    'author: blocked by our index lock': author.blocked,
    'author: failed otherwise': author.failed,
    status: site.git('status', '--porcelain'),
    fsck: site.git('fsck', '--full', '--strict', '--no-dangling'),
  }
}

/** Loops through what an author does, until it is over. */
class Author {
  /** The content folder of the server. */
  readonly #site: string
  readonly #second: string
  isOver = false
  steps = 0
  blocked = 0
  readonly failed: Record<string, number> = {}

  constructor(site: string, second: string) {
    this.#site = site
    this.#second = second
  }

  async work(): Promise<void> {
    const steps = [
      () => this.#commitAll(),
      () => this.#addAndCommit(),
      () => this.#pullFromSecond(),
      () => git(this.#site, 'push', '-q'),
      () => this.#checkOutAndBack(),
      () => this.#stash(),
    ]
    const backOnMain = () => git(this.#site, 'checkout', '-q', 'main').catch(() => {})
    while (!this.isOver) {
      try {
        await steps[this.steps++ % steps.length]?.()
      } catch (error) {
        // execFile rejects with this shape.
        this.#noteFailure((error as ExecFileException).stderr ?? '')
        await backOnMain()
      }
      await sleep(30)
    }
    await backOnMain()
  }

  #noteFailure(stderr: string): void {
    if (/index\.lock/.test(stderr)) {
      this.blocked += 1
      return
    }
    const line = stderr.split('\n').find((found) => /fatal|error|rejected/.test(found)) ?? ''
    const reason = line.replace(/[0-9a-f]{7,40}/g, '…').trim()
    this.failed[reason] = (this.failed[reason] ?? 0) + 1
  }

  #edit(): void {
    appendFileSync(join(this.#site, 'notes.md'), `${Math.random()}\n`)
  }

  async #commitAll(): Promise<void> {
    this.#edit()
    await git(this.#site, 'commit', '-qam', 'Author: commit -a')
  }

  async #addAndCommit(): Promise<void> {
    writeFileSync(join(this.#site, `note-${Math.random()}.md`), 'note\n')
    await git(this.#site, 'add', '--', ':(glob)note*.md')
    await sleep(50)
    await git(this.#site, 'commit', '-qm', 'Author: add, commit')
  }

  async #pullFromSecond(): Promise<void> {
    appendFileSync(join(this.#second, 'second.md'), `${Math.random()}\n`)
    await git(this.#second, 'add', '-A')
    await git(this.#second, 'commit', '-qm', 'Second clone')
    await git(this.#second, 'pull', '-q', '--rebase')
    await git(this.#second, 'push', '-q')
    try {
      await git(this.#site, 'pull', '-q', '--rebase', '--autostash')
    } finally {
      if (existsSync(join(this.#site, '.git/rebase-merge')))
        await git(this.#site, 'rebase', '--abort')
    }
  }

  async #checkOutAndBack(): Promise<void> {
    await git(this.#site, 'checkout', '-q', '-B', 'aside')
    await sleep(20)
    await git(this.#site, 'checkout', '-q', 'main')
  }

  async #stash(): Promise<void> {
    this.#edit()
    await git(this.#site, 'stash', '-q')
    await sleep(20)
    await git(this.#site, 'stash', 'pop', '-q')
  }
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
