/** The commit of an import. Its trailer says that the posts are older than their first commit. */
import { GitFailure } from '../../server/git/objects/git-process.ts'
import { gitIn } from '../hooks/tree-files.ts'

/**
 * One commit of these files alone, whatever else is staged or changed.
 * @param paths relative to the content folder
 * @param from the name of the other program
 * @returns whether nothing is left to do, and what happened in words
 */
export async function commitImport(
  contentDir: string,
  paths: readonly string[],
  { subject, from }: { subject: string; from: string },
): Promise<{ done: boolean; text: string }> {
  const git = gitIn(contentDir)
  const trailer = `Imported-from: ${from}`
  const isInside = await git.text(['rev-parse', '--is-inside-work-tree']).catch(() => 'false')
  if (isInside !== 'true') {
    const text = `The content folder is in no git repository, so nothing is committed. ${byHand(subject, trailer)}`
    return { done: true, text }
  }
  const input = paths.map((path) => `${path}\0`).join('')
  const chosen = ['--pathspec-from-file=-', '--pathspec-file-nul']
  try {
    await git.run(['add', ...chosen], { input })
    await git.run(['commit', '-q', '-m', subject, '-m', trailer, ...chosen], { input })
    return { done: true, text: `Committed as '${subject}'.` }
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    const reason = error.stderr.trim().split('\n')[0] ?? ''
    const text = `The files are there, but not committed: ${reason}\n${byHand(subject, trailer)}`
    return { done: false, text }
  }
}

/** The record counts posts of such a commit as imported, not as late. */
function byHand(subject: string, trailer: string): string {
  return `When you commit them, keep the trailer: git commit -m '${subject}' -m '${trailer}'`
}
