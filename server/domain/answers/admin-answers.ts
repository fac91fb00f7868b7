/** What the admin's calls answer, as far as answers.ts does not have it. */
import type { Post } from '../post.ts'
import type { PostState } from '../post-state.ts'
import type { OwnerField } from '../site.ts'
import type { Tag } from '../tag.ts'
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

/** A tag and how many posts and projects have it, drafts too. */
export interface TagUse extends Pick<Tag, 'name' | 'color'> {
  /** Whether tags.yaml has it. */
  is_listed: boolean
  files: number
}

/** What became of a tag. */
export interface TagChange {
  /** Its name from now on. */
  name: string
  /** How many files were changed. */
  files: number
  /** Files with the tag that cannot be read as they are, and so were left alone. */
  left_out: readonly string[]
}

export interface DeletedPost extends Post {
  /** The commit that deleted it. */
  commit: string
  deleted_at: string
}

/** An image of the content folder. */
export interface MediaImage {
  /** Its address, `/media/2026/…`. */
  path: string
  /** Of its file. */
  name: string
  bytes: number
  /** In pixels; null where the name does not tell. */
  width: number | null
  height: number | null
  /** When it was first committed, else changed. */
  day: string
  /** What the newest post that shows it says of it. */
  alt: string
  /** Posts that show it, newest first. */
  posts: { id: string; title: string; state: PostState }[]
  /** What else shows it: `about.md`, and files that cannot be read. */
  files: string[]
}

/** What the site says of itself and its owner. */
export interface OwnSite extends Record<OwnerField, string> {
  /** Whether its words and posts are still those that came with the program. */
  is_starter: boolean
  /** Whether saves are commits in the program's own repository, in the way of its updates. */
  is_in_program: boolean
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
