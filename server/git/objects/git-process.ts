/**
 * The one place that starts git: told where the repository is, with argument arrays, an environment
 * without surprises and a time limit. simple-git serves fetch and push; here its 50 ms wait after a
 * silent command and its lack of stdin would cost more than a commit, and it buffers stdout as one
 * string.
 */
import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process'
import type { RepositoryPlace } from './repository-place.ts'

/** The operator's variables that git inherits; every other GIT_* variable is dropped. */
const KEPT_GIT_VARIABLES = new Set([
  'GIT_ASKPASS',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CONFIG_SYSTEM',
  'GIT_EXEC_PATH',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'GIT_SSL_CAINFO',
])

/** What an id means must not depend on `refs/replace` or a graft, which a push may bring. */
const AS_STORED = { GIT_NO_REPLACE_OBJECTS: '1', GIT_GRAFT_FILE: '/dev/null' }

const GIT_TIME_LIMIT_MS = 15_000
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
  /** Kills it when aborted. */
  signal?: AbortSignal
  /** Exit statuses that are no failure; 0 when absent. */
  exitCodes?: readonly number[]
  /** A command with more output is killed; 512 MiB when absent, since no string could hold it. */
  outputBytesMax?: number
}

interface GitSettings {
  /** Null: the repository that the environment names, as in a hook, or none. */
  place: RepositoryPlace | null
  /** The folder that git runs in; the top of the work tree when absent. */
  cwd?: string
  env: Record<string, string>
  /** `-c` settings, such as `core.fsync=all`. */
  config?: readonly string[]
}

/** Git in one repository with one set of settings. */
export class Git {
  readonly #cwd: string
  /** The `-c` settings each command gets, and its environment. */
  readonly config: readonly string[]
  readonly env: Record<string, string>

  constructor({ place, cwd, env, config = [] }: GitSettings) {
    this.#cwd = cwd ?? place?.top ?? '.'
    this.env = { ...env }
    if (place !== null) this.env.GIT_DIR = place.gitFolder
    if (place !== null && place.top !== null) this.env.GIT_WORK_TREE = place.top
    // Without a repository git would look for one, and take a folder with the right names.
    this.config = ['safe.bareRepository=explicit', ...config]
  }

  /** Runs to the end and returns stdout. @throws GitFailure, or the system's error without git */
  run(args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
    const { input, env, timeLimitMs = GIT_TIME_LIMIT_MS, exitCodes = [0], signal } = options
    const limits = {
      timeout: timeLimitMs,
      maxBuffer: options.outputBytesMax ?? OUTPUT_BYTES_MAX,
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
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

  /** Starts an interactive process; the caller ends it. @throws GitFailure when none can be started */
  start(args: readonly string[], env?: Environment): ChildProcessWithoutNullStreams {
    const options = { cwd: this.#cwd, env: { ...this.env, ...env } }
    const child = spawn('git', this.#withSettings(args), options)
    // Without a listener the process would end with it.
    child.on('error', () => {})
    // Where no file can be opened any more, a child has no pipes.
    if (child.stdin as unknown) return child
    throw new GitFailure(commandOf(args), null, 'no process could be started')
  }

  #withSettings(args: readonly string[]): string[] {
    return [...this.config.flatMap((setting) => ['-c', setting]), ...args]
  }
}

/** Whether a commit is another or its ancestor; false for an unknown one. @throws GitFailure */
export async function isAncestor(git: Git, commit: string, descendant: string): Promise<boolean> {
  if (commit === descendant) return true
  try {
    await git.run(['merge-base', '--is-ancestor', commit, descendant])
    return true
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    if (error.exitCode === 1 || /Not a valid commit name/.test(error.stderr)) return false
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

/** The environment of the server's git: the given one without foreign GIT_* variables, with ours. */
export function gitEnvironment(base: Environment): Record<string, string> {
  return {
    ...chosenVariables(base, isOperators),
    ...AS_STORED,
    LC_ALL: 'C',
    GIT_LITERAL_PATHSPECS: '1',
    // Reading commands must not take the author's index lock to refresh it.
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
  }
}

/**
 * The environment of git in an author's command: the author's own, without the repository that it
 * may name. @param isHook with that repository: what is being committed or pushed is only there
 */
export function authorEnvironment(base: Environment, isHook = false): Record<string, string> {
  // Git would use an empty variable, such as `GIT_AUTHOR_NAME=`, as a value.
  const isKept = (name: string) =>
    base[name] !== '' && (isHook || isOperators(name) || isIdentity(name))
  const own = chosenVariables(base, isKept)
  return { ...own, ...AS_STORED, LC_ALL: 'C', GIT_LITERAL_PATHSPECS: '1' }
}

const isOperators = (name: string) => !name.startsWith('GIT_') || KEPT_GIT_VARIABLES.has(name)
const isIdentity = (name: string) => /^GIT_(?:AUTHOR|COMMITTER)_/.test(name)

/** The variables whose names are kept. */
function chosenVariables(
  base: Environment,
  isKept: (name: string) => boolean,
): Record<string, string> {
  const kept = Object.entries(base).flatMap(([name, value]) =>
    value !== undefined && isKept(name) ? [[name, value]] : [],
  )
  return Object.fromEntries(kept)
}
