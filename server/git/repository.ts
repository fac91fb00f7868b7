/**
 * The git repository as the rest of the server sees it: the class behind the door, and the shapes of
 * what it takes and returns. It does not know what the files mean. Paths are relative to the content
 * folder, with `/`, as in `posts/a.md`.
 */
export type { Repository } from './open/create-repository.ts'

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
