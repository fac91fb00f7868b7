/**
 * Starts git: argument arrays, an environment without surprises, a time limit. simple-git serves
 * fetch and push; here its 50 ms wait after a silent command and its lack of stdin would cost more
 * than a commit, and it buffers stdout as one string.
 */
import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process'

/** The operator's variables that git inherits; every other GIT_* variable is dropped. */
const KEPT_GIT_VARIABLES = new Set([
  'GIT_ASKPASS',
  'GIT_CEILING_DIRECTORIES',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CONFIG_SYSTEM',
  'GIT_EXEC_PATH',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'GIT_SSL_CAINFO',
])

const GIT_TIME_LIMIT_MS = 15_000
/** A streaming command has no time limit, but is killed after so long without output. */
const SILENT_MS_MAX = 60_000
const STDERR_LENGTH_MAX = 2_000
/** A command with more output is killed: no string could hold it. */
const OUTPUT_BYTES_MAX = 512 * 1024 * 1024

export type Environment = Readonly<Record<string, string | undefined>>

/** A git command that ended with a status other than 0 or ran out of time. */
export class GitFailure extends Error {
  /** The command's name, as `cat-file`. */
  readonly command: string
  /** Null for one that was killed. */
  readonly exitCode: number | null
  readonly stderr: string

  constructor(command: string, exitCode: number | null, stderr: string) {
    super(`git ${command} ended with ${exitCode ?? 'a signal'}: ${stderr.trim()}`)
    this.name = 'GitFailure'
    this.command = command
    this.exitCode = exitCode
    this.stderr = stderr
  }
}

export interface GitOptions {
  input?: Buffer | string
  env?: Record<string, string>
  /** After so long it is killed; 15 s when absent, never for 0. */
  timeLimitMs?: number
  /** Exit statuses that are no failure; 0 when absent. */
  exitCodes?: readonly number[]
}

/** Git in one folder with one set of settings (`core.fsync=all` and the like). */
export class Git {
  readonly #cwd: string
  /** The `-c` settings each command gets, and its environment. */
  readonly config: readonly string[]
  readonly env: Record<string, string>

  constructor(options: { cwd: string; env: Record<string, string>; config: readonly string[] }) {
    this.#cwd = options.cwd
    this.env = options.env
    this.config = options.config
  }

  /** Runs to the end and returns stdout. @throws GitFailure, or the system's error without git */
  run(args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
    const { input, env, timeLimitMs = GIT_TIME_LIMIT_MS, exitCodes = [0] } = options
    const limits = {
      timeout: timeLimitMs,
      maxBuffer: OUTPUT_BYTES_MAX,
      killSignal: 'SIGKILL',
    } as const
    return new Promise((resolve, reject) => {
      const child = execFile(
        'git',
        this.#withSettings(args),
        { cwd: this.#cwd, env: { ...this.env, ...env }, encoding: 'buffer', ...limits },
        (error, stdout, stderr) => {
          if (child.pid === undefined) return reject(error)
          const exitCode = child.killed ? null : child.exitCode
          if (exitCode !== null && exitCodes.includes(exitCode)) return resolve(stdout)
          reject(new GitFailure(commandOf(args), exitCode, stderr.toString()))
        },
      )
      // Git may end without reading all of its input; its exit status tells why.
      child.stdin?.on('error', () => {}).end(input)
    })
  }

  /** As `run`, as text without the newline at the end. */
  async text(args: readonly string[], options?: GitOptions): Promise<string> {
    return (await this.run(args, options)).toString().replace(/\n$/, '')
  }

  /**
   * Stdout in chunks, for output longer than a string can be. Leaving the loop kills the command.
   * @throws GitFailure after the last chunk
   */
  async *stream(args: readonly string[]): AsyncGenerator<string> {
    const child = this.start(args)
    const silence = setTimeout(() => killProcess(child), SILENT_MS_MAX)
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(-STDERR_LENGTH_MAX)
    })
    child.stdin.on('error', () => {}).end()
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', resolve)
    })
    ended.catch(() => {})
    try {
      for await (const text of child.stdout.setEncoding('utf8')) {
        yield text
        silence.refresh()
      }
      const code = await ended
      if (code !== 0) throw new GitFailure(commandOf(args), code, stderr)
    } finally {
      clearTimeout(silence)
      killProcess(child)
    }
  }

  /** Starts an interactive process; the caller ends it. */
  start(args: readonly string[]): ChildProcessWithoutNullStreams {
    return spawn('git', this.#withSettings(args), { cwd: this.#cwd, env: this.env })
  }

  #withSettings(args: readonly string[]): string[] {
    return [...this.config.flatMap((setting) => ['-c', setting]), ...args]
  }
}

/** Whether a commit is another or its ancestor; false for an unknown one. */
export async function isAncestor(git: Git, commit: string, descendant: string): Promise<boolean> {
  if (commit === descendant) return true
  try {
    await git.run(['merge-base', '--is-ancestor', commit, descendant])
    return true
  } catch (error) {
    if (error instanceof GitFailure && error.exitCode !== null) return false
    throw error
  }
}

/** Name of the command, which may follow global options. */
export function commandOf(args: readonly string[]): string {
  const isOption = (arg: string | undefined) => arg === '-c' || arg === '-C'
  return args.find((arg, at) => !arg.startsWith('-') && !isOption(args[at - 1])) ?? ''
}

/** Kills a process and closes its pipes, which surviving children may hold open. */
export function killProcess(child: ChildProcessWithoutNullStreams): void {
  child.kill('SIGKILL')
  child.stdout.destroy()
  child.stderr.destroy()
}

/** The environment of git: the given one without foreign GIT_* variables, with ours added. */
export function gitEnvironment(base: Environment): Record<string, string> {
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(base)) {
    if (value === undefined) continue
    if (!name.startsWith('GIT_') || KEPT_GIT_VARIABLES.has(name)) env[name] = value
  }
  return {
    ...env,
    LC_ALL: 'C',
    GIT_LITERAL_PATHSPECS: '1',
    // Reading commands must not take the author's index lock to refresh it.
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
  }
}
