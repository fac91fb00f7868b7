/** Git for the author's commands. They wait for it, so nothing runs beside. */
import { execFileSync } from 'node:child_process'

/** Listings of a hundred thousand files. */
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024

/** git ended with a failure; the message is what it said. */
export class GitError extends Error {}

/** There is no git to start. */
class GitMissingError extends GitError {}

interface GitOptions {
  env?: NodeJS.ProcessEnv
  input?: string
}

/**
 * Runs git in this folder, with paths taken to the letter.
 * @returns its output without the line end
 * @throws GitError
 */
export function git(cwd: string, args: readonly string[], { env, input }: GitOptions = {}): string {
  // Git takes an empty variable, such as `GIT_AUTHOR_NAME=`, for a value.
  const present = Object.entries(process.env).filter(([, value]) => value)
  try {
    const output = execFileSync('git', ['-c', 'core.quotePath=false', ...args], {
      cwd,
      input: input ?? '',
      encoding: 'utf8',
      maxBuffer: OUTPUT_BYTES_MAX,
      stdio: 'pipe',
      env: { ...Object.fromEntries(present), LC_ALL: 'C', GIT_LITERAL_PATHSPECS: '1', ...env },
    })
    return output.replace(/\n$/, '')
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if ('path' in error && error.path === 'git') {
      throw new GitMissingError('Git cannot be started; is it installed?')
    }
    if (!('status' in error) || error.status === null) throw error
    throw new GitError(`${'stderr' in error ? error.stderr : ''}`.trim() || error.message)
  }
}

/** The output, or this value where git fails. @throws GitError where there is none */
export function gitOr<Fallback>(fallback: Fallback, ...call: Parameters<typeof git>) {
  try {
    return git(...call)
  } catch (error) {
    if (error instanceof GitError && !(error instanceof GitMissingError)) return fallback
    throw error
  }
}
