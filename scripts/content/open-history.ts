/** The history of the content folder's repository, for commands that only read. */
import { existsSync, realpathSync } from 'node:fs'
import { History } from '../../server/git/history/history.ts'
import { Git, gitEnvironment } from '../../server/git/objects/git-process.ts'
import { ObjectReader } from '../../server/git/objects/object-reader.ts'
import {
  findRepositoryPaths,
  type RepositoryPaths,
} from '../../server/git/objects/repository-paths.ts'

export interface OpenHistory {
  history: History
  reader: ObjectReader
  git: Git
  paths: RepositoryPaths
  close(): Promise<void>
}

/** Opens the history; null where the folder is in no repository. The caller closes it. */
export async function openHistory(contentDir: string): Promise<OpenHistory | null> {
  if (!existsSync(contentDir)) return null
  const env = gitEnvironment(process.env, {})
  const here = new Git({ cwd: realpathSync(contentDir), env, config: [] })
  const paths = await findRepositoryPaths(here)
  if (paths === null) return null
  // From the top of the work tree, as the server does: below it git takes paths for those of the folder.
  const git = new Git({ cwd: paths.top, env, config: [] })
  const reader = new ObjectReader(git)
  const history = new History({ git, paths, reader })
  return { history, reader, git, paths, close: () => reader.close() }
}
