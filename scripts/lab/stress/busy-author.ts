/** An author who works in the content folder, in a loop and far faster than a person. */
import { type ExecFileException, execFile } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Clones {
  /** The content folder of the server. */
  site: string
  second: string
  git(cwd: string, ...args: string[]): Promise<string>
}

/** A remote and two clones of it, the first with content. */
export async function makeClones(
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
export class Author {
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
