/**
 * What the public reads answer, by query path. The server answers them, pages carry
 * them as their initial data and the browser's query store keeps them.
 */
import type { Day } from '../days/day.ts'
import type { HeatmapDay } from '../days/heatmap.ts'
import type { Streak } from '../days/streak.ts'
import type { Post, PostHeading, PostLink, PostSummary } from '../post.ts'
import type { Project } from '../project.ts'
import type { Ledger } from '../record/ledger.ts'
import type { RecordEntry } from '../record/record-entry.ts'
import type { AboutPage, ResourcePage } from '../site.ts'
import type { CountedTag } from '../tag.ts'

/** The envelope of a success. */
export interface Answer<Data, Meta = undefined> {
  data: Data
  meta?: Meta
}

export interface PostListMeta {
  /** For `cursor=`, null at the end. Names the last post given, so it also serves another list. */
  next_cursor: string | null
  /** Posts that match, on all pages. */
  total: number
  /** Tags used by the list before `tag=` filters it, most used first. */
  tags: CountedTag[]
}

/** That a text changed after it was published. */
export interface PostEdited {
  day: Day
  /** The file's history at the host of the repository; null without one. */
  url: string | null
}

export interface PostMeta {
  /** The next older public post. */
  previous: PostLink | null
  /** The next newer public post. */
  next: PostLink | null
  /** Null for a text that is as it was published. */
  edited: PostEdited | null
  /** The headings of an essay with three and more; else none. */
  contents: PostHeading[]
}

/** Of a post that only who has its preview link can see: it has no neighbours. */
export interface PreviewMeta extends PostMeta {
  /** When the link ends, as an ISO time in the site's zone. */
  expires_at: string
}

/** Of a day before the first commit; the meta of all others is absent. */
export interface ProjectsMeta {
  record_begins: Day
}

export interface RecordMeta {
  /** For `cursor=`, null at the end. */
  next_cursor: string | null
  /** Entries of the kinds that were asked for. */
  total: number
}

export interface SearchHit extends PostSummary {
  /** Plain text around the match. */
  snippet: string
}

export type PostAnswer = Answer<Post, PostMeta>
/** Of a post that was published since the link was made as for every reader. */
export type PreviewAnswer = Answer<Post, PreviewMeta | PostMeta>
export type PostListAnswer = Answer<PostSummary[], PostListMeta>
export type TagsAnswer = Answer<CountedTag[]>
export type StreakAnswer = Answer<Streak>
export type HeatmapAnswer = Answer<HeatmapDay[]>
export type ProjectsAnswer = Answer<Project[], ProjectsMeta>
/** Null until the history was read once. */
export type LedgerAnswer = Answer<Ledger | null>
export type RecordAnswer = Answer<RecordEntry[], RecordMeta>
export type SearchAnswer = Answer<SearchHit[]>
export type AboutAnswer = Answer<AboutPage>
export type ResourcePageAnswer = Answer<ResourcePage>

/** The envelope of a failure. */
export interface Failure {
  /** A sentence for a person. */
  error: string
  /** A stable word. */
  code: string
  /** A sentence for each field at fault. */
  fields?: Record<string, string>
}
