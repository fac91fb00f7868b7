/** Git for the author's commands. */
import { Git, GitFailure, type GitOptions } from '../../server/git/objects/git-process.ts'

/** Git in a folder with the author's configuration and hooks, and literal pathspecs. */
export function authorGit(cwd: string): Git {
  // Git would use an empty variable, such as `GIT_AUTHOR_NAME=`, as a value.
  const present = Object.entries(process.env).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  )
  const env = { ...Object.fromEntries(present), LC_ALL: 'C', GIT_LITERAL_PATHSPECS: '1' }
  return new Git({ cwd, env, config: ['core.quotePath=false'] })
}

/** Git's output without the last newline. @throws GitFailure, or ENOENT without git */
export function git(cwd: string, args: readonly string[], options?: GitOptions): Promise<string> {
  // The author's hooks may take a while.
  return authorGit(cwd).text(args, { timeLimitMs: 0, ...options })
}

/** Output of git, or `fallback` if git fails. @throws ENOENT without git */
export async function gitOr<Fallback>(fallback: Fallback, ...call: Parameters<typeof git>) {
  return git(...call).catch((error: unknown) => {
    if (error instanceof GitFailure) return fallback
    throw error
  })
}
