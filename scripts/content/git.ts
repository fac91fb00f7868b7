/** Git for the author's commands: with the author's configuration and hooks. */
import { type CommitAuthor, cleanAuthor } from '../../server/git/objects/commit-object.ts'
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

/**
 * Commits only these files, whatever else is staged or changed.
 * @param paths relative to the content folder
 * @param message subject, and optionally a trailer; with the trailer of an import the record counts
 *   the posts as imported, not as late
 * @returns whether it was committed, and a report
 */
export async function commitFiles(
  contentDir: string,
  paths: readonly string[],
  message: readonly [string, string?],
): Promise<{ done: boolean; text: string }> {
  const input = paths.map((path) => `${path}\0`).join('')
  const chosen = ['--pathspec-from-file=-', '--pathspec-file-nul']
  try {
    await git(contentDir, ['add', ...chosen], { input })
    const { name, email } = await siteAuthor(contentDir)
    const author = ['-c', `user.name=${name}`, '-c', `user.email=${email}`]
    const parts = message.flatMap((part = '') => ['-m', part])
    await git(contentDir, [...author, 'commit', '-q', ...parts, ...chosen], { input })
    return { done: true, text: `Committed as '${message[0]}'.` }
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    const [reason] = (error.stderr.trim() || error.message).split('\n')
    const parts = message.map((part) => `-m '${part}'`).join(' ')
    const command = `git -C '${contentDir}' commit ${parts}`
    const text = `The files are there, but not committed: ${reason}\nBy hand: ${command}`
    return { done: false, text }
  }
}

/** Author of the site's commits. @param ownName used if neither environment nor git has a name */
export async function siteAuthor(folder: string, ownName = ''): Promise<CommitAuthor> {
  const set = (key: string) => gitOr('', folder, ['config', key])
  return cleanAuthor({
    name: process.env.GIT_AUTHOR_NAME || (await set('user.name')) || ownName,
    email: process.env.GIT_AUTHOR_EMAIL || (await set('user.email')),
  })
}
