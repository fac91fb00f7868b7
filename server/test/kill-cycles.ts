/**
 * Kills lose nothing: start a writer, kill it (with its git children, or alone) at a random
 * moment, let the recovery run, and let git say what is there.
 */
import { execFileSync, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRepository } from '../git/open/create-repository.ts'
import { type Log, silentLog } from '../log.ts'

export interface KillCounts {
  cycles: number
  acked: number
  /** Acknowledged commits that are no longer below HEAD. */
  lost: number
  /** Commits that stand although the answer was never sent. */
  unacked: number
  /** Cycles after which `git status` showed other than the author's own changes. */
  statusChanged: number
  /** Cycles after which fsck had something to say. */
  fsckFaults: number
  /** Lock files that were still there after the recovery. */
  locksLeft: number
  /** Cycles in which the recovery completed a write. */
  completed: number
  slowestRecoveryMs: number
}

interface Options {
  folder: string
  cycles: number
  /** Command line of the writer, to which folder and first number are added. */
  writer: readonly string[]
  env: Record<string, string | undefined>
  /** Longest life of a writer after it is ready, or after its first save. */
  killWithinMs: number
  /** Every how many cycles the whole of fsck runs. */
  fsckEvery: number
}

/** Runs the cycles in a repository whose content is committed, with the author's work in place. */
export function runKillCycles(options: Options): Promise<KillCounts> {
  return new KillCycles(options).run()
}

class KillCycles {
  readonly #options: Options
  readonly #counts: KillCounts
  readonly #ackedCommits = new Set<string>()
  /** What git says of the author's own work. */
  readonly #atFirst: string
  #number = 0

  constructor(options: Options) {
    this.#options = options
    this.#counts = {
      cycles: options.cycles,
      ...{ acked: 0, lost: 0, unacked: 0, completed: 0 },
      ...{ statusChanged: 0, fsckFaults: 0, locksLeft: 0, slowestRecoveryMs: 0 },
    }
    this.#atFirst = this.#authorsWork()
  }

  async run(): Promise<KillCounts> {
    for (let cycle = 1; cycle <= this.#options.cycles; cycle += 1) {
      this.#note(await this.#killOnce(cycle))
      await this.#recover()
      this.#check(cycle)
    }
    const standing = this.#git('rev-list', '--author=Admin', 'HEAD').split('\n')
    this.#counts.acked = this.#ackedCommits.size
    this.#counts.unacked = standing.filter((commit) => !this.#ackedCommits.has(commit)).length
    return this.#counts
  }

  /** One life of the writer, every other one with a save that was answered; returns what it printed. */
  async #killOnce(cycle: number): Promise<string[]> {
    const { folder, writer, env, killWithinMs } = this.#options
    const [command = '', ...args] = writer
    const child = spawn(command, [...args, folder, String(this.#number), '3'], {
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    const begin = cycle % 2 === 0 ? /ready\n/ : / [0-9a-f]{40}\n/
    const ready = new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (begin.test(output)) resolve()
      })
      child.on('close', () => resolve())
    })
    const closed = new Promise((resolve) => child.on('close', resolve))
    await ready
    await sleep(Math.random() * killWithinMs)
    if (child.pid === undefined) throw new Error('the writer did not start')
    // A negative number names the process group: the writer and its git children.
    process.kill(cycle % 4 === 0 ? child.pid : -child.pid, 'SIGKILL')
    await closed
    return output.split('\n').slice(0, -1)
  }

  /** The commits that the writer has acknowledged. */
  #note(lines: readonly string[]): void {
    for (const line of lines) {
      const [, written, commit = ''] = line.split(' ')
      if (!/^[0-9a-f]{40}$/.test(commit)) continue
      this.#ackedCommits.add(commit)
      this.#number = Math.max(this.#number, Number(written))
    }
    // Numbers of writes that were not acknowledged are not used again.
    this.#number += 100
  }

  async #recover(): Promise<void> {
    const { folder, env } = this.#options
    const counts = this.#counts
    const log: Log = {
      ...silentLog,
      info(_, message) {
        if (message === 'Completed an interrupted write') counts.completed += 1
      },
    }
    const start = performance.now()
    const identity = { name: 'Admin', email: 'admin@example.org' }
    const repository = await createRepository({ contentDir: folder, identity, log, env })
    counts.slowestRecoveryMs = Math.max(counts.slowestRecoveryMs, performance.now() - start)
    await repository.close()
  }

  #check(cycle: number): void {
    const { folder, cycles, fsckEvery } = this.#options
    const counts = this.#counts
    const standing = new Set(this.#git('rev-list', 'HEAD').split('\n'))
    counts.lost += [...this.#ackedCommits].filter((commit) => !standing.has(commit)).length
    if (this.#authorsWork() !== this.#atFirst) counts.statusChanged += 1
    if (cycle % fsckEvery === 0 || cycle === cycles) {
      if (this.#git('fsck', '--full', '--strict', '--no-dangling') !== '') counts.fsckFaults += 1
    }
    const names = readdirSync(join(folder, '.git'), { recursive: true, encoding: 'utf8' })
    counts.locksLeft += names.filter((name) => name.endsWith('.lock')).length
  }

  #authorsWork(): string {
    return [this.#git('status', '--porcelain'), this.#git('diff', '--cached')].join('\n')
  }

  #git(...args: string[]): string {
    const { folder, env } = this.#options
    const options = { cwd: folder, env, encoding: 'utf8', maxBuffer: 1 << 28 } as const
    return execFileSync('git', args, options).trim()
  }
}
