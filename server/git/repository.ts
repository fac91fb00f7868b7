/**
 * The git repository as the rest of the server sees it: one way to write (`write`), cheap
 * questions about its state, and reads of what history holds. It does not know what the files
 * mean. Paths are relative to the content folder, with `/`, as in `posts/a.md`.
 */

/** 40 hex digits naming a commit. */
export type CommitId = string
/** 40 hex digits naming a blob; the revision of a content file. */
export type BlobId = string

export interface FileVersion {
  bytes: Buffer
  /** Git's id of the bytes as they stand in the work tree. */
  revision: BlobId
}

/** A file of the work tree. */
export interface TreeFile extends FileVersion {
  /** The blob that git has or would commit for it: another where line ends or filters differ. */
  committed: BlobId
}

/** Whether a revision names this version of a file, as it stands in the work tree or in git. */
export const isVersion = (file: TreeFile | null, revision: BlobId | null): boolean =>
  file === null ? revision === null : revision === file.revision || revision === file.committed

/** The content as the next commit will find it. */
export interface WorkTree {
  /** The file's bytes, or null when there is no regular file. */
  read(path: string): Promise<TreeFile | null>
  /** What the file was at a revision, as it would stand in the work tree; null when unknown. */
  readRevision(revision: BlobId, path: string): Promise<Buffer | null>
  /** Whether anything at all stands at the path. */
  exists(path: string): Promise<boolean>
}

export interface FileChange {
  path: string
  /** The new bytes, or null to remove the file. */
  bytes: Buffer | null
}

export interface WritePlan<T> {
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
  /** What was committed, oldest first: a hand edit that was found, then the plan's own changes. */
  made: readonly LogCommit[]
  value: T
}

/** Works out a change against the newest content. Called again if another commit was made first. */
export type Planner<T> = (tree: WorkTree) => Promise<WritePlan<T>>

type StateName = 'ok' | 'repository_locked' | 'repository_busy' | 'wrong_branch' | 'read_only'

export interface RepositoryState {
  state: StateName
  /** A sentence for a person; empty when all is well. */
  message: string
}

export interface HistoryEntry
  extends Pick<LogCommit, 'commit' | 'author' | 'date' | 'subject' | 'body'> {
  /** Paths inside the content folder that the commit changed. */
  files: readonly string[]
}

/** One file as one commit changed it. */
export interface CommitChange {
  path: string
  /** The path it had before, where git takes the change for a rename. */
  from: string | null
  /** As in a tree, zeros where the file is gone. */
  mode: string
  before: BlobId | null
  after: BlobId | null
}

/** A commit with what it changed in the content folder. */
export interface LogCommit {
  commit: CommitId
  parents: readonly CommitId[]
  author: string
  /** Of the author, ISO 8601 with offset. */
  date: string
  /** Milliseconds since 1970. A rebase makes a new commit of an old change: then it is the later. */
  authoredAt: number
  committedAt: number
  /** The message without control characters; the body's lines stay. */
  subject: string
  body: string
  changes: readonly CommitChange[]
}

/** One file as one commit changed it, oldest first when listed. */
export type FileRevision = Pick<LogCommit, 'commit' | 'date' | 'body'> & CommitChange

export interface MainLineReading {
  /** False when the commits follow those up to `since`; true when they are all there are. */
  isWhole: boolean
  /** Of a whole reading: when the first commit of all was made, in milliseconds since 1970. */
  beganAt: number | null
  /** Each against its first parent; `after` is null too where a link or submodule stands then. */
  commits: readonly LogCommit[]
}

/** An acknowledged change that a rewrite of history took off the branch. */
export type DisplacedChange = Pick<HistoryEntry, 'commit' | 'date' | 'subject' | 'files'>

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

/** What only those who know the files can say about a merge with the remote. */
export interface MergeRules {
  merge: MergeBytes
  /** Our text as a file beside the remote's; null when the history alone keeps it. */
  copy(sides: FileSides, revision: BlobId): FileChange | null
}

export interface MergeConflict {
  /** Where the remote's text stands. */
  file: string
  /** Where ours was put; null when only the history has it. */
  copy: string | null
}

/** What a fetched commit brought into the branch; nothing when the branch had it. */
export interface Integrated {
  /** The paths that changed, from the top of the work tree. */
  files: readonly string[]
  conflicts: readonly MergeConflict[]
}

/** One file of one merge with a conflict; paths are those of the content folder. */
export interface LeftConflict extends MergeConflict {
  /** The merge's commit. */
  commit: CommitId
  date: string
  /** Our version, and the one that both came from. */
  ours: BlobId | null
  base: BlobId | null
  /** Whether a later commit has changed the file. */
  isChangedSince: boolean
}

/** One file of a displaced commit that is made once more. */
export interface RedoneFile {
  path: string
  current: TreeFile | null
  /** As the commit had it; null where it deleted the file. */
  wanted: Buffer | null
  /** What the file becomes; undefined when both changed one place. */
  result: Buffer | null | undefined
  /** Commits before it whose change of the file comes along. */
  includes: readonly CommitId[]
}

