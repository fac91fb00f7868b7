/** What the parts of the content store share: the snapshot, the files behind it, and a way to write. */
import type { Change, Repository, WorkTree } from '../git/repository.ts'
import type { Log } from '../log.ts'
import type { ContentFiles } from './files/content-files.ts'
import type { HistoryFollower } from './history/history-follower.ts'
import type { ContentIndex } from './index/content-index.ts'
import type { PostRecord, Saved, Snapshot } from './records.ts'

/** The changes of one write; `value` is the answer. */
export interface ContentPlan<T> extends Change<T> {
  /** Whether the change was merged with a newer version of the file. */
  merged?: boolean
}

export interface ContentAccess {
  readonly contentFiles: ContentFiles
  readonly repository: Repository
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly log: Log
  /** The files as last read, perhaps not in a snapshot yet. */
  readonly records: ContentIndex
  readonly historyFollower: HistoryFollower
  snapshot(): Snapshot
  /**
   * Commits the plan, then reads the written files again, so that the answer and every later one
   * has them. @throws errors of `plan`, RepositoryError
   */
  write<T>(plan: (tree: WorkTree) => Promise<ContentPlan<T>>): Promise<Saved<T>>
  /** Records why a version of a text cannot be rendered; null when it can. */
  noteRendering(revision: PostRecord['revision'], reason: string | null): void
}
