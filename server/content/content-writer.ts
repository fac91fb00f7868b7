/** The one way the admin's changes are made: commit, read the files again, then answer. */
import type { CommitId, Planner, Repository, WriteResult } from '../git/repository.ts'
import type { Log } from '../log.ts'
import type { HistoryReader } from './history/history-reader.ts'
import type { LiveContent } from './live-content.ts'

interface ContentWriterDeps {
  repository: Pick<Repository, 'write'>
  live: Pick<LiveContent, 'refresh'>
  reader: Pick<HistoryReader, 'readOwn'>
  log: Log
}

export class ContentWriter {
  readonly #deps: ContentWriterDeps
  /** The newest commit that was made here. */
  #newest: CommitId | null = null

  constructor(deps: ContentWriterDeps) {
    this.#deps = deps
  }

  /**
   * Commits what `plan` returns, then reads the written files again: the answer, and everyone after
   * it, sees them and the commit. @throws what `plan` throws, and RepositoryError
   */
  async write<T>(plan: Planner<T>): Promise<WriteResult<T>> {
    const { repository, live, reader, log } = this.#deps
    let paths: string[] = []
    const written = await repository.write(async (tree) => {
      const planned = await plan(tree)
      paths = planned.changes.map(({ path }) => path)
      return planned
    })
    const { commit } = written
    if (commit !== null) {
      this.#newest = commit
      log.info({ commit, files: paths }, 'Committed')
    }
    const { made } = written
    await live.refresh(paths, () => reader.readOwn(made))
    return written
  }

  /** Whether the commit is the newest that was made here. */
  isOwn(commit: CommitId): boolean {
    return commit === this.#newest
  }
}
