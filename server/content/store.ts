/** What the parts of the content store take and give: inputs of writes, and their results. */

import type { ProjectStatus } from '#domain/project.ts'
import type { BlobId, CommitId } from '../git/repository.ts'
import type { PostRecord } from './records.ts'

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

export interface TextChange {
  text: string
  /** The version the edit began from; null for a file that was not there. */
  basedOn: BlobId | null
  /** Keeps a text that cannot be read either; only where the file could not be read before. */
  isForced: boolean
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
