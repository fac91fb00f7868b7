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

const SHARED = 'posts/shared.md'

interface Options {
  /** An empty folder for the three repositories. */
  folder: string
  writes: number
  env: Record<string, string | undefined>
}

/** Runs until the writes are answered, then lets git say what is there. */
export async function runBesideAuthor({ folder, writes, env }: Options) {
  const clones = await makeClones(folder, env)
  const { site, git } = clones
  const identity = { name: 'Admin', email: 'admin@example.org' }
  const repository = await createRepository({ contentDir: site, identity, log: silentLog, env })
  const author = new Author(clones)
  const authorEnds = author.work()
  const acked: number[] = []
  const refused: Record<string, number> = {}
  for (let n = 1; n <= writes; n += 1) {
    const bytes = Buffer.from(`${n}\n`)
    const changes = [`posts/write-${n}.md`, SHARED].map((path) => ({ path, bytes }))
    try {
      await repository.write(async () => ({ changes, subject: `Write ${n}`, value: null }))
      acked.push(n)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      refused[code] = (refused[code] ?? 0) + 1
    }
    await sleep(20)
  }
  author.isOver = true
  await authorEnds
  const displaced = (await repository.displaced()).length
  await repository.close()
  const shown = (path: string) => git(site, 'show', `main:${path}`).catch(() => null)
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
    status: await git(site, 'status', '--porcelain'),
    fsck: await git(site, 'fsck', '--full', '--strict', '--no-dangling'),
  }
}

interface Clones {
  /** The content folder of the server. */
  site: string
  second: string
  git(cwd: string, ...args: string[]): Promise<string>
}

/** A remote and two clones of it, the first with content. */
async function makeClones(
  folder: string,
  env: Record<string, string | undefined>,
): Promise<Clones> {
  const site = join(folder, 'site')
  const second = join(folder, 'second')
  const remote = join(folder, 'remote.git')
  const git = (cwd: string, ...args: string[]) =>
    new Promise<string>((resolve, reject) =>
      execFile('git', args, { cwd, env, maxBuffer: 1 << 28 }, (error, stdout, stderr) =>
        error ? reject(Object.assign(error, { stderr })) : resolve(stdout),
      ),
    )
  await git(folder, 'init', '-q', '--bare', '-b', 'main', remote)
  await git(folder, 'clone', '-q', remote, site)
  mkdirSync(join(site, 'posts'))
  writeFileSync(join(site, 'notes.md'), 'start\n')
  writeFileSync(join(site, 'posts/shared.md'), '0\n')
  await git(site, 'checkout', '-q', '-B', 'main')
  await git(site, 'add', '-A')
  await git(site, 'commit', '-qm', 'Author starts')
  await git(site, 'push', '-q', '-u', 'origin', 'main')
  await git(folder, 'clone', '-q', remote, second)
  return { site, second, git }
}

/** Loops through what an author does, until it is over. */
class Author {
  readonly #clones: Clones
  isOver = false
  steps = 0
  blocked = 0
  readonly failed: Record<string, number> = {}

  constructor(clones: Clones) {
    this.#clones = clones
  }

  async work(): Promise<void> {
    const { site, git } = this.#clones
    const steps = [
      () => this.#commitAll(),
      () => this.#addAndCommit(),
      () => this.#pullFromSecond(),
      () => git(site, 'push', '-q'),
      () => this.#checkOutAndBack(),
      () => this.#stash(),
    ]
    const backOnMain = () => git(site, 'checkout', '-q', 'main').catch(() => {})
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
    appendFileSync(join(this.#clones.site, 'notes.md'), `${Math.random()}\n`)
  }

  async #commitAll(): Promise<void> {
    const { site, git } = this.#clones
    this.#edit()
    await git(site, 'commit', '-qam', 'Author: commit -a')
  }

  async #addAndCommit(): Promise<void> {
    const { site, git } = this.#clones
    writeFileSync(join(site, `note-${Math.random()}.md`), 'note\n')
    await git(site, 'add', '--', ':(glob)note*.md')
    await sleep(50)
    await git(site, 'commit', '-qm', 'Author: add, commit')
  }

  async #pullFromSecond(): Promise<void> {
    const { site, second, git } = this.#clones
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

  async #checkOutAndBack(): Promise<void> {
    const { site, git } = this.#clones
    await git(site, 'checkout', '-q', '-B', 'aside')
    await sleep(20)
    await git(site, 'checkout', '-q', 'main')
  }

  async #stash(): Promise<void> {
    const { site, git } = this.#clones
    this.#edit()
    await git(site, 'stash', '-q')
    await sleep(20)
    await git(site, 'stash', 'pop', '-q')
  }
}
