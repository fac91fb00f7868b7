/** Commits of the author's commands `import` and `init`. */
import { type CommitAuthor, cleanAuthor } from '../../server/git/objects/commit-object.ts'
import { GitFailure } from '../../server/git/objects/git-process.ts'
import { git, gitOr } from '../content/git.ts'

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
