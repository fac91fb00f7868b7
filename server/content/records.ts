/**
 * Content files in parsed form. Records are made once per file version and never changed; lists
 * of them are what a snapshot is built from.
 */
import type { Day } from '#domain/days/day.ts'
import type { PostType } from '#domain/post.ts'
import type { ProjectStatus } from '#domain/project.ts'
import type { BlobId } from '../git/repository.ts'

/** What is counted or cut from the content is worked out when first read: do not spread a record. */
export interface PostRecord {
  id: string
  /** Relative to the content folder, `posts/2026/a.md`. */
  path: string
  revision: BlobId
  /** The file's own when it is one of ours, else link with an address and short without. */
  type: PostType
  title: string
  /** Markdown after the front matter, newlines as `\n`. */
  content: string
  url: string | null
  featured: boolean
  draft: boolean
  /** Names as written, each once. */
  tags: readonly string[]
  /** Milliseconds since 1970 at which it was, or will be, published. */
  instant: number
  created_at: string
  updated_at: string
  day: Day
  word_count: number
  reading_minutes: number
  excerpt: string
  preview: string
  preview_cut: boolean
  description: string
  /** Ids, and addresses as `oldAddress` spells them. */
  aliases: readonly string[]
  /** Id of the deadline project it is evidence for. */
  project: string | null
}

export interface ProjectRecord {
  id: string
  path: string
  revision: BlobId
  title: string
  due_date: Day
  tags: readonly string[]
  status: ProjectStatus
  link: string
}

/** A content file, or one thing in it, that cannot be used as it is. */
export interface Problem {
  /** Relative to the content folder. */
  file: string
  /** 1-based line, or null when the whole file is meant. */
  line: number | null
  /** A sentence for the author. */
  reason: string
}
