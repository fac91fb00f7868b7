/**
 * What the content is to the rest of the server: records (content files in parsed form, made once
 * per file version and never changed), problems, and the snapshot of all of them.
 */
import type { Day } from '#domain/days/day.ts'
import type { PostType } from '#domain/post.ts'
import { postState } from '#domain/post-state.ts'
import type { ProjectFields, ProjectMove } from '#domain/project.ts'
import type { HistoryFacts } from '#domain/record/history-facts.ts'
import type { Site } from '#domain/site.ts'
import type { CountedTag, Tag } from '#domain/tag.ts'
import type { BlobId, CommitId } from '../git/repository.ts'
import type { PageRecord } from './formats/page-file.ts'
import type { PostFieldValues } from './formats/post-fields.ts'

/**
 * A post: the fields of its front matter (`POST_FIELDS`), and what follows from its file. What is
 * counted or cut from the content is worked out when first read: do not spread a record.
 */
export interface PostRecord
  extends Omit<PostFieldValues, 'title' | 'date' | 'updated' | 'description'> {
  id: string
  /** Relative to the content folder, `posts/2026/a.md`. */
  path: string
  revision: BlobId
  title: string
  /** Markdown after the front matter, newlines as `\n`. */
  content: string
  /** Milliseconds since 1970 at which it was, or will be, published. */
  instant: number
  created_at: string
  updated_at: string
  day: Day
  /** Whether neither the file nor its name has a date. */
  isDateless: boolean
  word_count: number
  /** Works out with pauses what would hold up others in a long text. */
  prepare?(): Promise<void>
  excerpt: string
  preview: string
  preview_cut: boolean
  description: string
}

export interface ProjectRecord extends ProjectFields {
  id: string
  path: string
  revision: BlobId
}

/** A content file, or one thing in it, that cannot be used as it is, or that its author should see. */
export interface Problem {
  /** Relative to the content folder. */
  file: string
  /** 1-based line, or null when the whole file is meant. */
  line: number | null
  /** A sentence for the author. */
  reason: string
}

/**
 * All records and lists at one moment. A snapshot is never changed: a refresh builds another and
 * swaps it, and a request keeps the one it started with.
 */
export interface Snapshot {
  /** Grows by one with every swap. */
  readonly version: number
  /** Of the public content: equal content, equal digest, also after a restart. */
  readonly digest: string
  readonly site: Site
  /** The about page, which is always there, and pages of resources, by id. */
  readonly pages: ReadonlyMap<string, PageRecord>
  /** Every post by id, drafts and scheduled ones included. */
  readonly posts: ReadonlyMap<string, PostRecord>
  /** Every post, newest first. */
  readonly allPosts: readonly PostRecord[]
  /** Published posts, newest first; each list below is in the same order. */
  readonly publicPosts: readonly PostRecord[]
  readonly publicByType: ReadonlyMap<PostType, readonly PostRecord[]>
  readonly featured: readonly PostRecord[]
  /** Old id, or old address with its slashes, → id, of public posts. */
  readonly aliases: ReadonlyMap<string, string>
  /** Id that a post had before → id it has now, as git tells renames, as far as history is read. */
  readonly renames: ReadonlyMap<string, string>
  /** Listed tags in the author's order, then those that only public posts or projects use. */
  readonly tags: readonly CountedTag[]
  /**
   * The tag of a name in any case; one not listed is the default gray. The same function as long as
   * names and colours are the same, whatever the counts.
   */
  readonly tagNamed: (name: string) => Tag
  /** By due date, then id. */
  readonly projects: readonly ProjectRecord[]
  readonly projectsById: ReadonlyMap<string, ProjectRecord>
  /** Moves of deadlines by project id, oldest first, as far as history has been read. */
  readonly moves: ReadonlyMap<string, readonly ProjectMove[]>
  /** What the commits of the branch say of posts and projects; null while they are not read. */
  readonly facts: HistoryFacts | null
  /** Ids of the public essays and shorts of each day, newest first. */
  readonly heatmap: ReadonlyMap<Day, readonly string[]>
  /** Public posts that name a project, by project id, newest first. */
  readonly evidence: ReadonlyMap<string, readonly PostRecord[]>
  readonly problems: readonly Problem[]
  /** When the next scheduled post appears, in milliseconds; null when there is none. */
  readonly nextPublication: number | null
}

/** A request for a create that names itself, so that it can be repeated. */
export interface KeyedRequest {
  key: string
  /** The body, the same text for the same request. */
  body: string
}

/** What a save has made. */
export interface Saved<T> {
  value: T
  /** Null when nothing changed. */
  commit: CommitId | null
  /** True when the file had moved on and both changes fitted together. */
  merged: boolean
}

/** By file, then line. */
export function byPlace(a: Problem, b: Problem): number {
  return compareText(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0)
}

/** By code unit, the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Whether a visitor may see the post now. */
export function isPublic(post: Pick<PostRecord, 'draft' | 'instant'>, now: number): boolean {
  return postState(post, now) === 'live'
}
