/** The one way the admin's changes are made: commit, read the files again, then answer. */
import type { CommitId, Planner, Repository, WriteResult } from '../git/repository.ts'
import type { HistoryReader } from './history/history-reader.ts'
import type { LiveContent } from './live-content.ts'

/** Commits that are remembered as our own. */
const OWN_COMMITS_MAX = 1_000

interface ContentWriterDeps {
  repository: Pick<Repository, 'write'>
  live: Pick<LiveContent, 'refresh'>
  reader: Pick<HistoryReader, 'readOwn'>
  /** Called with each commit, and the files that it names. */
  onCommit?: ((commit: CommitId, files: readonly string[]) => void) | undefined
}

export class ContentWriter {
  readonly #repository: Pick<Repository, 'write'>
  readonly #live: Pick<LiveContent, 'refresh'>
  readonly #reader: ContentWriterDeps['reader']
  readonly #onCommit: ContentWriterDeps['onCommit']
  readonly #ownCommits = new Set<CommitId>()

  constructor({ repository, live, reader, onCommit }: ContentWriterDeps) {
    this.#repository = repository
    this.#live = live
    this.#reader = reader
    this.#onCommit = onCommit
  }

  /**
   * Commits what `plan` returns, then reads the written paths again.
   * @param pathsOf the paths to read, from the plan's value
   * @throws what `plan` throws, and RepositoryError
   */
  async write<T>(
    plan: Planner<T>,
    pathsOf: (value: T) => readonly string[],
  ): Promise<WriteResult<T>> {
    const written = await this.#repository.write(plan)
    if (written.commit !== null) {
      this.#note(written.commit)
      this.#onCommit?.(written.commit, pathsOf(written.value))
    }
    // The answer, and everyone after it, sees the commit in the history as well.
    const { made = [] } = written
    await this.#live.refresh(pathsOf(written.value), () => this.#reader.readOwn(made))
    return written
  }

  /** Whether the commit is one of the newest that were made here. */
  isOwn(commit: CommitId): boolean {
    return this.#ownCommits.has(commit)
  }

  #note(commit: CommitId): void {
    this.#ownCommits.add(commit)
    const [oldest] = this.#ownCommits
    if (this.#ownCommits.size > OWN_COMMITS_MAX && oldest !== undefined) {
      this.#ownCommits.delete(oldest)
    }
  }
}
