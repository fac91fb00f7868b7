/** Records (parsed content files, immutable, one for each version), problems, and the snapshot. */
import type { RecordMeta } from '#domain/answers/public-answers.ts'
import type { Day } from '#domain/days/day.ts'
import type { PostType } from '#domain/post.ts'
import { postState } from '#domain/post.ts'
import type { ProjectFields } from '#domain/project.ts'
import type { HistoryFacts } from '#domain/record/history-facts.ts'
import type { Area, Resource, Site } from '#domain/site.ts'
import type { CountedTag, Tag } from '#domain/tag.ts'
import type { BlobId, Change, CommitId } from '../git/repository.ts'
import type { PostFieldValues } from './formats/post-fields.ts'
import type { Cover } from './index/covers.ts'
import type { Problem } from './problem.ts'

/** Plain texts of a post for lists, feeds and its head. */
export interface PlainTexts {
  excerpt: string
  preview: string
  preview_cut: boolean
  description: string
}

/** A post: its front matter (`POSTS`) and values derived from its file. */
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
  /** Cached; counting pauses, so a long text does not block the event loop. */
  wordCount(): Promise<number>
  summary(): PlainTexts
}

export interface ProjectRecord extends ProjectFields {
  id: string
  path: string
  revision: BlobId
}

/** An own page, the about page or a resource page. */
export interface PageRecord {
  id: string
  /** Percent-encoded, as `/now`. */
  address: string
  path: string
  /** Null without a file. */
  revision: BlobId | null
  title: string
  intro: string
  description: string
  /** Only own pages are drafts and have aliases, which are addresses like `/now`. */
  draft: boolean
  aliases: readonly string[]
  content: string
  areas: readonly Area[]
  items: readonly Resource[]
}

/** Published posts in several orders, each newest first. */
export interface PublicLists {
  readonly byType: ReadonlyMap<PostType, readonly PostRecord[]>
  readonly featured: readonly PostRecord[]
  /** Alias (an old id, or an old address with slashes) → id. */
  readonly aliases: ReadonlyMap<string, string>
  /** Posts that name a project, by its present id. */
  readonly evidence: ReadonlyMap<string, readonly PostRecord[]>
}

/** All records and lists at a point in time, immutable; a request reads one snapshot to its end. */
export interface Snapshot {
  readonly version: number
  readonly site: Site
  /** Own pages, drafts left out, about page and resource pages, by address. */
  readonly pages: ReadonlyMap<string, PageRecord>
  /** Every post by id, drafts and scheduled ones included. */
  readonly posts: ReadonlyMap<string, PostRecord>
  /** Newest first. */
  readonly allPosts: readonly PostRecord[]
  readonly publicPosts: readonly PostRecord[]
  lists(): PublicLists
  /** Former id → present id, from the renames in the history; empty until it is read. */
  readonly renames: ReadonlyMap<string, string>
  /** The same for projects. */
  readonly projectRenames: ReadonlyMap<string, string>
  /** Listed tags in the author's order, then those that only public posts or projects use. */
  readonly tags: () => readonly CountedTag[]
  /** Tag by name, ignoring case; an unlisted tag is gray. */
  readonly tagNamed: (name: string) => Tag
  /** The author's icon, a PNG; null without one. */
  readonly icon: Buffer | null
  readonly style: string | null
  /** Sizes of the posts' images, by address; missing ones are left out. */
  readonly covers: ReadonlyMap<string, Cover>
  /** By due date, then id. */
  readonly projects: readonly ProjectRecord[]
  readonly projectsById: ReadonlyMap<string, ProjectRecord>
  /** Project by its present or a former id. */
  readonly projectNamed: (id: string) => ProjectRecord | undefined
  /** Facts about posts and projects from the commits; null until these are read. */
  readonly facts: HistoryFacts | null
  /** The newest time stamp and the last day that it closes; null without one. */
  readonly proof: NonNullable<RecordMeta['proof']> | null
  readonly problems: readonly Problem[]
  /** When the next scheduled post appears, in milliseconds; null when there is none. */
  readonly nextPublication: number | null
}

/** The changes of one save; `value` is the answer. */
export interface ContentPlan<T> extends Change<T> {
  /** Whether the change was merged with a newer version of the file. */
  merged?: boolean
}

/** Result of a save. */
export interface Saved<T> {
  value: T
  /** Null when nothing changed. */
  commit: CommitId | null
  /** Whether the change was merged with a newer version of the file. */
  merged: boolean
}

/** Whether a visitor may see the post now. */
export function isPublic(post: Pick<PostRecord, 'draft' | 'instant'>, now: number): boolean {
  return postState(post, now) === 'live'
}
