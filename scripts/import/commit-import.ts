/** The commits of the author's commands: of an import, of the first words of a site. */
import { GitFailure } from '../../server/git/objects/git-process.ts'
import { gitIn } from '../hooks/tree-files.ts'

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
  const isInside = await git.text(['rev-parse', '--is-inside-work-tree']).catch(() => 'false')
  if (isInside !== 'true') {
    const text =
      `The content folder is in no git repository, so nothing is committed. ${byHand(subject, trailer)}`.trimEnd()
    return { done: true, text }
  }
  const input = paths.map((path) => `${path}\0`).join('')
  const more = trailer === null ? [] : ['-m', trailer]
  const chosen = ['--pathspec-from-file=-', '--pathspec-file-nul']
  try {
    await git.run(['add', ...chosen], { input })
    await git.run(['commit', '-q', '-m', subject, ...more, ...chosen], { input })
    return { done: true, text: `Committed as '${subject}'.` }
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    const reason = error.stderr.trim().split('\n')[0] ?? ''
    const text =
      `The files are there, but not committed: ${reason}\n${byHand(subject, trailer)}`.trimEnd()
    return { done: false, text }
  }
}

/** The record counts posts of a commit with the trailer of an import as imported, not as late. */
function byHand(subject: string, trailer: string | null): string {
  if (trailer === null) return ''
  return `When you commit them, keep the trailer: git commit -m '${subject}' -m '${trailer}'`
}
