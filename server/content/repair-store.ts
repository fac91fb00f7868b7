/** What the content store offers for mending: files as texts, conflicts, lost changes, reviews. */
import type { Week } from '#domain/days/week.ts'
import type { BlobId, CommitId, DisplacedChange } from '../git/repository.ts'
import type { PostRecord, Problem } from './records.ts'
import type { Saved } from './store.ts'

/** A content file as its author sees it: text with `\n` newlines, without byte order mark. */
export interface ContentText {
  path: string
  text: string
  /** Null when there is no such file yet. */
  revision: BlobId | null
  /** What is listed of this file. */
  problems: readonly Problem[]
}

/** A file that the site has once, such as its about page. */
export interface SiteFile {
  path: string
  isThere: boolean
  problems: readonly Problem[]
}

export interface TextChange {
  text: string
  /** The version the edit began from; null for a file that was not there. */
  basedOn: BlobId | null
  /** Keeps a text that cannot be read either; only where the file could not be read before. */
  isForced: boolean
}

/** Two versions of one file that a merge with the remote could not bring together. */
export interface FileConflict {
  /** The copy's post id, or the blob that the history keeps. */
  id: string
  /** Where the site's version stands. */
  file: string
  /** The draft that holds the other; null when only the history has it. */
  copy: string | null
}

export interface ConflictVersions extends FileConflict {
  /** The site's version; null when it was deleted since. */
  site: ContentText | null
  other: ContentText
  /** What both came from; null when that cannot be told. */
  base: string | null
}

/** How a conflict ends. */
export interface ConflictChoice {
  /** The file's text from now on; null keeps what the site has. */
  text: string | null
  /** The versions that the choice was made between. */
  site: BlobId | null
  other: BlobId | null
}

/** One file of a lost change; texts are null for no file, or for one that is not text. */
export interface LostFile {
  path: string
  now: string | null
  /** As the lost commit had it. */
  wanted: string | null
  /** Whether it comes back by itself; not where both changed one place. */
  fits: boolean
  /** What a restore makes of it, when it fits. */
  result: string | null
}

export interface LostChange extends DisplacedChange {
  texts: readonly LostFile[]
}

export interface RepairStore {
  /** The files of the site itself, whether they are there or not. */
  siteFiles(): SiteFile[]
  /** @throws NotFoundError, AppError 409 for what is no text */
  readText(path: string): Promise<ContentText>
  /** @throws NotFoundError, AppError 400 for a text that cannot be read, StaleTextError */
  saveText(path: string, change: TextChange): Promise<Saved<ContentText>>
  conflicts(): Promise<FileConflict[]>
  /** @throws NotFoundError */
  conflict(id: string): Promise<ConflictVersions>
  /** One commit that ends a conflict. @throws NotFoundError, ConflictError, AppError 400 */
  resolveConflict(id: string, choice: ConflictChoice): Promise<Saved<FileConflict>>
  /** @throws NotFoundError */
  lostChange(commit: CommitId): Promise<LostChange>
  /**
   * Brings a lost change back as a new commit. With `isWhole` its files become as it had them,
   * whatever changed since. @throws NotFoundError, ConflictError
   */
  restoreLost(commit: CommitId, isWhole: boolean): Promise<Saved<DisplacedChange>>
  /** Takes a lost change off the list, or lists it again. @throws NotFoundError */
  discardLost(commit: CommitId, isDiscarded: boolean): Promise<DisplacedChange>
  /**
   * Drafts the review of a week, unless there is one; null is the week that yesterday was in, so that
   * on a Monday it is the one that has just ended. @throws BadRequestError, AppError 409
   */
  createReview(week: Week | null): Promise<Saved<PostRecord> & { isThere: boolean }>
}
