/**
 * Kills lose nothing: start a writer, kill it (with its git children, or alone) at a random
 * moment, let the recovery run, and let git say what is there. Used by a short test and by the long
 * `scripts/lab/stress/stress-git.ts`.
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
  /** Longest life of a writer after it is ready. */
  killWithinMs: number
  /** Every how many cycles the whole of fsck runs. */
  fsckEvery: number
}

/** Runs the cycles in a repository whose content is committed, with the author's work in place. */
export async function runKillCycles(options: Options): Promise<KillCounts> {
  const { folder, cycles, writer, env, killWithinMs, fsckEvery } = options
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, env, encoding: 'utf8', maxBuffer: 1 << 28 }).trim()
  const status = git('status', '--porcelain')
  const staged = git('diff', '--cached')
  const counts: KillCounts = {
    cycles,
    acked: 0,
    lost: 0,
    unacked: 0,
    statusChanged: 0,
    fsckFaults: 0,
    locksLeft: 0,
    completed: 0,
    slowestRecoveryMs: 0,
  }
  const log: Log = {
    ...silentLog,
    info(_, message) {
      if (message === 'Completed an interrupted write') counts.completed += 1
    },
  }
  const ackedCommits = new Set<string>()
  let number = 0

  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    const lines = await killOnce(cycle % 4 !== 0)
    for (const line of lines) {
      const [, written, commit = ''] = line.split(' ')
      if (!/^[0-9a-f]{40}$/.test(commit)) continue
      ackedCommits.add(commit)
      number = Math.max(number, Number(written))
    }
    // Numbers of writes that were not acknowledged are not used again.
    number += 100
    await recover()
    check(cycle)
  }
  const standing = git('rev-list', '--author=Admin', 'HEAD').split('\n')
  counts.acked = ackedCommits.size
  counts.unacked = standing.filter((commit) => !ackedCommits.has(commit)).length
  return counts

  /** One life of the writer; returns what it printed. */
  async function killOnce(withChildren: boolean): Promise<string[]> {
    const [command = '', ...args] = writer
    const child = spawn(command, [...args, folder, String(number), '3'], {
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    const ready = new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('ready\n')) resolve()
      })
      child.on('close', () => resolve())
    })
    const closed = new Promise((resolve) => child.on('close', resolve))
    await ready
    await sleep(Math.random() * killWithinMs)
    if (child.pid === undefined) throw new Error('the writer did not start')
    // A negative number names the process group: the writer and its git children.
    process.kill(withChildren ? -child.pid : child.pid, 'SIGKILL')
    await closed
    return output.split('\n').slice(0, -1)
  }

  async function recover(): Promise<void> {
    const start = performance.now()
    const identity = { name: 'Admin', email: 'admin@example.org' }
    const repository = await createRepository({ contentDir: folder, identity, log, env })
    counts.slowestRecoveryMs = Math.max(counts.slowestRecoveryMs, performance.now() - start)
    await repository.close()
  }

  function check(cycle: number): void {
    const standing = new Set(git('rev-list', 'HEAD').split('\n'))
    counts.lost += [...ackedCommits].filter((commit) => !standing.has(commit)).length
    if (git('status', '--porcelain') !== status || git('diff', '--cached') !== staged) {
      counts.statusChanged += 1
    }
    if (cycle % fsckEvery === 0 || cycle === cycles) {
      if (git('fsck', '--full', '--strict', '--no-dangling') !== '') counts.fsckFaults += 1
    }
    const names = readdirSync(join(folder, '.git'), { recursive: true, encoding: 'utf8' })
    counts.locksLeft += names.filter((name) => name.endsWith('.lock')).length
  }
}
