/** The one way the admin's changes are made: commit, read the files again, then answer. */
import type { CommitId, Repository, WorkTree, WritePlan } from '../git/repository.ts'
import type { Log } from '../log.ts'
import type { HistoryReader } from './history/history-reader.ts'
import type { LiveContent } from './live-content.ts'
import type { Saved } from './records.ts'

interface ContentWriterDeps {
  repository: Pick<Repository, 'write'>
  live: Pick<LiveContent, 'refresh'>
  reader: Pick<HistoryReader, 'readOwn'>
  log: Log
}

/** What one write changes; its value is what the admin is answered. */
export interface ContentPlan<T> extends WritePlan<T> {
  /** True when the file had moved on and both changes fitted together. */
  merged?: boolean
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
  async write<T>(plan: (tree: WorkTree) => Promise<ContentPlan<T>>): Promise<Saved<T>> {
    const { repository, live, reader, log } = this.#deps
    let paths: string[] = []
    let merged = false
    const { commit, made, value } = await repository.write(async (tree) => {
      const planned = await plan(tree)
      paths = planned.changes.map(({ path }) => path)
      merged = planned.merged ?? false
      return planned
    })
    if (commit !== null) {
      this.#newest = commit
      log.info({ commit, files: paths }, 'Committed')
    }
    await live.refresh(paths, () => reader.readOwn(made))
    return { value, commit, merged }
  }

  /** Whether the commit is the newest that was made here. */
  isOwn(commit: CommitId): boolean {
    return commit === this.#newest
  }
}
