/** Types of this room's parameters and results. Paths are relative to the content folder. */

/** 40 hex digits naming a commit. */
export type CommitId = string
/** 40 hex digits naming a blob; the revision of a content file. */
export type BlobId = string

export interface FileVersion {
  bytes: Buffer
  /** Blob id of the bytes in the work tree, without conversions. */
  revision: BlobId
}

/** A file of the work tree. */
export interface TreeFile extends FileVersion {
  /** Blob id after git's conversions; another where line ends or filters apply. */
  committed: BlobId
}

/** The content as the next commit will find it. */
export interface WorkTree {
  /** The file's bytes, or null when there is no regular file. */
  read(path: string): Promise<TreeFile | null>
  /** Content of a revision as git would check it out; null when unknown. */
  readRevision(revision: BlobId, path: string): Promise<Buffer | null>
  /** Whether the path exists, also as a folder or link. */
  exists(path: string): Promise<boolean>
}

export interface FileChange {
  path: string
  /** The new bytes, or null to remove the file. */
  bytes: Buffer | null
}

/** A change of files with its message. */
export interface Change<T> {
  changes: readonly FileChange[]
  /** First line of the commit message; newlines are removed and it is cut at 72 characters. */
  subject: string
  body?: string
  /** Handed back with the result. */
  value: T
}

export interface WriteResult<T> {
  /** Null when the plan changed nothing: then no commit is made. */
  commit: CommitId | null
  /** Commits made, oldest first: uncommitted hand edits, then the plan. */
  newCommits: readonly LogCommit[]
  value: T
}

/** Computes changes from the newest content. Called again if another commit was made first. */
export type Planner<T> = (tree: WorkTree) => Promise<Change<T>>

export interface RepositoryState {
  state: 'ok' | 'repository_locked' | 'repository_busy' | 'wrong_branch' | 'read_only'
  /** A sentence for a person; empty when all is well. */
  message: string
}

/** One file as one commit changed it. */
export interface CommitChange {
  path: string
  /** Old path of a rename, else null. */
  from: string | null
  /** Mode in the new tree; zeros for a deleted file. */
  mode: string
  before: BlobId | null
  after: BlobId | null
}

/** A commit with its changes in the content folder. */
export interface LogCommit {
  commit: CommitId
  parents: readonly CommitId[]
  author: string
  /** Of the author, ISO 8601 with offset. */
  date: string
  /** Milliseconds since 1970. A rebase keeps `authoredAt` and renews `committedAt`. */
  authoredAt: number
  committedAt: number
  /** The message without control characters; the body's lines stay. */
  subject: string
  body: string
  changes: readonly CommitChange[]
}

export interface NewCommits {
  /** Time of the first commit in milliseconds since 1970; null when these start after `since`. */
  beganAt: number | null
  /** `after` is null for a link or submodule as well. */
  commits: readonly LogCommit[]
}

/** An acknowledged change that a rewrite of history took off the branch. */
export interface DisplacedChange extends Pick<LogCommit, 'commit' | 'date' | 'subject'> {
  files: readonly string[]
}

/** One file that both sides changed. */
export interface FileSides {
  /** As the caller names it: from the content folder, in a merge from the top of the work tree. */
  path: string
  /** Null when both added it. */
  base: Buffer | null
  ours: Buffer
  theirs: Buffer
}

/** The bytes with both changes in them; null when they do not fit together. */
export type MergeBytes = (sides: FileSides) => Promise<Buffer | null>

/** Rules for merges with the remote, by the room that knows the files. */
export interface MergeRules {
  merge: MergeBytes
  /** A copy of our version beside the remote's. */
  copy(sides: FileSides, revision: BlobId): FileChange
  /**
   * New paths of files that both sides added under one name, by our path.
   * @param paths all of the merged tree
   */
  separate(
    added: { ours: readonly string[]; theirs: readonly string[] },
    paths: readonly string[],
  ): ReadonlyMap<string, string>
}

export interface MergeConflict {
  /** Path of the remote's version. */
  file: string
  /** Path of the copy of our version. */
  copy: string
}

/** Result of an integration; empty when the branch had the commit already. */
export interface Integrated {
  /** Number of files that changed. */
  files: number
  conflicts: readonly MergeConflict[]
}

/** One file of a displaced commit that is applied again. */
export interface RedoneFile {
  path: string
  current: TreeFile | null
  /** Version of the commit; null if it deleted the file. */
  target: Buffer | null
  /** The merged content; undefined for a conflict. */
  result: Buffer | null | undefined
}
