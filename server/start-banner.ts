/** What a person wants to know once the server listens, in a few lines below its address. */
import type { App } from './app.ts'
import { isInProgram } from './content/files/starter-content.ts'
import { counted } from './log-lines.ts'

const MAKE_YOURS =
  '`npm run content -- init` makes this site yours, in a repository apart from the program'

/** Lines about content, newest commit, problems and remote; secrets are left out. */
export async function startBanner(
  { store, repository, remote }: Pick<App, 'store' | 'repository' | 'remote'>,
  { contentDir, starterDir }: { contentDir: string; starterDir: string },
): Promise<string> {
  const { allPosts, projects, problems } = store.snapshot()
  const { state, message } = repository.state()
  const holds = [counted(allPosts.length, 'post'), counted(projects.length, 'project')]
  const found = problems.length === 0 ? 'none' : `${problems.length}, listed in /admin and the log`
  const rows = [
    ['content', `${contentDir} (${holds.join(', ')})`],
    ['commit', await newestCommit(repository)],
    ['problems', found],
    ['remote', remote ?? 'none'],
    ...(state === 'ok' ? [] : [['saving', message]]),
    ...(isInProgram(contentDir, starterDir) ? [['yours', MAKE_YOURS]] : []),
  ]
  return rows.map(([name = '', words]) => `  ${name.padEnd(9)}${words}`).join('\n')
}

async function newestCommit(repository: App['repository']): Promise<string> {
  try {
    const head = await repository.head()
    const entry = head === null ? null : await repository.commit(head)
    return entry === null ? 'none yet' : `${entry.commit.slice(0, 7)} ${entry.subject}`
  } catch {
    return 'cannot be read; nothing can be saved'
  }
}