/** Our branch at one remote. What talks to the remote throws RemoteFailure. */
export interface RemoteBranch {
  /** The remote as it may be shown: no credentials. */
  readonly name: string
  /** Newest commit there, null when the branch is not there. @throws also RefusedTreeError */
  fetch(): Promise<CommitId | null>
  /** Names of all branches there, such as `main`. */
  allNames(): Promise<string[]>
  /** Offers a commit; false when the remote has others that we lack. */
  push(commit: CommitId): Promise<boolean>
  /** The newest commit of our branch, and that of the remote as it was seen last. */
  tips(): Promise<{ ours: CommitId | null; theirs: CommitId | null }>
  /** Notes that our branch has this commit of the remote. */
  agree(commit: CommitId): Promise<void>
  /** Whether the remote took back commits that our branch has from it. */
  isRewritten(commit: CommitId): Promise<boolean>
  /** Commits that only we have, and that only the remote has, as far as seen. */
  count(): Promise<{ ahead: number; behind: number }>
  /** Ends what is under way. */
  close(): void
}

/** How the branch and the remote's stand. */
export interface SyncState {
  remote: string
  /** `waiting`: something in this repository is in the way; `failing`: something at the remote. */
  state: 'starting' | 'ok' | 'waiting' | 'failing'
  /** Commits not shared, and commits of the remote not brought in, as far as seen. */
  ahead: number
  behind: number
  /** ISO 8601. */
  last_pull: string | null
  last_push: string | null
  /** A sentence for a person; null when all is well. */
  error: string | null
  /** Files being edited here that the remote changes. */
  files: readonly string[]
}

const RESTORED_SUBJECT = 'Restore: '
const RESTORED_MARK = 'Brings back a change that was no longer on the branch'

/** The message of a commit that brings a displaced one back. */
export const restoringText = ({
  commit,
  subject,
}: Pick<DisplacedChange, 'commit' | 'subject'>) => ({
  subject: `${RESTORED_SUBJECT}${subject}`,
  body: `${RESTORED_MARK} (${commit}).`,
})

/**
 * Whether a commit is one that brings a displaced one back. Subject and body have to be ours as a
 * whole: a title or a reason may hold every word of them.
 */
export function isRestoring({ subject, body }: Pick<HistoryEntry, 'subject' | 'body'>): boolean {
  const isOurs = body.startsWith(`${RESTORED_MARK} (`) && /^.* \([0-9a-f]{40}\)\.$/.test(body)
  return isOurs && subject.startsWith(RESTORED_SUBJECT)
}

export interface Repository {
  /**
   * Makes one commit of what `plan` returns, durable before it resolves.
   * @throws whatever `plan` throws, and RepositoryError when the commit cannot be made (then every
   *   file is as it was) or when it cannot be told whether it stands (`outcome_unknown`).
   */
  write<T>(plan: Planner<T>): Promise<WriteResult<T>>
  /** The content as the next commit would find it now, to be read; it waits for no write. */
  workTree(): Promise<WorkTree>
  /**
   * Brings a fetched commit into the branch, as a fast-forward or a merge, by the same path.
   * @throws as `write`, LocalObstacle for what keeps it waiting here, and RefusedTreeError for what
   *   is hostile or too much
   */
  integrate(theirs: CommitId, rules: MergeRules): Promise<Integrated>
  /** The branch at a remote (name or URL); null where nothing can be written. */
  connect(remote: string): RemoteBranch | null
  /** A path from the top of the work tree as one of the content folder; null when outside. */
  contentPath(path: string): string | null
  /**
   * Looks whether the content folder and its git folder are there. While they are not, every call
   * that asks git rejects with a RepositoryError that says what is missing.
   */
  exists(): boolean
  state(): RepositoryState
  /** The commit checked out, or null before the first. */
  head(): Promise<CommitId | null>
  /** Called after HEAD moved or the state changed, by us or by others. @returns how to stop */
  onChange(listener: () => void): () => void
  /** True while another git command holds the index, so the work tree may be half changed. */
  isIndexLocked(): Promise<boolean>
  /** A blob; with the path of its file as a text, where a filter hides it. */
  readRevision(revision: BlobId, path?: string): Promise<Buffer | null>
  readFileAt(commit: CommitId, path: string): Promise<FileVersion | null>
  /**
   * Commits, newest first, 1,000 at most: those of the content folder, or of one file by its names,
   * the present one first.
   */
  history(names?: readonly string[] | null, limit?: number): Promise<HistoryEntry[]>
  /** One commit's entry, or null when there is none. */
  commit(commit: CommitId): Promise<HistoryEntry | null>
  /** Each change of files under `folder` that `to` has and `since` has not, oldest first. */
  fileRevisions(folder: string, since: CommitId | null, to: CommitId): Promise<FileRevision[]>
  /**
   * Commits of the main line that changed files under the folders, oldest first: those after `since`
   * where the line to `to` goes through it, else all.
   */
  mainLine(
    folders: readonly string[],
    range: { since: CommitId | null; to: CommitId },
  ): Promise<MainLineReading>
  /** Files under `folder` that commits deleted, newest first; they may be there again. */
  deletedFiles(folder: string): Promise<readonly FileRevision[]>
  /** The changes that undo one commit against the newest content, for a plan to return. */
  undoing(commit: CommitId, tree: WorkTree): Promise<readonly FileChange[]>
  displaced(): Promise<DisplacedChange[]>
  /** What each file of a commit that is off the branch becomes when it comes back. */
  redoing(commit: CommitId, more: { tree: WorkTree; merge: MergeBytes }): Promise<RedoneFile[]>
  /**
   * Notes that the admin has decided about a displaced commit, or about the blob of a conflict: then
   * it is listed no longer. Or takes that back. Git keeps the object in both cases.
   * @throws RepositoryError when it cannot be noted
   */
  settle(id: CommitId | BlobId, isSettled: boolean): Promise<void>
  /** Conflicts that merges with the remote have left and nobody has settled, newest first. */
  mergeConflicts(): Promise<LeftConflict[]>
  close(): Promise<void>
}
