/** A piece of writing as another program had it, in our terms but before it has its place here. */
import type { PostType } from '#domain/post.ts'

export const SITE_KINDS = [
  'jekyll',
  'hugo',
  'eleventy',
  'astro',
  'obsidian',
  'ghost',
  'markdown',
] as const
export type SiteKind = (typeof SITE_KINDS)[number]

export interface SourcePost {
  /** Where it comes from, for the report. */
  source: string
  /** Slug or file name: what the id is made from. */
  name: string
  /** Other names by which its neighbours link to it. */
  otherNames: readonly string[]
  title: string | null
  type: PostType
  /** As written; null when nothing says it. */
  date: string | null
  /** Milliseconds since 1970, for one without a date: when its file was changed. */
  changedAt: number
  updated: string | null
  tags: readonly string[]
  description: string | null
  featured: boolean
  draft: boolean
  url: string | null
  /** Other old addresses. */
  aliases: readonly string[]
  /** Its own address where it says one, or a pattern of it. */
  permalink: string | null
  /** What its program made addresses of, Jekyll alone; they are among the tags too. */
  categories: readonly string[]
  /** Markdown. */
  content: string
  /** The picture at its head, as the program names it. */
  cover: { address: string; alt: string } | null
  /** Pictures that its text shows from `media/`. */
  images: readonly CopiedImage[]
  /** What did not come along, for the report: a reason, then `: ` and what it is about. */
  left: readonly string[]
}

/** A picture for the content folder. */
export interface CopiedImage {
  /** Relative to the content folder; its name holds the digest of its bytes. */
  path: string
  bytes: Buffer
}

/** A file of the source that is no post, and why. */
export interface SkippedSource {
  source: string
  reason: string
}
