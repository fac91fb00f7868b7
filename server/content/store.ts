/** What the parts of the content store take and give: inputs of writes, and their results. */

import type { ProjectStatus } from '#domain/project.ts'
import type { BlobId, CommitId } from '../git/repository.ts'
import type { PostRecord, Problem } from './records.ts'

/** A request for a create that names itself, so that it can be repeated. */
export interface KeyedRequest {
  key: string
  /** The body, the same text for the same request. */
  body: string
}

export interface ProjectInput {
  title: string
  due_date: string
  tags?: readonly string[]
  status?: ProjectStatus
  link?: string
}

export type ProjectPatch = Partial<ProjectInput>

export interface Saved<T> {
  value: T
  /** Null when nothing changed. */
  commit: CommitId | null
  /** True when the file had moved on and both changes fitted together. */
  merged: boolean
}

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
  exists: boolean
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

export interface DeletedPost {
  post: PostRecord
  /** The commit that deleted it. */
  commit: CommitId
  date: string
}
