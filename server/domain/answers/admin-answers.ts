/** What the admin's calls answer, as far as answers.ts does not have it. */
import type { Post } from '../post.ts'
import type { Displaced, FileProblem } from './repair-answers.ts'

/** Beside the data of a write. */
export interface SavedMeta {
  /** Null where nothing changed. */
  commit: string | null
  /** The file had moved on, and both changes fitted together. */
  merged?: boolean
}

export interface HistoryEntry {
  commit: string
  author: string
  /** ISO 8601 with offset. */
  date: string
  subject: string
  /** Paths inside the content folder. */
  files: string[]
}

export interface DeletedPost extends Post {
  /** The commit that deleted it. */
  commit: string
  deleted_at: string
}

export interface SiteStatus {
  commit: string | null
  posts: number
  projects: number
  problems: FileProblem[]
  displaced: Displaced[]
  repository: { state: string; message: string }
  sync: {
    remote: string | null
    state: string
    ahead: number
    behind: number
    last_pull: string | null
    last_push: string | null
    error: string | null
    /** Files being edited on the server that the remote changes too. */
    files: string[]
    conflicts: { file: string; copy: string | null }[]
  }
}
