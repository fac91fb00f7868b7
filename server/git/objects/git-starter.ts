/**
 * Runs git commands from a small process (`git-worker.ts`). A fork copies page tables: with 200 MB
 * in use that blocks the server for 2 to 16 ms a command.
 */
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { workerFile } from '../../workers/worker-file.ts'

const START_AFTER_MS = 1_000
/** A command with more output is killed: no string could hold it. */
const OUTPUT_BYTES_MAX = 512 * 1024 * 1024

export interface GitCommand {
  args: readonly string[]
  cwd: string
  env: Record<string, string>
  input: Buffer | string | undefined
  /** After so long it is killed. */
  timeLimitMs: number
}

interface GitResult {
  /** Null for a command that was killed. */
  exitCode: number | null
  stdout: Buffer
  stderr: string
  /** The system's error code, as `ENOENT`, when git was not started. */
  startError: string | null
}

/** The process's answer to one command. */
type Reply = GitResult & { id: number }

/** Runs one git command to its end; a failure is part of the result. */
export function execGit(command: GitCommand): Promise<GitResult> {
  const { args, cwd, env, input, timeLimitMs } = command
  return new Promise((resolve) => {
    const limits = {
      timeout: timeLimitMs,
      maxBuffer: OUTPUT_BYTES_MAX,
      killSignal: 'SIGKILL',
    } as const
    const child = execFile(
      'git',
      args,
      { cwd, env, encoding: 'buffer', ...limits },
      (error, stdout, stderr) => {
        const startError = child.pid === undefined ? String(error?.code ?? 'EAGAIN') : null
        const exitCode = child.killed ? null : child.exitCode
        resolve({ exitCode, stdout, stderr: stderr.toString(), startError })
      },
    )
    // The child may end without reading all of its input; its exit status tells why.
    child.stdin?.on('error', () => {}).end(input)
  })
}

class GitStarter {
  #process: ChildProcess | null = null
  #timer: NodeJS.Timeout | null = null
  #lastId = 0
  /** Commands that have no result yet, by id. */
  readonly #waiting = new Map<number, (result: GitResult) => void>()

  /** Starts the process in a second: the start of the server comes first. */
  start(): void {
    this.#timer ??= setTimeout(() => void this.#fork(), START_AFTER_MS).unref()
  }

  /** As `execGit`; in this process until the other is ready. */
  run(command: GitCommand): Promise<GitResult> {
    const process = this.#process
    if (process === null) return execGit(command)
    return new Promise((resolve) => {
      const id = ++this.#lastId
      this.#waiting.set(id, resolve)
      process.channel?.ref()
      // If the send fails, `exit` settles the command.
      process.send({ id, ...command }, () => {})
    })
  }

  async #fork(): Promise<void> {
    const child = fork(await workerFile('git/objects/git-worker'), {
      env: {},
      execArgv: ['--max-semi-space-size=1'],
      serialization: 'advanced',
    })
    child.unref()
    child.channel?.unref()
    // The first message means ready, each later one is a result.
    child.once('message', () => {
      this.#process = child
      child.on('message', (reply: Reply) => this.#settle(child, reply.id, reply))
    })
    child.on('error', () => {})
    child.once('exit', () => this.#onExit(child))
  }

  #settle(child: ChildProcess, id: number, result: GitResult): void {
    this.#waiting.get(id)?.(result)
    this.#waiting.delete(id)
    if (this.#waiting.size === 0) child.channel?.unref()
  }

  /** The outcome of pending commands is unknown: each counts as killed. */
  #onExit(child: ChildProcess): void {
    this.#timer = null
    this.start()
    if (this.#process !== child) return
    this.#process = null
    const killed = { exitCode: null, stdout: Buffer.alloc(0), stderr: '', startError: null }
    for (const id of [...this.#waiting.keys()]) this.#settle(child, id, killed)
  }
}

/** One process serves every repository of this one. */
export const gitStarter = new GitStarter()
