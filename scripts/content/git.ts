/** Git for the author's commands: with the author's configuration and hooks. */
import {
  authorEnvironment,
  Git,
  GitFailure,
  type GitOptions,
} from '../../server/git/objects/git-process.ts'
import { findRepositoryPlace, placeAt } from '../../server/git/objects/repository-place.ts'

const CONFIG = ['core.quotePath=false']

/**
 * Git in a folder of a repository, or in one without.
 * @throws StartError for a repository of another user
 */
export function authorGit(folder: string): Git {
  const place = findRepositoryPlace(folder) ?? placeAt(folder)
  return new Git({ place, cwd: folder, env: authorEnvironment(process.env), config: CONFIG })
}

/** Git in an installed hook, where the environment names the repository and what is being pushed. */
export function hookGit(): Git {
  return new Git({ place: null, env: authorEnvironment(process.env, true), config: CONFIG })
}

/** Git's output without the last newline. @throws GitFailure, or ENOENT without git */
export function git(folder: string, args: readonly string[], options?: GitOptions) {
  // The author's hooks may take a while.
  return authorGit(folder).text(args, { timeLimitMs: 0, ...options })
}

/** Output of git, or `fallback` if git fails. @throws ENOENT without git */
export async function gitOr<Fallback>(fallback: Fallback, ...call: Parameters<typeof git>) {
  return git(...call).catch((error: unknown) => {
    if (error instanceof GitFailure) return fallback
    throw error
  })
}
