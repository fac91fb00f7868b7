/** A post of another program, in our terms but without id and path. */
import type { PostType } from '#domain/post.ts'
import type { PostChange } from '../../../server/content/formats/post-file.ts'

/** The known programs by their values of `--from`. */
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
  /** Origin, for the report. */
  source: string
  /** Slug or file name, source of the id. */
  name: string
  /** Other names that links use. */
  otherNames: readonly string[]
  /** Fields of our format, with the original content; `date` is absent if unknown. */
  fields: PostChange & { type: PostType; content: string; aliases: readonly string[] }
  /** Mtime of its file (Ghost: the present) in milliseconds since 1970, used without a date. */
  changedAt: number
  /** Cover image, with the program's address. */
  cover: { address: string; alt: string } | null
  /** Omitted parts for the report, each as `reason: subject`. */
  notes: readonly string[]
}

/** Posts of a folder or an export, and why its other files are none. */
export interface SourceSite {
  posts: SourcePost[]
  skipped: { source: string; reason: string }[]
}
