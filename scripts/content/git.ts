/** Git for the author's commands. */
import { Git, GitFailure, type GitOptions } from '../../server/git/objects/git-process.ts'

/** Git in this folder as its author runs it: with their settings and hooks, paths to the letter. */
export function authorGit(cwd: string): Git {
  // Git takes an empty variable, such as `GIT_AUTHOR_NAME=`, for a value.
  const present = Object.entries(process.env).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  )
  const env = { ...Object.fromEntries(present), LC_ALL: 'C', GIT_LITERAL_PATHSPECS: '1' }
  return new Git({ cwd, env, config: ['core.quotePath=false'] })
}

/** Its output without the line end. @throws GitFailure, or the system's error without git */
export function git(cwd: string, args: readonly string[], options?: GitOptions): Promise<string> {
  // The author's hooks may take a while.
  return authorGit(cwd).text(args, { timeLimitMs: 0, ...options })
}

/** The output, or this value where git fails. @throws the system's error without git */
export async function gitOr<Fallback>(fallback: Fallback, ...call: Parameters<typeof git>) {
  return git(...call).catch((error: unknown) => {
    if (error instanceof GitFailure) return fallback
    throw error
  })
}
