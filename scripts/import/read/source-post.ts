/** A piece of writing as another program had it, in our terms but before it has its place here. */
import type { PostType } from '#domain/post.ts'
import type { PostChange } from '../../../server/content/formats/post-file.ts'

/** The programs whose sites are known, by what `--from` takes. */
export const SITE_NAMES = {
  jekyll: 'Jekyll',
  hugo: 'Hugo',
  eleventy: 'Eleventy',
  astro: 'Astro',
  obsidian: 'Obsidian',
  ghost: 'Ghost',
  markdown: 'markdown files',
} as const
export type SiteKind = keyof typeof SITE_NAMES
export const SITE_KINDS = Object.keys(SITE_NAMES) as SiteKind[] // its own keys

export interface SourcePost {
  /** Where it comes from, for the report. */
  source: string
  /** Slug or file name: what the id is made from. */
  name: string
  /** Other names by which its neighbours link to it. */
  otherNames: readonly string[]
  /** What its file says here; its content as the old site had it. `date` is absent where nothing says it. */
  fields: PostChange & { type: PostType; content: string; aliases: readonly string[] }
  /** Milliseconds since 1970, for one without a date: when its file was changed. */
  changedAt: number
  /** The picture at its head, as the program names it. */
  cover: { address: string; alt: string } | null
  /** What did not come along, for the report: a reason, then `: ` and what it is about. */
  left: readonly string[]
}

/** A file of the source that is no post, and why. */
export interface SkippedSource {
  source: string
  reason: string
}

/** What a folder or an export holds. */
export interface SourceSite {
  posts: SourcePost[]
  skipped: SkippedSource[]
}
