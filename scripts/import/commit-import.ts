/** The commits of the author's commands: of an import, of the first words of a site. */
import { type CommitAuthor, cleanAuthor } from '../../server/git/objects/commit-object.ts'
import { type Git, GitFailure, isGitMissing } from '../../server/git/objects/git-process.ts'
import { gitIn } from '../hooks/tree-files.ts'

export const GIT_MISSING = 'Git cannot be started; is it installed?'

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
  const git = gitIn(contentDir)
  const isInside = await git
    .text(['rev-parse', '--is-inside-work-tree'])
    .catch((error) => (isGitMissing(error) ? 'unknown' : 'false'))
  if (isInside === 'false') {
    const text =
      `The content folder is in no git repository, so nothing is committed. ${byHand(subject, trailer)}`.trimEnd()
    return { done: true, text }
  }
  const input = paths.map((path) => `${path}\0`).join('')
  const more = trailer === null ? [] : ['-m', trailer]
  const chosen = ['--pathspec-from-file=-', '--pathspec-file-nul']
  try {
    await git.run(['add', ...chosen], { input })
    const { name, email } = await siteAuthor(git)
    const author = ['-c', `user.name=${name}`, '-c', `user.email=${email}`]
    await git.run([...author, 'commit', '-q', '-m', subject, ...more, ...chosen], { input })
    return { done: true, text: `Committed as '${subject}'.` }
  } catch (error) {
    if (!(error instanceof GitFailure) && !isGitMissing(error)) throw error
    const reason =
      error instanceof GitFailure ? (error.stderr.trim().split('\n')[0] ?? '') : GIT_MISSING
    const text =
      `The files are there, but not committed: ${reason}\n${byHand(subject, trailer)}`.trimEnd()
    return { done: false, text }
  }
}

/** The author of the site's own commits. @param ownName where neither environment nor git has one */
export async function siteAuthor(git: Git, ownName = ''): Promise<CommitAuthor> {
  const known = (key: string) => git.text(['config', key]).catch(() => '')
  return cleanAuthor({
    name: process.env.GIT_AUTHOR_NAME || (await known('user.name')) || ownName,
    email: process.env.GIT_AUTHOR_EMAIL || (await known('user.email')),
  })
}

/** The record counts posts of a commit with the trailer of an import as imported, not as late. */
function byHand(subject: string, trailer: string | null): string {
  if (trailer === null) return ''
  return `When you commit them, keep the trailer: git commit -m '${subject}' -m '${trailer}'`
}
