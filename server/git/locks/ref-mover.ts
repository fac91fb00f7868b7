/**
 * Moves refs through `git update-ref --stdin`, so that packed refs, reflogs and linked work trees
 * stay git's business. One process serves the transactions of a few seconds: git takes the time in
 * a reflog line from the start of the process, so it must not get old.
 */
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { endProcess, type Git, GitFailure, killProcess } from '../objects/git-process.ts'
import type { RefLocks } from './ref-locks.ts'

const SESSION_MS_MAX = 10_000
const TRANSACTION_MS_MAX = 15_000
const NO_COMMIT = '0'.repeat(40)

export interface RefMove {
  ref: string
  to: string
  /** What the ref must name now, null for nothing; absent: whatever it names. */
  from?: string | null
}

interface Session {
  child: ChildProcessWithoutNullStreams
  startedAt: number
  output: string
  stderr: string
  /** Called after each piece of output and at the end. */
  changed: () => void
  ended: { code: number | null } | null
}

/**
 * `git` must run with `core.fsync=all`, else a moved ref may be empty after a power cut.
 * @param locks is told of what a killed process may have left
 */
export class RefMover {
  #session: Session | null = null
  #closed = false
  readonly #git: Git
  readonly #locks: RefLocks

  constructor(git: Git, locks: RefLocks) {
    this.#git = git
    this.#locks = locks
  }

  /** Starts the process while other things are being prepared. */
  warmUp(): Session {
    if (this.#closed) throw new Error('The repository is closed.')
    if (this.#session !== null && Date.now() - this.#session.startedAt > SESSION_MS_MAX)
      this.#retire()
    this.#session ??= this.#start()
    return this.#session
  }

  /**
   * Moves all of them or none. @throws GitFailure, after which only the refs themselves can tell
   * whether the transaction took place.
   */
  async move(moves: readonly RefMove[]): Promise<void> {
    if (this.#locks.isDue()) await this.#locks.clear()
    const current = this.warmUp()
    current.output = ''
    const lines = moves.map(({ ref, to, from }) =>
      from === undefined ? `update ${ref} ${to}` : `update ${ref} ${to} ${from ?? NO_COMMIT}`,
    )
    const done = new Promise<void>((resolve, reject) => {
      current.changed = () => {
        if (current.output.includes('commit: ok\n')) resolve()
        else if (current.ended) {
          // Git that ends by itself takes its locks along.
          if (current.ended.code === null) this.#locks.suspect(moves)
          reject(new GitFailure('update-ref', current.ended.code, current.stderr))
        }
      }
      current.changed()
    })
    const timer = setTimeout(() => killProcess(current.child), TRANSACTION_MS_MAX)
    try {
      current.child.stdin.write(`${['start', ...lines, 'prepare', 'commit'].join('\n')}\n`)
      await done
    } finally {
      clearTimeout(timer)
      current.changed = () => {}
    }
  }

  /** Resolves when the process has ended. */
  async close(): Promise<void> {
    this.#closed = true
    const last = this.#session?.child
    this.#session = null
    if (last) await endProcess(last)
  }

  #start(): Session {
    const child = this.#git.start(['update-ref', '-m', 'gap: write', '--stdin'])
    const started: Session = {
      child,
      startedAt: Date.now(),
      output: '',
      stderr: '',
      changed: () => {},
      ended: null,
    }
    const end = (code: number | null) => {
      started.ended ??= { code }
      if (this.#session === started) this.#session = null
      started.changed()
    }
    child.stdout.on('data', (chunk: Buffer) => {
      started.output += chunk.toString()
      started.changed()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      started.stderr = (started.stderr + chunk.toString()).slice(-2000)
    })
    child.stdin.on('error', () => {})
    child.on('error', (error) => {
      started.stderr += error.message
      end(null)
    })
    child.on('close', end)
    return started
  }

  #retire(): void {
    this.#session?.child.stdin.end()
    this.#session = null
  }
}
