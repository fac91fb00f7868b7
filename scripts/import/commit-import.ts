/** The commits of the author's commands: of an import, of the first words of a site. */
import { type CommitAuthor, cleanAuthor } from '../../server/git/objects/commit-object.ts'
import { GitFailure } from '../../server/git/objects/git-process.ts'
import { git, gitOr } from '../content/git.ts'

/**
 * One commit of these files alone, whatever else is staged or changed.
 * @param paths relative to the content folder
 * @param trailer a last line of the message
 * @returns whether nothing is left to do, and what happened in words
 */
export async function commitFiles(
  contentDir: string,
  paths: readonly string[],
  { subject, trailer = null }: { subject: string; trailer?: string | null },
): Promise<{ done: boolean; text: string }> {
  const input = paths.map((path) => `${path}\0`).join('')
  const chosen = ['--pathspec-from-file=-', '--pathspec-file-nul']
  try {
    if ((await gitOr('false', contentDir, ['rev-parse', '--is-inside-work-tree'])) === 'false') {
      const reason = 'The content folder is in no git repository, so nothing is committed.'
      return { done: true, text: `${reason} ${byHand(subject, trailer)}`.trimEnd() }
    }
    await git(contentDir, ['add', ...chosen], { input })
    const { name, email } = await siteAuthor(contentDir)
    const author = ['-c', `user.name=${name}`, '-c', `user.email=${email}`]
    const message = ['-m', subject, ...(trailer === null ? [] : ['-m', trailer])]
    await git(contentDir, [...author, 'commit', '-q', ...message, ...chosen], { input })
    return { done: true, text: `Committed as '${subject}'.` }
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    const [reason] = error.stderr.split('\n')
    const text = `The files are there, but not committed: ${reason}\n${byHand(subject, trailer)}`
    return { done: false, text: text.trimEnd() }
  }
}

/** The author of the site's own commits. @param ownName where neither environment nor git has one */
export async function siteAuthor(folder: string, ownName = ''): Promise<CommitAuthor> {
  const set = (key: string) => gitOr('', folder, ['config', key])
  return cleanAuthor({
    name: process.env.GIT_AUTHOR_NAME || (await set('user.name')) || ownName,
    email: process.env.GIT_AUTHOR_EMAIL || (await set('user.email')),
  })
}

/** The record counts posts of a commit with the trailer of an import as imported, not as late. */
function byHand(subject: string, trailer: string | null): string {
  if (trailer === null) return ''
  return `When you commit them, keep the trailer: git commit -m '${subject}' -m '${trailer}'`
}
